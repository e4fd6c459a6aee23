"""Commands that set the agent up, and see whether it is set up well."""

from typing import Annotated

import typer

from ..options import Options
from .app import app
from .options import house, language, model, settings, with_options
from .statuses import ERROR, EXIT_STATUSES, OK


@app.command(epilog=EXIT_STATUSES)
@with_options(settings, house, language, model)
def init(
    options: Options,
    *,
    sure: Annotated[
        bool, typer.Option("--yes", help="Write it without asking first; needs no terminal.")
    ] = False,
) -> int:
    """Write the settings file: asks for the home and a model, and checks both.

    With options, those are checked and written, and nothing else is asked.
    """
    from ..commands.init import init as run  # noqa: PLC0415

    run(options, sure=sure)
    return OK


@app.command("config", epilog=EXIT_STATUSES)
@with_options(settings)
def show_config(options: Options) -> int:
    """Show the settings in force, and where each comes from. Secrets are hidden."""
    from ..commands.config import show_configuration  # noqa: PLC0415

    show_configuration(options.config)
    return OK


@app.command(epilog=EXIT_STATUSES)
@with_options(settings, model)
def doctor(options: Options) -> int:
    """Check the language models: connection, key, model, streaming, tools, how fast they are.

    Says what to fix. Each model is asked two short questions, which may cost something.
    """
    from ..commands.doctor import examine  # noqa: PLC0415

    return OK if examine(options.model, options.config) else ERROR
