"""Commands that talk to the home."""

from typing import Annotated

import typer

from ..bounded import TOO_LONG, read_stdin
from ..options import Options
from ..streams import readable
from .app import ERROR, EXIT_STATUSES, OK, REFUSED, app
from .options import house, language, model, room, settings
from .taking import taking


@app.command(epilog=EXIT_STATUSES)
@taking(settings, house, language, room, model)
def chat(
    options: Options,
    *,
    transcript: Annotated[
        bool, typer.Option("--transcript", help="Print what was said and what changed, too.")
    ] = False,
) -> int:
    """Chat with the home. Sentences may also be piped in, one on each line."""
    from ..chat import chat as run  # noqa: PLC0415

    run(options, transcript=transcript)
    return OK


@app.command(epilog=EXIT_STATUSES)
@taking(settings, house, language, room, model)
def ask(
    options: Options,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", hidden=True)],
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the reply and what it rests on as JSON.")
    ] = False,
) -> int:
    """Say one sentence, and print the reply.

    When TEXT is -, the sentence is read from standard input.
    """
    sentence = _sentence(text)
    from ..ask import ask as run  # noqa: PLC0415

    verdict = run(options, sentence, as_json=as_json)
    return {"ok": OK, "refused": REFUSED, "failed": ERROR}[verdict]


@app.command(epilog=EXIT_STATUSES)
@taking(settings, house, language, room)
def explain(
    options: Options,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", hidden=True)],
) -> int:
    """Show how a sentence is read, and why: clauses, matches, what was dropped, the plan.

    Nothing is done. When TEXT is -, the sentence is read from standard input.
    """
    sentence = _sentence(text)
    from ..explain import explain as run  # noqa: PLC0415

    run(options, sentence)
    return OK


def _sentence(text: list[str]) -> str:
    """What is said, from the arguments or from standard input."""
    sentence = read_stdin() if text == ["-"] else readable(" ".join(text))
    if sentence is None:
        raise typer.TyperException(TOO_LONG)
    if not sentence.strip():
        raise typer.TyperException("There is nothing to say.")
    return sentence
