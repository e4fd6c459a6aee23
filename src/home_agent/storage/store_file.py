"""The file that everything is kept in, opened for use; one that is damaged is set aside first."""

import asyncio
import fcntl
import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from home_agent.engine.errors import StoreError
from home_agent.engine.storage.quarantine import record_damaged_file
from home_agent.engine.storage.store import SqliteStore

_NAME = "home-agent.db"
_USERS = "home-agent.users"
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_PRIMARY = 0xFF
"""The part of SQLite's error codes that tells the kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedStore:
    """A store that can be used."""

    store: SqliteStore
    trouble: str = ""
    """What is to be told of the file that was there before, if that was damaged."""


def store_path(folder: Path) -> Path:
    """Where the store is in a folder."""
    return folder / _NAME


async def open_store(folder: Path) -> OpenedStore:
    """Open what was kept. Raises `StoreError` where nothing can be kept.

    A file that is damaged as a whole is renamed, and a new one begun in its place, but only while
    no other program uses it: what that one has promised would be in the wrong file.
    """
    path = store_path(folder)
    store = SqliteStore(path)
    users = _Users(folder / _USERS)
    aside = await asyncio.to_thread(_without_damage, path, users)
    # A store that cannot be used shows itself now, and not in the middle of a sentence.
    await store.get("")
    if not aside:
        return OpenedStore(store=store)
    await record_damaged_file(store, aside)
    told = (
        f"{path} was damaged. It is kept as {aside}, and a new one was begun. What was planned"
        " before is not known: say again what you still want."
    )
    return OpenedStore(store=store, trouble=told)


class _Users:
    """Who uses the file: everybody shares a lock until their program ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._descriptor: int | None = None
        # Some file systems know no locks, and a full one may not take another file.
        with suppress(OSError):
            self._descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def are_alone(self) -> bool:
        """Whether we are the only one, and stay so until `share`."""
        if self._descriptor is None:
            return False
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.share()
            return False
        return True

    def share(self) -> None:
        """Let others use it, too."""
        if self._descriptor is not None:
            with suppress(OSError):
                fcntl.flock(self._descriptor, fcntl.LOCK_SH)


def _without_damage(path: Path, users: _Users) -> str:
    """Set the file aside if it is damaged; the name under which it is, or empty."""
    if not _is_damaged(path):
        return ""
    if not users.are_alone():
        raise StoreError(
            f"{path} is damaged, and another program uses it, too. End that one and start again."
        )
    try:
        # Somebody else may have seen to it before we were alone.
        return _quarantine(path) if _is_damaged(path) else ""
    except OSError as error:
        raise StoreError(f"{path} is damaged, and cannot be moved away: {error}.") from error
    finally:
        users.share()


def _is_damaged(path: Path) -> bool:
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(path)) as connection:
            found: list[tuple[object]] = connection.execute("PRAGMA quick_check(1)").fetchall()
            return found != [("ok",)]
    except sqlite3.DatabaseError as error:
        # Whatever else it is, using the file will tell.
        return error.sqlite_errorcode & _PRIMARY in _DAMAGED


def _quarantine(path: Path) -> str:
    """Rename the file, and first what belongs to it: a new one would be read along with that."""
    aside = path.with_name(f"{path.name}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}")
    for ending in ("-wal", "-shm", "-journal", ""):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside.name
