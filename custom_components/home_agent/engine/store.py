"""Where things are kept between runs: small documents under a key, replaced as a whole."""

import asyncio
import json
import sqlite3
import weakref
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from .errors import StoreError

# Replacing a document gives it a new id, so that ids tell which was put last.
_TABLE = """
CREATE TABLE IF NOT EXISTS documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    document TEXT NOT NULL
) STRICT
"""


class Store(Protocol):
    """Documents by key. A document that was put is there after a crash, whole or not at all."""

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or nothing."""
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


class MemoryStore:
    """Documents that are gone with the process."""

    def __init__(self) -> None:
        """Start empty."""
        self._documents: dict[str, Mapping[str, Any]] = {}

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or nothing."""
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


class SqliteStore:
    """Documents in one SQLite file, which several processes may share.

    The file stays open: opening it for each document would take longer than a lamp needs to light.
    What is put is on the disk before `put` returns.
    """

    def __init__(self, path: Path) -> None:
        """Keep documents in this file; it is made on the first use."""
        self._path = path
        self._lock = asyncio.Lock()
        self._open: _OpenFile | None = None

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or nothing."""
        rows = await self._run("SELECT document FROM documents WHERE key = ?", key)
        document: Mapping[str, Any] | None = json.loads(rows[0][0]) if rows else None
        return document

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
        return tuple(key for (key,) in rows if key.startswith(prefix))

    async def _run(self, statement: str, *values: str) -> list[tuple[Any, ...]]:
        async with self._lock:
            return await asyncio.to_thread(self._execute, statement, values)

    def _execute(self, statement: str, values: tuple[str, ...]) -> list[tuple[Any, ...]]:
        try:
            if self._open is None or not self._open.is_still_there:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._open = _OpenFile(self._path)
            with self._open.connection as connection:
                return connection.execute(statement, values).fetchall()
        except (sqlite3.Error, OSError) as error:
            self._open = None
            message = f"{self._path} cannot be used to keep things in: {error}."
            raise StoreError(message) from error


class _OpenFile:
    """A connection to a file, which is closed when nobody needs it any more."""

    def __init__(self, path: Path) -> None:
        # Only one thread at a time uses it: the store has a lock.
        self.connection = sqlite3.connect(path, check_same_thread=False)
        weakref.finalize(self, self.connection.close)
        self._path = path
        with suppress(sqlite3.OperationalError):
            # Another process may be in the way just now; it only takes longer without.
            self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        with self.connection:
            self.connection.execute(_TABLE)
        self._file = _identity(path)

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
