"""The `home-agent` command, its help and its exit statuses."""

from typing import Annotated

import typer

from ..log import start_log
from ..paths import data_folder

EXIT_STATUSES = """\b
Exit status:
  0    it went well
  1    an error: a device did not do what it was asked, or the trouble is ours
  2    wrong usage: a command, an option or a file that cannot be used
  3    refused: nothing was done, because it was not understood, is not there,
       is not allowed, or a question came back
  130  stopped by Ctrl-C
"""
OK, ERROR, USAGE, REFUSED, INTERRUPTED = 0, 1, 2, 3, 130

app = typer.Typer(
    name="home-agent",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True, epilog=EXIT_STATUSES)
def root(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> int:
    """Talk to your home."""
    if version:
        from importlib.metadata import version as version_of  # noqa: PLC0415

        typer.echo(f"home-agent {version_of('home-agent')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        return USAGE
    start_log(data_folder())
    return OK
