"""Commands that set the agent up, and see whether it is set up well."""

from pathlib import Path
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
    """Check the home, MCP servers and language models: connection, version, key, tools, speed.

    Says what to fix. Each model is asked two short questions, which may cost something.
    """
    from ..commands.doctor import examine  # noqa: PLC0415

    return OK if examine(options.model, options.config) else ERROR


migration = typer.Typer(no_args_is_help=True, help="Take over what you had elsewhere.")
app.add_typer(migration, name="migrate")


@migration.command("extended-openai", epilog=EXIT_STATUSES)
@with_options(settings)
def migrate_extended_openai(  # noqa: PLR0913 - what can be typed
    options: Options,
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Its functions as YAML, its options, or Home Assistant's core.config_entries."
        ),
    ],
    *,
    agent: Annotated[str, typer.Option(help="Which one, where there are several.")] = "",
    keep_names: Annotated[
        bool, typer.Option("--keep-names", help="Tell the model of tools by the names it had.")
    ] = False,
    for_home_assistant: Annotated[
        bool, typer.Option("--yaml", help="Only print what goes into configuration.yaml.")
    ] = False,
    sure: Annotated[
        bool, typer.Option("--yes", help="Write it without asking first; needs no terminal.")
    ] = False,
) -> int:
    """Take over Extended OpenAI Conversation: its functions, prompt and model.

    Shows what is carried over and what is not, with the reason, and asks before it is written.
    """
    from ..commands.migrate import migrate_extended_openai as run  # noqa: PLC0415

    well = run(
        tuple(files),
        options.config,
        agent=agent,
        keep_names=keep_names,
        sure=sure,
        for_home_assistant=for_home_assistant,
    )
    return OK if well else ERROR
