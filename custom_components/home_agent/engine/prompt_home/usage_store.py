"""A store for one request: what models take is counted for good, and the rest is forgotten."""

from collections.abc import Mapping
from typing import Any

from ..storage.store import InMemoryStore, Store

_USAGE = "usage/"
_CONVERSATIONS = f"{_USAGE}conversations"
"""A conversation of a caller has no name by which it could be found again."""


class UsageStore:
    """Keeps what was used of the models, and of everything else nothing beyond the request."""

    def __init__(self, usage: Store) -> None:
        """Count in this store."""
        self._usage = usage
        self._passing = InMemoryStore()

    @property
    def durable(self) -> bool:
        """Nothing can be promised on it."""
        return False

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or None."""
        return await self._of(key).get(key)

    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Replace the document."""
        await self._of(key).put(key, document)

    async def delete(self, key: str) -> None:
        """Forget the document, if there is one."""
        await self._of(key).delete(key)

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """The keys that begin like this."""
        return await self._of(prefix).keys(prefix)

    async def rename(self, key: str, new_key: str) -> None:
        """Move a document to another key."""
        await self._of(key).rename(key, new_key)

    def _of(self, key: str) -> Store:
        is_counted = key.startswith(_USAGE) and key != _CONVERSATIONS
        return self._usage if is_counted else self._passing
