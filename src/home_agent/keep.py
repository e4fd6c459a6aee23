"""What a chat keeps between runs, as far as this machine lets it."""

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path

from home_agent.engine.errors import StoreError
from home_agent.engine.store import MemoryStore, SqliteStore, Store

from .paths import data_folder

_NOT_ALONE = "Another chat is open, and sees to what is for later. This one cannot wait."


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Where a chat keeps its history and conversations."""

    store: Store
    folder: Path | None = None
    """Where files may be written; nothing where none may."""

    trouble: str = ""
    """Why not everything is kept."""

    alone: bool = True
    """Whether no other chat sees to what is for later; two of them would do everything twice."""


async def open_keep() -> Keep:
    """Open what was kept; where that fails, keep things for this chat only and say why."""
    try:
        folder = _writable_folder()
    except StoreError as error:
        return Keep(store=MemoryStore(), trouble=f"{error} Nothing is kept after this chat.")
    store = SqliteStore(folder / "home-agent.db")
    try:
        # A store that cannot be used shows itself now and not in the middle of a sentence.
        await store.get("")
    except StoreError as error:
        trouble = f"{error} Conversations are not kept after this chat."
        return Keep(store=MemoryStore(), folder=folder, trouble=trouble)
    alone = _lock(folder / "later.lock")
    trouble = (
        "" if alone else "Another chat is open, and sees to what is for later. This one cannot."
    )
    return Keep(store=store, folder=folder, trouble=trouble, alone=alone)


def _lock(path: Path) -> bool:
    """Whether we are the only ones; held until the program ends, however it ends."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # Some file systems know no locks; then nobody can tell, and one chat is the rule.
        return True
    return True


def _writable_folder() -> Path:
    folder = data_folder()
    if folder is None:
        raise StoreError("There is no home folder to keep things in; set HOME or XDG_DATA_HOME.")
    try:
        # What people say at home is nobody else's business.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder} cannot be made: {error.strerror or error}.") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StoreError(f"{folder} cannot be written to.")
    return folder
