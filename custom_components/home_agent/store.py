"""Where the agent keeps things: files in Home Assistant's storage folder."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from homeassistant.core import CoreState, HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.storage import Store

from .const import DOMAIN, LOGGER
from .engine.errors import DamagedError, StoreError
from .engine.storage.quarantine import record_damaged_file

# Documents are read with patience for what older versions of ours did not write. A file of a newer
# major version is refused and left as it is, so that going back does not cost anyone their history.
_VERSION = 1

# What is long and changes with every sentence; nothing else is written again along with it.
_LONG = ("audit/", "figures")
_LONG_WRITTEN_AFTER = 5.0

# What can be worked out again: it is large, and written while nobody waits for it.
_VECTORS = ("vectors/",)

# What is remembered: there may be much of it, and it changes apart from all else.
_MEMORIES = ("memory/",)

# The document that counts the writes of a file, so that one can be told from the one before.
_WRITES = "writes"

_NOT_OURS = "{path} does not hold what we keep. Restore or delete it."

type Documents = dict[str, Mapping[str, Any]]


class HassStore:
    """The engine's documents of one config entry, read once and written file by file."""

    def __init__(self, hass: HomeAssistant, entry_id: str) -> None:
        """Use the entry's own files; nothing is read yet."""
        self._hass = hass
        self._most = _File(hass, f"{DOMAIN}.{entry_id}")
        self._long = _File(hass, f"{DOMAIN}.{entry_id}.audit")
        self._vectors = _File(hass, f"{DOMAIN}.{entry_id}.vectors")
        self._memories = _File(hass, f"{DOMAIN}.{entry_id}.memories")

    async def async_load(self) -> None:
        """Read the files. Raises `StoreError`."""
        damaged = await self._most.async_load()
        await self._long.async_load()
        # Should it be damaged, it is built again.
        await self._vectors.async_load()
        if aside := await self._memories.async_load():
            LOGGER.error("What was remembered cannot be read. It is kept as %s", aside)
        if damaged:
            try:
                await record_damaged_file(self, damaged)
            except StoreError as error:
                LOGGER.error("What was planned is not known, nor kept that it is not: %s", error)

    async def async_close(self) -> None:
        """Write what is not written yet."""
        for file in (self._long, self._vectors):
            if file.waiting:
                try:
                    await file.async_save()
                except OSError as error:
                    LOGGER.error("What was done lately is not kept: %s", error)

    async def async_remove(self) -> None:
        """Delete the files, if there are any."""
        await self._most.async_remove()
        await self._long.async_remove()
        await self._vectors.async_remove()
        await self._memories.async_remove()

    @property
    def durable(self) -> bool:
        """What is put is on the disk, until Home Assistant stops: then it is written at its end."""
        return self._hass.state is not CoreState.stopping

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or None. Raises `DamagedError` for one that is none."""
        document: object = self._file_of(key).documents.get(key)
        if document is not None and not isinstance(document, Mapping):
            raise DamagedError(f"{key} is damaged: it is no document.")
        return document

    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Replace the document. Raises `StoreError`, and has the one before then."""
        file = self._file_of(key)
        file.documents.pop(key, None)
        file.documents[key] = document
        await self._save(key)

    async def delete(self, key: str) -> None:
        """Forget the document, if there is one. Raises `StoreError`, and still has it then."""
        if self._file_of(key).documents.pop(key, None) is not None:
            await self._save(key)

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """The keys that begin like this, the one that was put longest ago first."""
        if prefix.startswith(_MEMORIES):
            return tuple(key for key in self._memories.documents if key.startswith(prefix))
        files = (self._most, self._long, self._vectors, self._memories)
        every = (key for file in files for key in file.documents)
        return tuple(key for key in every if key.startswith(prefix) and key != _WRITES)

    async def rename(self, key: str, new_key: str) -> None:
        """Move a document to another key, as it is. Raises `StoreError`."""
        file = self._file_of(key)
        if key not in file.documents:
            return
        document = file.documents[key]
        await self.put(new_key, document)
        if file.documents.get(key) is document:
            await self.delete(key)

    def _file_of(self, key: str) -> _File:
        if key.startswith(_VECTORS):
            return self._vectors
        if key.startswith(_MEMORIES):
            return self._memories
        return self._long if key.startswith(_LONG) else self._most

    async def _save(self, key: str) -> None:
        if key.startswith((*_LONG, *_VECTORS)):
            self._file_of(key).async_save_soon()
        else:
            # Not delayed: what was put must survive a crash. Documents that are put while the
            # file is being written share the next write.
            await self._file_of(key).async_save_surely(key)


class _File:
    """Some documents in one file."""

    def __init__(self, hass: HomeAssistant, name: str) -> None:
        self._hass = hass
        self._file = Store[Documents](hass, _VERSION, name, private=True, atomic_writes=True)
        self._writing = asyncio.Lock()
        self._writes = 0
        self._on_disk: Documents = {}
        self.documents: Documents = {}
        self.waiting = False
        """Whether something is to be saved soon."""

    async def async_load(self) -> str:
        """Read it; return the name under which Home Assistant has put a damaged one aside."""
        path = Path(self._file.path)
        there = await self._hass.async_add_executor_job(path.exists)
        documents = await self._async_read()
        self.documents, self._on_disk = documents or {}, dict(documents or {})
        self._writes = _number(self.documents)
        if documents is None and there:
            return await self._hass.async_add_executor_job(_moved_to, path)
        return ""

    async def async_save(self) -> None:
        self.waiting = False
        await self._file.async_save(self.documents)

    async def async_save_surely(self, key: str) -> None:
        """Write a document that has changed, or have it as it was before. Raises `StoreError`.

        Home Assistant tells nobody what it could not write. What is written is read again.
        """
        document = self.documents.get(key)
        self._writes += 1
        mine = self._writes
        self.documents[_WRITES] = {"number": mine}
        async with self._writing:
            # Whoever wrote while we waited may have written ours as well.
            if _number(self._on_disk) < mine:
                await self._async_write()
        if _number(self._on_disk) >= mine or self._hass.state is CoreState.stopping:
            return
        if self.documents.get(key) is document:
            self.documents.pop(key, None)
            if key in self._on_disk:
                self.documents[key] = self._on_disk[key]
        raise StoreError(
            f"{self._file.path} cannot be written; the log of Home Assistant says why."
        )

    async def _async_write(self) -> None:
        try:
            await self.async_save()
        except OSError as error:
            LOGGER.error("%s cannot be written: %s", self._file.path, error)
        if self._hass.state is CoreState.stopping:
            return
        try:
            self._on_disk = await self._async_read() or {}
        except StoreError as error:
            LOGGER.error("What was written cannot be read: %s", error)

    @callback
    def async_save_soon(self) -> None:
        """Save within seconds, and at the latest when Home Assistant stops."""
        self.waiting = True
        self._file.async_delay_save(lambda: self.documents, _LONG_WRITTEN_AFTER)

    async def async_remove(self) -> None:
        await self._file.async_remove()

    async def _async_read(self) -> Documents | None:
        try:
            documents = await self._file.async_load()
        except (HomeAssistantError, OSError) as error:
            raise StoreError(str(error)) from error
        except (KeyError, TypeError, ValueError) as error:
            raise StoreError(_NOT_OURS.format(path=self._file.path)) from error
        if documents is not None and not isinstance(documents, dict):
            raise StoreError(_NOT_OURS.format(path=self._file.path))
        return documents


def _moved_to(path: Path) -> str:
    """Where Home Assistant has moved a file that it could not read; empty if it is there."""
    aside = () if path.exists() else path.parent.glob(f"{path.name}.corrupt.*")
    return max((path.name for path in aside), default="")


def _number(documents: Documents) -> int:
    """Which write of a file this is; one of an older version counts as none."""
    writes: object = documents.get(_WRITES)
    number = writes.get("number") if isinstance(writes, Mapping) else None
    return number if isinstance(number, int) else 0
