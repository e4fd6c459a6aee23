"""Commands that show and try out the tools of a model."""

from typing import Annotated

import typer

from ..options import Options
from ..terminal.streams import decode_argument
from .app import app
from .options import house, language, settings, with_options
from .statuses import ERROR, EXIT_STATUSES, OK

_tools = typer.Typer(
    help="The tools that a model may use, yours among them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(_tools, name="tools")

_Name = Annotated[str, typer.Argument(metavar="NAME", help="The tool, by its name.")]


@_tools.command("list", epilog=EXIT_STATUSES)
@with_options(settings, house)
def list_tools(
    options: Options,
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print them as JSON, one on each line.")
    ] = False,
) -> int:
    """List the tools: what each can touch, and what it is for. None is run."""
    from ..commands.tools import list_tools as run  # noqa: PLC0415

    run(options, as_json=as_json)
    return OK


@_tools.command("show", epilog=EXIT_STATUSES)
@with_options(settings, house)
def show_tool(options: Options, name: _Name) -> int:
    """Show a tool as a model is told of it. It is not run."""
    from ..commands.tools import show_tool as run  # noqa: PLC0415

    run(options, decode_argument(name))
    return OK


@_tools.command("test", epilog=EXIT_STATUSES)
@with_options(settings, house, language)
def try_tool(
    options: Options,
    name: _Name,
    *,
    arguments: Annotated[
        str, typer.Option("--json", metavar="JSON", help="Its arguments, such as '{\"city\": …}'.")
    ] = "{}",
) -> int:
    """Run a tool once, as a model would, and print {"success", "result", "error"}.

    It really acts, through the same checks as ever; what takes a yes is refused.
    """
    from ..commands.tools import try_tool as run  # noqa: PLC0415

    return OK if run(options, decode_argument(name), decode_argument(arguments)) else ERROR
