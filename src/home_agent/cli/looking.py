"""Commands that look at the home, and at what was done there."""

from typing import Annotated

import typer

from ..options import Options
from ..terminal.streams import readable
from .app import app
from .options import house, language, settings
from .statuses import EXIT_STATUSES, OK
from .taking import taking


@app.command(epilog=EXIT_STATUSES)
@taking(settings, house, language)
def home(options: Options) -> int:
    """Show the house: its floors, rooms and devices, and how they are."""
    from ..commands.house import show_house  # noqa: PLC0415

    show_house(options)
    return OK


@app.command(epilog=EXIT_STATUSES)
def why() -> int:
    """Explain the last thing that was said in a chat: how it was read, and what came of it."""
    from ..commands.why import show_why  # noqa: PLC0415

    show_why()
    return OK


@app.command(epilog=EXIT_STATUSES)
def audit(
    *,
    last: Annotated[
        int, typer.Option("--last", metavar="N", min=1, help="Only the last N records.")
    ] = 50,
    about: Annotated[
        str,
        typer.Option("--about", metavar="TEXT", help="Only entities or services with TEXT."),
    ] = "",
    who: Annotated[
        str, typer.Option("--who", metavar="TEXT", help="Only what this user or origin asked for.")
    ] = "",
    status: Annotated[
        str, typer.Option("--status", metavar="WORD", help="Only what ended so, such as refused.")
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the records as JSON, one on each line.")
    ] = False,
) -> int:
    """Show what was done, for whom and on what authority, and how it ended."""
    from ..commands.audit import Wanted, show_audit  # noqa: PLC0415

    wanted = Wanted(last=last, about=readable(about), who=readable(who), status=readable(status))
    show_audit(wanted, as_json=as_json)
    return OK
