"""Scores on the screen: a table by dataset and category, and what went wrong."""

import json
from collections.abc import Iterator, Mapping, Sequence

from rich import box
from rich.table import Table

from home_agent.engine.home import ServiceCall
from home_agent.evaluation import Tally, by_category, tally

from ..terminal.screen import styled
from ..terminal.streams import supports_unicode
from .action import ActionScore
from .run import Result
from .scores import Score, actions_by_home

_ALL = "all"
_FIGURES = ("passed", "total", "%", "p50 ms", "p95 ms")


def score_table(scores: Sequence[Score]) -> Table:
    """The figures of every dataset, below it those of its categories, and at last of all."""
    frame = box.SIMPLE_HEAD if supports_unicode() else box.ASCII2
    table = Table(box=frame, show_edge=False, pad_edge=False)
    table.add_column("dataset", no_wrap=True)
    for heading in _FIGURES:
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("answered by", no_wrap=True)
    for score in scores:
        _add_row(table, score.title, tally(score.results), "bold")
        for category, figures in by_category(score.results).items():
            _add_row(table, f"  {category}", figures)
    for tier in dict.fromkeys(score.tier for score in scores):
        same = [score for score in scores if score.tier == tier]
        if len(same) > 1:
            together = Score(
                dataset="all",
                tier=tier,
                results=tuple(result for score in same for result in score.results),
            )
            _add_row(table, together.title, tally(together.results), "bold")
    return table


def protocol_table(scores: Sequence[Score]) -> Table:
    """How many tasks passed by kind and dataset, with a column for each way to act."""
    frame = box.SIMPLE_HEAD if supports_unicode() else box.ASCII2
    table = Table(box=frame, show_edge=False, pad_edge=False)
    table.add_column("tasks", no_wrap=True)
    protocols = [*dict.fromkeys(score.tier for score in scores)]
    for protocol in protocols:
        table.add_column(protocol, justify="right", no_wrap=True)
    rows: dict[str, dict[str, list[Result]]] = {}
    for score in scores:
        for result in score.results:
            for row in (f"{result.category}, {score.dataset}", _ALL):
                rows.setdefault(row, {}).setdefault(score.tier, []).append(result)
    rows[_ALL] = rows.pop(_ALL, {})
    for row, by_protocol in rows.items():
        cells = (_share(tally(by_protocol.get(protocol, ()))) for protocol in protocols)
        style = "bold" if row == _ALL else ""
        table.add_row(*(styled(cell) for cell in (row, *cells)), style=style)
    return table


def _share(figures: Tally) -> str:
    """`7 of 8, 88 %, 420 ms`: the last, the time within which half were answered."""
    if not figures.total:
        return "-"
    passed, total = figures.passed, figures.total
    took = _milliseconds(figures.latency(0.50))
    return f"{passed} of {total}, {100 * passed / total:.0f} %, {took} ms"


def action_table(scores: Sequence[Score]) -> Table | None:
    """Right, asked, wrong and missed per home and in all; None if no task is of that form."""
    frame = box.SIMPLE_HEAD if supports_unicode() else box.ASCII2
    table = Table(box=frame, show_edge=False, pad_edge=False)
    table.add_column("home", no_wrap=True)
    for heading in (*ActionScore, "total"):
        table.add_column(heading, justify="right", no_wrap=True)
    for score in scores:
        homes = actions_by_home(score.results)
        if not homes:
            continue
        together = {
            action.value: sum(home[action] for home in homes.values()) for action in ActionScore
        }
        _add_actions(table, score.title, together, "bold")
        for home, counts in homes.items():
            _add_actions(table, f"  {home}", counts)
    return table if table.row_count else None


def _add_actions(table: Table, name: str, counts: Mapping[str, int], style: str = "") -> None:
    total = sum(counts.values())
    shares = [f"{count} ({100 * count / total:.1f} %)" for count in counts.values()]
    table.add_row(*(styled(cell) for cell in (name, *shares, str(total))), style=style)


def failure_lines(score: Score) -> Iterator[tuple[str, str]]:
    """Every failed task in lines with their styles: what was said, answered, wrong and done."""
    for result in score.results:
        if result.passed:
            continue
        yield "", ""
        yield result.sentence or result.task_id, "bold"
        tier = f", {score.tier}" if score.tier else ""
        yield f"  task   {result.task_id}{tier}", "dim"
        if result.reply is not None:
            yield f"  reply  {result.reply.text}", ""
        for difference in result.failures:
            yield f"  wrong  {difference}", "red"
        for call in result.reply.calls if result.reply is not None else ():
            yield f"  call   {_call(call)}", ""


def _add_row(table: Table, name: str, figures: Tally, style: str = "") -> None:
    share = 100 * figures.passed / figures.total if figures.total else 0.0
    cells = [
        name,
        str(figures.passed),
        str(figures.total),
        f"{share:.1f}",
        _milliseconds(figures.latency(0.50)),
        _milliseconds(figures.latency(0.95)),
        _tiers(figures),
    ]
    table.add_row(*(styled(cell) for cell in cells), style=style)


def _milliseconds(latency: float | None) -> str:
    return "-" if latency is None else f"{latency:.1f}"


def _tiers(figures: Tally) -> str:
    shares = sorted(figures.tiers.items(), key=lambda item: -item[1])
    return ", ".join(f"{tier.value} {100 * count / figures.total:.0f} %" for tier, count in shares)


def _call(call: ServiceCall) -> str:
    data = json.dumps(dict(call.data), ensure_ascii=False, default=str) if call.data else ""
    return " ".join(filter(None, [call.full_name, ", ".join(call.targets), data]))
