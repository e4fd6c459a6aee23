"""Commands that talk to the home."""

from typing import Annotated

import typer

from ..options import Options
from ..streams import read_stdin, readable
from .app import ERROR, EXIT_STATUSES, OK, REFUSED, app
from .options import (
    BaseUrlOption,
    ConfigOption,
    HomeOption,
    InsecureOption,
    LanguageOption,
    ModelOption,
    ProtocolOption,
    ProviderOption,
    RoomOption,
    TokenFileOption,
    TokenOption,
    UrlOption,
    model_choice,
    remote_choice,
)


@app.command(epilog=EXIT_STATUSES)
def chat(  # noqa: PLR0913 - one for each option
    *,
    config: ConfigOption = None,
    home: HomeOption = None,
    url: UrlOption = None,
    token_file: TokenFileOption = None,
    token: TokenOption = None,
    insecure: InsecureOption = False,
    language: LanguageOption = None,
    room: RoomOption = None,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    provider: ProviderOption = None,
    protocol: ProtocolOption = None,
    transcript: Annotated[
        bool, typer.Option("--transcript", help="Print what was said and what changed, too.")
    ] = False,
) -> int:
    """Chat with the home. Sentences may also be piped in, one on each line."""
    from ..chat import chat as run  # noqa: PLC0415

    chosen = model_choice(model, base_url, provider, protocol)
    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    options = Options(
        config=config, home=home, remote=remote, language=language, room=room, model=chosen
    )
    run(options, transcript=transcript)
    return OK


@app.command(epilog=EXIT_STATUSES)
def ask(  # noqa: PLR0913 - one for each option
    text: Annotated[list[str], typer.Argument(metavar="TEXT", hidden=True)],
    *,
    config: ConfigOption = None,
    home: HomeOption = None,
    url: UrlOption = None,
    token_file: TokenFileOption = None,
    token: TokenOption = None,
    insecure: InsecureOption = False,
    language: LanguageOption = None,
    room: RoomOption = None,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    provider: ProviderOption = None,
    protocol: ProtocolOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the reply and what it rests on as JSON.")
    ] = False,
) -> int:
    """Say one sentence, and print the reply.

    When TEXT is -, the sentence is read from standard input.
    """
    sentence = _sentence(text)
    from ..ask import ask as run  # noqa: PLC0415

    chosen = model_choice(model, base_url, provider, protocol)
    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    options = Options(
        config=config, home=home, remote=remote, language=language, room=room, model=chosen
    )
    verdict = run(options, sentence, as_json=as_json)
    return {"ok": OK, "refused": REFUSED, "failed": ERROR}[verdict]


@app.command(epilog=EXIT_STATUSES)
def explain(  # noqa: PLR0913 - one for each option
    text: Annotated[list[str], typer.Argument(metavar="TEXT", hidden=True)],
    *,
    config: ConfigOption = None,
    home: HomeOption = None,
    url: UrlOption = None,
    token_file: TokenFileOption = None,
    token: TokenOption = None,
    insecure: InsecureOption = False,
    language: LanguageOption = None,
    room: RoomOption = None,
) -> int:
    """Show how a sentence is read, and why: clauses, matches, what was dropped, the plan.

    Nothing is done. When TEXT is -, the sentence is read from standard input.
    """
    sentence = _sentence(text)
    from ..explain import explain as run  # noqa: PLC0415

    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    run(Options(config=config, home=home, remote=remote, language=language, room=room), sentence)
    return OK


def _sentence(text: list[str]) -> str:
    """What is said, from the arguments or from standard input."""
    sentence = read_stdin() if text == ["-"] else readable(" ".join(text))
    if not sentence.strip():
        raise typer.TyperException("There is nothing to say.")
    return sentence
