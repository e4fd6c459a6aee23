"""Where things are kept between runs: small documents under a key, replaced as a whole."""

import asyncio
import json
import sqlite3
import weakref
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from ..errors import DamagedError, NewerVersionError, StoreError

# Replacing a document gives it a new id, so that ids tell which was put last.
_TABLE = """
CREATE TABLE IF NOT EXISTS documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    document TEXT NOT NULL
) STRICT
"""


_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"

# What a newer version writes that this one could not read has a higher number.
_FORMAT = 0

# What could not be written leaves the file sound, and can still be read: on a full disk, another
# connection could not be opened.
_PASSING = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR})
_PRIMARY = 0xFF
"""The part of SQLite's error codes that tells the kind."""


class Store(Protocol):
    """Documents by key. A document that was put is there after a crash, whole or not at all."""

    @property
    def durable(self) -> bool:
        """Whether what is put outlives the process, so that something may be promised."""
        ...

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or `None`. Raises `DamagedError` for one that cannot be read."""
        ...

    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Replace the document."""
        ...

    async def delete(self, key: str) -> None:
        """Forget the document, if there is one."""
        ...

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """The keys that begin like this, the one that was put longest ago first."""
        ...

    async def rename(self, key: str, new_key: str) -> None:
        """Move a document to another key, as it is, whether or not it can be read."""
        ...


class InMemoryStore:
    """Documents that are gone with the process."""

    def __init__(self, *, durable: bool = False) -> None:
        """Start empty. `durable` is for tests, in which this object outlives the agent."""
        self._documents: dict[str, Mapping[str, Any]] = {}
        self._durable = durable

    @property
    def durable(self) -> bool:
        """Whether something may be promised on it."""
        return self._durable

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or `None`."""
        return self._documents.get(key)

    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Replace the document."""
        self._documents.pop(key, None)
        self._documents[key] = document

    async def delete(self, key: str) -> None:
        """Forget the document, if there is one."""
        self._documents.pop(key, None)

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """The keys that begin like this, the one that was put longest ago first."""
        return tuple(key for key in self._documents if key.startswith(prefix))

    async def rename(self, key: str, new_key: str) -> None:
        """Move a document to another key."""
        if key in self._documents:
            self._documents[new_key] = self._documents.pop(key)


class SqliteStore:
    """Documents in one SQLite file, which several processes may share.

    The file stays open: opening it for each document would take longer than a lamp needs to light.
    What is put is on the disk before `put` returns.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        """Keep documents in this file; it is made on the first use, or never."""
        self._path = path
        self._create = create
        self._lock = asyncio.Lock()
        self._open: _OpenFile | None = None

    @property
    def durable(self) -> bool:
        """What is put is on the disk."""
        return True

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or `None`. Raises `DamagedError` for one that cannot be read."""
        rows = await self._run("SELECT document FROM documents WHERE key = ?", key)
        return self._read(key, rows[0][0]) if rows else None

    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Replace the document."""
        await self._run(
            "REPLACE INTO documents (key, document) VALUES (?, ?)", key, json.dumps(document)
        )

    async def delete(self, key: str) -> None:
        """Forget the document, if there is one."""
        await self._run("DELETE FROM documents WHERE key = ?", key)

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """The keys that begin like this, the one that was put longest ago first."""
        rows = await self._run("SELECT key FROM documents ORDER BY id")
        # A key that is no text was none of ours.
        found = (key.decode(errors="replace") for (key,) in rows if isinstance(key, bytes))
        return tuple(key for key in found if key.startswith(prefix))

    async def rename(self, key: str, new_key: str) -> None:
        """Move a document to another key, as it is."""
        await self._run("UPDATE OR REPLACE documents SET key = ? WHERE key = ?", new_key, key)

    def _read(self, key: str, text: object) -> Mapping[str, Any]:
        try:
            document = json.loads(text.decode()) if isinstance(text, bytes) else text
        except (ValueError, RecursionError) as error:
            message = f"{key} in {self._path} is damaged: {error}."
            raise DamagedError(message) from error
        if not isinstance(document, dict):
            raise DamagedError(f"{key} in {self._path} is damaged: it is no document.")
        return document

    async def _run(self, statement: str, *values: str) -> list[tuple[Any, ...]]:
        async with self._lock:
            running = asyncio.create_task(asyncio.to_thread(self._execute, statement, values))
            try:
                return await asyncio.shield(running)
            except asyncio.CancelledError:
                # The thread goes on. Whoever comes next must find what it did.
                await asyncio.wait({running})
                raise

    def _execute(self, statement: str, values: tuple[str, ...]) -> list[tuple[Any, ...]]:
        try:
            if self._open is None or not self._open.is_still_there:
                if not self._create and not self._path.exists():
                    return []
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._open = _OpenFile(self._path)
            with self._open.connection as connection:
                return connection.execute(statement, values).fetchall()
        except (sqlite3.Error, OSError) as error:
            code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
            if code not in _PASSING or statement.startswith("SELECT"):
                self._open = None
            message = f"{self._path} cannot be used to keep things in: {error}."
            raise StoreError(message) from error


class _OpenFile:
    """A connection to a file, which is closed when nobody needs it any more."""

    def __init__(self, path: Path) -> None:
        # Only one thread at a time uses it: the store has a lock.
        self.connection = sqlite3.connect(path, check_same_thread=False)
        weakref.finalize(self, self.connection.close)
        # Whatever bytes are there: one row that is no text must not hide the others.
        self.connection.text_factory = bytes
        self._path = path
        self._check()
        with suppress(sqlite3.OperationalError):
            # Another process may be in the way just now; it only takes longer without.
            self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        with self.connection:
            self.connection.execute(_TABLE)
        self._file = _identity(path)

    def _check(self) -> None:
        """Change nothing in a file that is not ours, or not yet."""
        (version,) = self.connection.execute("PRAGMA user_version").fetchone()
        if version > _FORMAT:
            message = f"A newer version of Home Agent wrote {self._path}. Update, or move it away."
            raise NewerVersionError(message)
        tables = {name for (name,) in self.connection.execute(_TABLES)}
        if not tables <= {b"documents"}:
            raise StoreError(f"{self._path} is the database of another program. Move it away.")
        if tables:
            self.connection.execute("SELECT id, key, document FROM documents LIMIT 0")

    @property
    def is_still_there(self) -> bool:
        """Whether nobody has removed or replaced the file."""
        return _identity(self._path) == self._file


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
