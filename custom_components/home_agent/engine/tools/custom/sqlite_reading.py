"""Reads rows of an SQLite file, and does nothing else: SQLite itself sees to that."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ...errors import OperatorError

if TYPE_CHECKING:
    from sqlite3 import Connection

# How many of its own steps SQLite takes between two looks at the clock.
_STEPS = 2000
_LONGEST_VALUE = 1_000_000
_LONGEST_TEXT = 4000
# They read files or load code, where a build of SQLite has them.
_DANGEROUS = frozenset({"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"})


class QueryFailedError(OperatorError):
    """Nothing was read; the message ends the sentence "the database …"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much may be read, and for how long."""

    seconds: float
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The rows that a query returned, and whether there are more."""

    rows: tuple[Mapping[str, Any], ...]
    has_more: bool


def read_rows(file: Path, statement: str, bound: Mapping[str, Any], limits: Limits) -> Rows:
    """Run a query and return its rows; blocks. Raises `QueryFailedError`."""
    import sqlite3  # noqa: PLC0415 - only those who ask a database pay

    if not file.is_file():
        raise QueryFailedError("is not there: no such file")
    ends = monotonic() + limits.seconds
    try:
        # A name is a name: what is in it opens nothing else.
        connection = sqlite3.connect(
            f"file:{quote(str(file.absolute()))}?mode=ro", uri=True, timeout=limits.seconds
        )
    except sqlite3.Error as error:
        raise QueryFailedError("cannot be opened") from error
    try:
        _restrain(connection, ends)
        cursor = connection.execute(statement, bound)
        names = [column[0] for column in cursor.description or ()]
        found = cursor.fetchmany(limits.rows + 1)
    except sqlite3.OperationalError as error:
        if monotonic() >= ends:
            told = f"took longer than {limits.seconds:g} seconds"
            raise QueryFailedError(told) from error
        raise QueryFailedError(f"cannot be asked that: {error}") from error
    except sqlite3.Error as error:
        raise QueryFailedError(f"cannot be asked that: {error}") from error
    finally:
        connection.close()
    rows = tuple(dict(zip(names, map(_plain, row), strict=True)) for row in found[: limits.rows])
    return Rows(rows=rows, has_more=len(found) > limits.rows)


def _restrain(connection: Connection, ends: float) -> None:
    """Allow reading alone, within limits, until a moment."""
    import sqlite3  # noqa: PLC0415 - likewise

    allowed = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE}

    def authorize(
        action: int, _first: str | None, second: str | None, _database: str | None, _by: str | None
    ) -> int:
        if action == sqlite3.SQLITE_FUNCTION:
            is_safe = (second or "").casefold() not in _DANGEROUS
        else:
            is_safe = action in allowed
        return sqlite3.SQLITE_OK if is_safe else sqlite3.SQLITE_DENY

    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.set_authorizer(authorize)
    connection.set_progress_handler(lambda: monotonic() >= ends, _STEPS)


def _plain(value: Any) -> Any:  # noqa: ANN401 - as SQLite has it
    """A value as JSON has it."""
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    return value[:_LONGEST_TEXT] if isinstance(value, str) else value
