"""What a chat keeps between runs, as far as this machine lets it."""

import os
from dataclasses import dataclass
from pathlib import Path

from home_agent.engine.errors import StoreError
from home_agent.engine.storage.store import InMemoryStore, Store

from ..paths import data_folder
from .lock import LockHolder, take_lock
from .store_file import open_store

_NOTHING_LATER = "Until that is put right, I plan nothing, and what is planned is not known."


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalStorage:
    """Where a chat keeps its history and conversations."""

    store: Store
    folder: Path | None = None
    """Where files may be written; None where none may."""

    trouble: str = ""
    """Why not everything is kept, or something that was is lost."""

    def lock(self, home: str) -> LockHolder | None:
        """Who else sees to what is for later in a home; None if it is we from now on."""
        if self.folder is None:
            # Nothing can be planned, and so there is nothing to see to.
            return None
        return take_lock(self.folder, home, "chat")


async def open_local_storage() -> LocalStorage:
    """Open what was kept; where that fails, keep things for this chat only and say why."""
    try:
        folder = writable_folder()
    except StoreError as error:
        trouble = f"{error} Nothing is kept after this chat. {_NOTHING_LATER}"
        return LocalStorage(store=InMemoryStore(), trouble=trouble)
    try:
        opened = await open_store(folder)
    except StoreError as error:
        trouble = f"{error} Conversations are not kept after this chat. {_NOTHING_LATER}"
        return LocalStorage(store=InMemoryStore(), folder=folder, trouble=trouble)
    return LocalStorage(store=opened.store, folder=folder, trouble=opened.trouble)


def writable_folder() -> Path:
    """Where things can be kept; raise `StoreError` where none can."""
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
