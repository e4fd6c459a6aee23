"""Where the agent keeps things: one file in Home Assistant's storage folder."""

from collections.abc import Mapping
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.storage import Store

from .const import DOMAIN
from .engine.errors import StoreError

_VERSION = 1


class HassStore:
    """The engine's documents of one config entry, read once and written whole."""

    def __init__(self, hass: HomeAssistant, entry_id: str) -> None:
        """Use the entry's own file; nothing is read yet."""
        self._file = Store[dict[str, Mapping[str, Any]]](
            hass, _VERSION, f"{DOMAIN}.{entry_id}", private=True, atomic_writes=True
        )
        self._documents: dict[str, Mapping[str, Any]] = {}

    async def async_load(self) -> None:
        """Read the file. Raises `StoreError`."""
        try:
            self._documents = await self._file.async_load() or {}
        except (HomeAssistantError, OSError) as error:
            raise StoreError(str(error)) from error

    async def async_remove(self) -> None:
        """Delete the file, if there is one."""
        await self._file.async_remove()

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or nothing."""
        return self._documents.get(key)

    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Replace the document."""
        self._documents.pop(key, None)
        self._documents[key] = document
        await self._save()

    async def delete(self, key: str) -> None:
        """Forget the document, if there is one."""
        if self._documents.pop(key, None) is not None:
            await self._save()

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """The keys that begin like this, the one that was put longest ago first."""
        return tuple(key for key in self._documents if key.startswith(prefix))

    async def _save(self) -> None:
        # Not delayed: what was put must survive a crash. Documents that are put while the file
        # is being written share the next write.
        await self._file.async_save(self._documents)
