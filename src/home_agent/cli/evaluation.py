"""The command that scores the agent."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..options import Options
from ..terminal.streams import decode_argument
from .app import app
from .options import model, settings, with_options
from .statuses import ERROR, OK, UsageError

_EXIT_STATUSES = """\b
Exit status:
  0    the tasks were run, whatever their score
  1    an error: no task could be run, or the trouble is ours
  2    wrong usage: an option, a dataset or a home that cannot be used
  130  stopped by Ctrl-C
"""


class Tier(StrEnum):
    """Who may answer."""

    FAST = "fast"
    AUTO = "auto"
    LLM = "llm"


@app.command("eval", epilog=_EXIT_STATUSES)
@with_options(settings, model)
def evaluate(  # noqa: PLR0913 - one for each option
    options: Options,
    datasets: Annotated[list[Path] | None, typer.Argument(metavar="DATASET", hidden=True)] = None,
    *,
    protocols: Annotated[
        bool,
        typer.Option(
            "--protocols",
            help="Score the model alone with tools, inline and schema, side by side; without a "
            "DATASET, on simple and contextual sentences of ours, in English and Italian.",
        ),
    ] = False,
    tier: Annotated[
        list[Tier] | None,
        typer.Option(
            help="Who may answer: fast is Home Agent without a model, llm only the model, and "
            "auto (the default) a model where words are not enough, if one is set. "
            "Give it several times to see them side by side."
        ),
    ] = None,
    only: Annotated[
        str,
        typer.Option("--filter", metavar="TEXT", help="Only tasks with TEXT in id or sentence."),
    ] = "",
    failures: Annotated[
        bool, typer.Option("--failures", help="After the table, show what failed, and why.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print every task and its result as JSON.")
    ] = False,
    home: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The inventory of the home that the tasks are about."),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="The language of the tasks, if not that of their home."),
    ] = None,
    confirm: Annotated[
        bool,
        typer.Option("--confirm", help="Ask before unlocking and the like, as in a real home."),
    ] = False,
) -> int:
    """Score the agent on sentences with known results.

    A DATASET is a folder in the assist format, or a single task file. Every task runs in a
    simulated home of its own: the nearest _fixtures.yaml upwards, or the one given by --home.
    """
    from ..commands.evaluate import (  # noqa: PLC0415
        PROTOCOL_TASKS,
        EvaluationRequest,
        run_evaluation,
    )

    if not datasets and not protocols:
        raise UsageError("Missing argument 'DATASET'")
    ours = tuple(sorted(PROTOCOL_TASKS.iterdir()))
    request = EvaluationRequest(
        paths=tuple(datasets or ours),
        protocols=protocols,
        config=options.config,
        home=home,
        language=language,
        only=decode_argument(only),
        failures=failures,
        confirm=confirm,
        tiers=tuple(dict.fromkeys(chosen.value for chosen in tier or [Tier.AUTO])),
        model=options.model,
    )
    return OK if run_evaluation(request, as_json=as_json) else ERROR
