"""A query on a database file that the owner names: it reads, and does nothing else.

SQLite itself is told so: the file is opened for reading, and its authorizer refuses whatever is no
`SELECT`. What a template fills in is bound to the statement and never pasted into it.
"""

import asyncio
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ....home import Snapshot
from ...tool import ToolContext, ToolEffect, ToolResult
from ..handler import (
    HandlerError,
    HandlerFactory,
    HandlerParts,
    HandlerType,
    RunnerFactory,
    WrittenTemplate,
)
from ..reading import HandlerReader
from ..sqlite_reading import Limits, QueryFailedError, read_rows
from ..templates import build_renderer, fill_in

_URL = "sqlite:///"
_SECONDS = 5.0
_ROWS = 100
_MOST_ROWS = 1000
# A text in quotes, what is a name in quotes, a comment, or a template on its own.
_PIECES = re.compile(
    r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|/\*.*?\*/|\{\{.*?\}\}|\{%", re.DOTALL
)
_SELECT = re.compile(r"\s*(?:select|with)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SqliteHandler:
    """A database file and a query on it."""

    statement: str
    """With a `:p1` wherever something is filled in."""

    values: Mapping[str, str]
    """By those names, the templates."""

    file: str = ""
    """Empty: the recorder's."""

    single: bool = False
    """Whether only the first row is told."""

    limits: Limits

    def templates(self) -> Iterable[WrittenTemplate]:
        """The templates in the query."""
        return (
            WrittenTemplate(where="query", source=source, looks=True)
            for source in self.values.values()
        )


def read_sqlite(values: Mapping[str, Any], _read: HandlerFactory) -> SqliteHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    reader = HandlerReader(values, ("query", "db_url", "single", "timeout", "max_rows"))
    query = reader.text("query", "must be a SELECT.")
    statement, bound = _bind(query, reader)
    if query and not _SELECT.match(query):
        reader.note("query", "must begin with SELECT or WITH, and not with a template.")
    file = _file(reader.text("db_url", default=""), reader)
    limits = Limits(
        seconds=reader.seconds("timeout", _SECONDS),
        rows=int(reader.number("max_rows", _ROWS, least=1, most=_MOST_ROWS)),
    )
    single = reader.flag("single", default=False)
    reader.check()
    return SqliteHandler(statement=statement, values=bound, file=file, single=single, limits=limits)


def _bind(query: str, reader: HandlerReader) -> tuple[str, Mapping[str, str]]:
    """The statement with names where templates stand, and the templates."""
    bound: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        piece = found[0]
        if piece == "{%" or (piece[0] == '"' and "{{" in piece):
            reader.note("query", "only a value may come from a template, in {{ … }}.")
            return piece
        if "{{" not in piece or piece.startswith(("--", "/*")):
            return piece
        key = f"p{len(bound) + 1}"
        bound[key] = piece[1:-1].replace("''", "'") if piece[0] == "'" else piece
        return f":{key}"

    return _PIECES.sub(name, query), bound


def _file(url: str, reader: HandlerReader) -> str:
    """The path in an address such as sqlite:////config/my.db, or a path."""
    if "://" not in url:
        return url
    if url.startswith(_URL):
        return unquote(url.removeprefix(_URL).partition("?")[0])
    reader.note("db_url", "must be a file, such as sqlite:////config/my.db.")
    return ""


class SqliteRunner:
    """Asks the database, in a thread of its own."""

    effect = ToolEffect.NOTHING

    def __init__(self, handler: SqliteHandler, file: Path) -> None:
        """Ask this of that."""
        self._handler = handler
        self._file = file

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Run the query, and return its rows."""
        handler = self._handler
        bound = self._bound(arguments, context.home.snapshot())
        try:
            found = await asyncio.to_thread(
                read_rows, self._file, handler.statement, bound, handler.limits
            )
        except QueryFailedError as error:
            raise HandlerError(f"the database {error}.") from error
        if handler.single:
            return ToolResult(success=True, result=found.rows[0] if found.rows else None)
        rows: Any = list(found.rows)
        if found.has_more:
            rows = {"rows": rows, "note": f"There are more than {len(rows)} rows."}
        return ToolResult(success=True, result=rows)

    def _bound(self, arguments: Mapping[str, Any], home: Snapshot) -> dict[str, Any]:
        """The values, each plain. Raises `TemplateFailedError`."""
        filled = fill_in(self._handler.values, arguments, build_renderer(home))
        return {
            name: value if isinstance(value, str | int | float | None) else str(value)
            for name, value in filled.items()
        }


def _build(
    handler: SqliteHandler, parts: HandlerParts, _build: RunnerFactory
) -> SqliteRunner | None:
    file = Path(handler.file) if handler.file else parts.recorder_file
    return None if file is None else SqliteRunner(handler, file)


TYPE = HandlerType(handler=SqliteHandler, read=read_sqlite, build=_build)
