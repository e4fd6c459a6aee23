"""Commands that talk to the home."""

from typing import Annotated

import typer

from ..options import Options
from .app import app
from .ask import read_sentence, run_ask
from .options import house, language, model, room, settings, with_options
from .statuses import EXIT_STATUSES, OK


@app.command(epilog=EXIT_STATUSES)
@with_options(settings, house, language, room, model)
def chat(
    options: Options,
    *,
    transcript: Annotated[
        bool, typer.Option("--transcript", help="Print what was said and what changed, too.")
    ] = False,
) -> int:
    """Chat with the home. Sentences may also be piped in, one on each line."""
    from ..commands.chat import chat as run  # noqa: PLC0415

    run(options, transcript=transcript)
    return OK


@app.command(epilog=EXIT_STATUSES)
@with_options(settings, house, language, room, model)
def ask(
    options: Options,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", hidden=True)],
    *,
    goes_on: Annotated[
        bool,
        typer.Option("-c", "--continue", help="Go on with the last conversation in this home."),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the reply and what it rests on as JSON.")
    ] = False,
) -> int:
    """Say one sentence, and print the reply.

    When TEXT is -, the sentence is read from standard input. Otherwise, a text that is piped in
    is shown to the language model along with the sentence.
    """
    return run_ask(options, text, goes_on=goes_on, as_json=as_json)


@app.command(epilog=EXIT_STATUSES)
@with_options(settings, house, language, room)
def explain(
    options: Options,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", hidden=True)],
) -> int:
    """Show how a sentence is read, and why: clauses, matches, what was dropped, the plan.

    Nothing is done. When TEXT is -, the sentence is read from standard input.
    """
    sentence = read_sentence(text)
    from ..commands.explain import explain as run  # noqa: PLC0415

    run(options, sentence)
    return OK
