"""The `home-agent` command, its help and its exit statuses."""

from typing import Annotated

import typer

from ..logs.level import LOG_LEVEL
from ..logs.log_file import start_log
from ..paths import data_folder
from .statuses import EXIT_STATUSES, OK, USAGE

app = typer.Typer(
    name="home-agent",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True, epilog=EXIT_STATUSES)
def root(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    _log_level: Annotated[
        str,
        typer.Option(
            LOG_LEVEL,
            metavar="LEVEL",
            help="How much goes into the log file: debug, info, warning or error. Every command "
            "takes it, in any place.",
        ),
    ] = "warning",
) -> int:
    """Talk to your home. Without a command, the chat opens."""
    if version:
        from importlib.metadata import version as version_of  # noqa: PLC0415

        typer.echo(f"home-agent {version_of('home-agent')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        return USAGE
    start_log(data_folder())
    return OK
