"""Commands that set the agent up, and see whether it is set up well."""

from typing import Annotated

import typer

from ..options import Options
from .app import ERROR, EXIT_STATUSES, OK, app
from .options import (
    BaseUrlOption,
    ConfigOption,
    HomeOption,
    InsecureOption,
    LanguageOption,
    ModelOption,
    ProtocolOption,
    ProviderOption,
    TokenFileOption,
    TokenOption,
    UrlOption,
    model_choice,
    remote_choice,
)


@app.command(epilog=EXIT_STATUSES)
def init(  # noqa: PLR0913 - one for each option
    *,
    config: ConfigOption = None,
    home: HomeOption = None,
    url: UrlOption = None,
    token_file: TokenFileOption = None,
    token: TokenOption = None,
    insecure: InsecureOption = False,
    language: LanguageOption = None,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    provider: ProviderOption = None,
    protocol: ProtocolOption = None,
    sure: Annotated[
        bool, typer.Option("--yes", help="Write it without asking first; needs no terminal.")
    ] = False,
) -> int:
    """Write the settings file: asks for the home and a model, and checks both.

    With options, those are checked and written, and nothing else is asked.
    """
    from ..init import init as run  # noqa: PLC0415

    chosen = model_choice(model, base_url, provider, protocol)
    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    run(
        Options(config=config, home=home, remote=remote, language=language, model=chosen),
        sure=sure,
    )
    return OK


@app.command("config", epilog=EXIT_STATUSES)
def show_config(*, config: ConfigOption = None) -> int:
    """Show the settings in force, and where each comes from. Secrets are hidden."""
    from ..configuration.show import show_configuration  # noqa: PLC0415

    show_configuration(config)
    return OK


@app.command(epilog=EXIT_STATUSES)
def doctor(
    *,
    config: ConfigOption = None,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    provider: ProviderOption = None,
    protocol: ProtocolOption = None,
) -> int:
    """Check the language models: connection, key, model, streaming, tools, how fast they are.

    Says what to fix. Each model is asked two short questions, which may cost something.
    """
    from ..doctor import examine  # noqa: PLC0415

    return OK if examine(model_choice(model, base_url, provider, protocol), config) else ERROR
