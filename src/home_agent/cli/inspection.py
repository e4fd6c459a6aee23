"""Commands that look at the home, and at what was done there."""

from typing import Annotated

import typer

from ..options import Options
from ..terminal.streams import decode_argument
from .app import app
from .options import house, language, settings, with_options
from .statuses import EXIT_STATUSES, OK


@app.command(epilog=EXIT_STATUSES)
@with_options(settings, house, language)
def home(options: Options) -> int:
    """Show the house: its floors, rooms and devices, and how they are."""
    from ..commands.home import show_home  # noqa: PLC0415

    show_home(options)
    return OK


@app.command(epilog=EXIT_STATUSES)
def why() -> int:
    """Explain the last thing that was said in a chat: how it was read, and what came of it."""
    from ..commands.why import show_why  # noqa: PLC0415

    show_why()
    return OK


@app.command(epilog=EXIT_STATUSES)
def audit(  # noqa: PLR0913 - what can be typed
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
    security: Annotated[
        bool, typer.Option("--security", help="Only wrong PINs, lockouts and refusals.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the records as JSON, one on each line.")
    ] = False,
) -> int:
    """Show what was done, for whom and on what authority, and how it ended."""
    from ..commands.audit import AuditFilter, show_audit  # noqa: PLC0415

    audit_filter = AuditFilter(
        last=last,
        about=decode_argument(about),
        who=decode_argument(who),
        status=decode_argument(status),
        security=security,
    )
    show_audit(audit_filter, as_json=as_json)
    return OK
