"""Where the agent keeps things: files in Home Assistant's storage folder."""

from collections.abc import Mapping
from typing import Any

from homeassistant.core import HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.storage import Store

from .const import DOMAIN
from .engine.errors import StoreError

# Documents are read with patience for what older versions of ours did not write. A file of a newer
# major version is refused and left as it is, so that going back does not cost anyone their history.
_VERSION = 1

# What is long and changes with every sentence; nothing else is written again along with it.
_LONG = ("audit/", "figures")
_LONG_WRITTEN_AFTER = 5.0

type Documents = dict[str, Mapping[str, Any]]


class HassStore:
    """The engine's documents of one config entry, read once and written file by file."""

    def __init__(self, hass: HomeAssistant, entry_id: str) -> None:
        """Use the entry's own files; nothing is read yet."""
        self._most = _File(hass, f"{DOMAIN}.{entry_id}")
        self._long = _File(hass, f"{DOMAIN}.{entry_id}.audit")

    async def async_load(self) -> None:
        """Read the files. Raises `StoreError`."""
        await self._most.async_load()
        await self._long.async_load()

    async def async_close(self) -> None:
        """Write what is not written yet."""
        if self._long.waiting:
            await self._long.async_save()

    async def async_remove(self) -> None:
        """Delete the files, if there are any."""
        await self._most.async_remove()
        await self._long.async_remove()

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or nothing."""
        return self._file_of(key).documents.get(key)

    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Replace the document."""
        documents = self._file_of(key).documents
        documents.pop(key, None)
        documents[key] = document
        await self._save(key)

    async def delete(self, key: str) -> None:
        """Forget the document, if there is one."""
        if self._file_of(key).documents.pop(key, None) is not None:
            await self._save(key)

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """The keys that begin like this, the one that was put longest ago first."""
        every = (*self._most.documents, *self._long.documents)
        return tuple(key for key in every if key.startswith(prefix))

    def _file_of(self, key: str) -> _File:
        return self._long if key.startswith(_LONG) else self._most

    async def _save(self, key: str) -> None:
        if key.startswith(_LONG):
            self._long.async_save_soon()
        else:
            # Not delayed: what was put must survive a crash. Documents that are put while the
            # file is being written share the next write.
            await self._most.async_save()


class _File:
    """Some documents in one file."""

    def __init__(self, hass: HomeAssistant, name: str) -> None:
        self._file = Store[Documents](hass, _VERSION, name, private=True, atomic_writes=True)
        self.documents: Documents = {}
        self.waiting = False
        """Whether something is to be saved soon."""

    async def async_load(self) -> None:
        try:
            documents = await self._file.async_load()
        except (HomeAssistantError, OSError) as error:
            raise StoreError(str(error)) from error
        if documents is not None and not isinstance(documents, dict):
            raise StoreError(f"{self._file.path} does not hold what we keep. Restore or delete it.")
        self.documents = documents or {}

    async def async_save(self) -> None:
        self.waiting = False
        await self._file.async_save(self.documents)

    @callback
    def async_save_soon(self) -> None:
        """Save within seconds, and at the latest when Home Assistant stops."""
        self.waiting = True
        self._file.async_delay_save(lambda: self.documents, _LONG_WRITTEN_AFTER)

    async def async_remove(self) -> None:
        await self._file.async_remove()
