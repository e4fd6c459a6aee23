"""Commands for what is remembered across conversations."""

from pathlib import Path
from typing import Annotated

import typer

from ..options import Options
from ..terminal.streams import decode_argument
from .app import app
from .options import house, settings, with_options
from .statuses import EXIT_STATUSES, OK

_memory = typer.Typer(
    help="What is remembered across conversations in a home.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(_memory, name="memory")

_Json = Annotated[bool, typer.Option("--json", help="One JSON object on each line.")]


@_memory.command("list", epilog=EXIT_STATUSES)
@with_options(settings, house)
def list_memories(
    options: Options,
    *,
    person: Annotated[
        str | None,
        typer.Option("--person", metavar="ID", help="Only what this user may be told."),
    ] = None,
    as_json: _Json = False,
) -> int:
    """List what is remembered, the oldest first."""
    from ..commands.memory import list_memories as run  # noqa: PLC0415

    run(options, person=person and decode_argument(person), as_json=as_json)
    return OK


@_memory.command(epilog=EXIT_STATUSES)
@with_options(settings, house)
def search(
    options: Options,
    words: Annotated[list[str], typer.Argument(metavar="WORDS")],
    *,
    as_json: _Json = False,
) -> int:
    """Search what is remembered by words, the best first."""
    from ..commands.memory import search_memories  # noqa: PLC0415

    search_memories(options, " ".join(map(decode_argument, words)), as_json=as_json)
    return OK


@_memory.command(epilog=EXIT_STATUSES)
@with_options(settings, house)
def forget(
    options: Options,
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="As list shows it.")] = None,
    *,
    everything: Annotated[bool, typer.Option("--all", help="Forget everything.")] = False,
) -> int:
    """Forget something, here and in what was said."""
    from ..commands.memory import forget_memories  # noqa: PLC0415

    forget_memories(options, tuple(ids or ()), everything=everything)
    return OK


@_memory.command(epilog=EXIT_STATUSES)
@with_options(settings, house)
def export(
    options: Options,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A new file; else standard output.")
    ] = None,
) -> int:
    """Write everything that is remembered as JSON, one memory on each line."""
    from ..commands.memory import export_memories  # noqa: PLC0415

    export_memories(options, file)
    return OK


@_memory.command("import", epilog=EXIT_STATUSES)
@with_options(settings, house)
def import_(options: Options, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> int:
    """Take in what was exported. Nothing that is remembered is replaced."""
    from ..commands.memory import import_memories  # noqa: PLC0415

    import_memories(options, file)
    return OK
