"""`home-agent eval`: run datasets, and show how it went."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from home_agent.engine.evaluate import Dataset, Result, read_dataset, run

from .evaluation_json import scores_as_json
from .evaluation_report import failure_lines, score_table
from .screen import make_console, styled
from .streams import complain, speaks_unicode

_WIDE = 10_000
"""Columns: where nobody looks at a screen, no line need be broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """What is to be scored, as it was typed."""

    paths: tuple[Path, ...]
    home: Path | None = None
    language: str | None = None
    only: str = ""
    failures: bool = False
    confirm: bool = False
    """Whether sensitive things wait for a yes, which nobody gives; else nothing is asked."""


type Scores = list[tuple[str, tuple[Result, ...]]]
"""The results of every dataset, with its name."""


def run_and_show(wish: Evaluation, *, as_json: bool) -> bool:
    """Run the datasets and print the scores; tell whether there was anything to run."""
    datasets = [
        read_dataset(path, home=wish.home, language=wish.language).only(wish.only)
        for path in wish.paths
    ]
    scores = asyncio.run(_run(datasets, confirm=wish.confirm))
    console = make_console()
    if as_json:
        text = scores_as_json(scores, ascii_only=not speaks_unicode())
        console.print(styled(text), soft_wrap=True)
    elif any(results for _, results in scores):
        _show(scores, console, failures=wish.failures)
        _mention_skipped(datasets, console)
    ran = any(result.reply is not None for _, results in scores for result in results)
    if not ran:
        complain(_nothing_ran(scores, wish))
    return ran


async def _run(datasets: list[Dataset], *, confirm: bool) -> Scores:
    scores = []
    with _progress(sum(len(dataset.entries) for dataset in datasets)) as progress:
        for dataset in datasets:
            results = []
            async for result in run(dataset.entries, confirm=confirm):
                results.append(result)
                progress.advance(progress.task_ids[0])
                progress.refresh()
            scores.append((dataset.name, tuple(results)))
    return scores


@contextmanager
def _progress(total: int) -> Iterator[Progress]:
    """A bar on standard error that leaves nothing behind, if there is anybody to see it."""
    console = Console(stderr=True, highlight=False)
    progress = Progress(
        TextColumn("Running"),
        BarColumn(),
        MofNCompleteColumn(),
        console=console,
        transient=True,
        # Drawn between tasks only: a thread that draws would be measured with them.
        auto_refresh=False,
        disable=not console.is_terminal,
    )
    progress.add_task("", total=total)
    with progress:
        yield progress


def _show(scores: Scores, console: Console, *, failures: bool) -> None:
    if not console.is_terminal:
        console.width = _WIDE
    console.print(score_table(scores))
    if failures:
        for _, results in scores:
            for line, style in failure_lines(results):
                console.print(styled(line, style), soft_wrap=True)


def _mention_skipped(datasets: list[Dataset], console: Console) -> None:
    if skipped := sum(len(dataset.skipped) for dataset in datasets):
        console.print(styled(f"\nLeft out, since nothing is expected of them: {skipped}", "dim"))


def _nothing_ran(scores: Scores, wish: Evaluation) -> str:
    problems = [line for _, results in scores for result in results for line in result.failures]
    if problems:
        return f"No task could be run: {problems[0]}"
    if wish.only:
        return f"No task has '{wish.only}' in its sentence or id."
    return "No task expects anything."
