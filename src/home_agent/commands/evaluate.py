"""`home-agent eval`: run datasets, and show how it went."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.settings import ToolProtocol
from home_agent.engine.settings import AnswerMode, Settings
from home_agent.evaluation import Dataset, for_scoring, read_dataset, run

from ..configuration import load_configuration
from ..evaluation.report import action_table, failure_lines, protocol_table, score_table
from ..evaluation.scores import Score
from ..evaluation.scores_json import scores_as_json
from ..models import with_model
from ..options import ModelChoice
from ..terminal.screen import make_console, styled
from ..terminal.streams import print_error, supports_unicode

PROTOCOL_TASKS = Path(__file__).parents[1] / "evaluation" / "protocols"
"""Sentences of ours for comparing the ways in which a model may act: a folder a language."""

_PROTOCOLS: tuple[ToolProtocol, ...] = ("tools", "inline", "schema")
_WIDE = 10_000
"""Columns: where nobody looks at a screen, no line need be broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRequest:
    """What is to be scored, as it was typed."""

    paths: tuple[Path, ...]
    config: Path | None = None
    home: Path | None = None
    language: str | None = None
    only: str = ""
    failures: bool = False
    confirm: bool = False
    """Whether sensitive things wait for a yes, which nobody gives; else nothing is asked."""

    tiers: tuple[str, ...] = ("auto",)
    """Who may answer; each is scored by itself."""

    model: ModelChoice = field(default_factory=ModelChoice)
    protocols: bool = False
    """Whether each way in which a model may act is scored, and the model alone."""


def run_evaluation(request: EvaluationRequest, *, as_json: bool) -> bool:
    """Run the datasets and print the scores; tell whether there was anything to run."""
    datasets = [
        read_dataset(path, home=request.home, language=request.language).only(request.only)
        for path in request.paths
    ]
    scores = asyncio.run(_run(datasets, _ways(request)))
    console = make_console()
    if as_json:
        text = scores_as_json(
            scores, mended=_mended(datasets, scores), ascii_only=not supports_unicode()
        )
        console.print(styled(text), soft_wrap=True)
    elif any(score.results for score in scores):
        _show(scores, console, request)
        _mention_skipped(datasets, console)
        _list_mended(_mended(datasets, scores), console)
    ran = any(result.reply is not None for score in scores for result in score.results)
    if not ran:
        print_error(_nothing_ran(scores, request))
    return ran


def _ways(request: EvaluationRequest) -> Mapping[str, Settings]:
    """How the agent is to be scored: with the models of the settings, but the same for everyone.

    By what to call each way; nothing, where there is only one.
    """
    chosen = with_model(load_configuration(request.config).settings, request.model)
    if (AnswerMode.LLM in request.tiers or request.protocols) and not chosen.llm:
        raise SettingsError(
            ("There is no model to score. Name one with --model or --base-url, or in [llm].",)
        )
    chosen = for_scoring(chosen, confirm=request.confirm)
    if request.protocols:
        return {
            protocol: replace(
                chosen,
                tier=AnswerMode.LLM,
                llm=tuple(replace(model, protocol=protocol) for model in chosen.llm),
            )
            for protocol in _PROTOCOLS
        }
    if len(request.tiers) == 1:
        return {"": replace(chosen, tier=AnswerMode(request.tiers[0]))}
    return {tier: replace(chosen, tier=AnswerMode(tier)) for tier in request.tiers}


async def _run(datasets: list[Dataset], ways: Mapping[str, Settings]) -> list[Score]:
    scores: list[Score] = []
    with _progress(len(ways) * sum(len(dataset.entries) for dataset in datasets)) as progress:
        for dataset in datasets:
            for way, settings in ways.items():
                results = []
                async for result in run(dataset.entries, settings):
                    results.append(result)
                    progress.advance(progress.task_ids[0])
                    progress.refresh()
                scores.append(Score(dataset=dataset.name, tier=way, results=tuple(results)))
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


def _show(scores: list[Score], console: Console, request: EvaluationRequest) -> None:
    if not console.is_terminal:
        console.width = _WIDE
    console.print(protocol_table(scores) if request.protocols else score_table(scores))
    if (actions := action_table(scores)) is not None:
        console.print()
        console.print(actions)
    if request.failures:
        for score in scores:
            for line, style in failure_lines(score):
                console.print(styled(line, style), soft_wrap=True)


def _mention_skipped(datasets: list[Dataset], console: Console) -> None:
    if skipped := sum(len(dataset.skipped) for dataset in datasets):
        console.print(styled(f"\nLeft out, since nothing is expected of them: {skipped}", "dim"))


def _list_mended(mended: list[str], console: Console) -> None:
    if mended:
        console.print(styled("\nMended, and read as far as possible:", "dim"))
    for mistake in mended:
        console.print(styled(f"  {mistake}", "dim"), soft_wrap=True)


def _mended(datasets: list[Dataset], scores: list[Score]) -> list[str]:
    """What is wrong with the homes and setups, each thing once."""
    homes = [mistake for dataset in datasets for mistake in dataset.mended]
    results = (result for score in scores for result in score.results)
    return [*dict.fromkeys([*homes, *(line for result in results for line in result.mended)])]


def _nothing_ran(scores: list[Score], request: EvaluationRequest) -> str:
    problems = [line for score in scores for result in score.results for line in result.failures]
    if problems:
        return f"No task could be run: {problems[0]}"
    if request.only:
        return f"No task has '{request.only}' in its sentence or id."
    return "No task expects anything."
