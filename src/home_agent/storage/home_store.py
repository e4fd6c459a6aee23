"""Views of a store: the plans of one home only, and plans that are only read."""

from collections.abc import Mapping
from typing import Any

from home_agent.engine.errors import StoreError
from home_agent.engine.storage.store import Store

# Conversations, the record of what was done and what models cost are the person's.
_OF_A_HOME = (*("alarms", "damaged/", "job/", "journal", "last/", "memory/", "patience", "timer/"),)


class HomeStore:
    """A store in which a home finds only its own plans."""

    def __init__(self, store: Store, home: str) -> None:
        """Keep what is this home's apart; nothing stands for the homes that are simulated."""
        self._store = store
        self._mark = f"home/{home}/" if home else ""

    @property
    def durable(self) -> bool:
        """Whether what is put outlives the process."""
        return self._store.durable

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or None."""
        return await self._store.get(self._own(key))

    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Replace the document."""
        await self._store.put(self._own(key), document)

    async def delete(self, key: str) -> None:
        """Forget the document, if there is one."""
        await self._store.delete(self._own(key))

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """The keys that begin like this, the one that was put longest ago first."""
        own = self._own(prefix)
        found = await self._store.keys(own)
        return tuple(key.removeprefix(self._mark) for key in found) if own != prefix else found

    async def rename(self, key: str, new_key: str) -> None:
        """Move a document to another key, as it is."""
        await self._store.rename(self._own(key), self._own(new_key))

    def _own(self, key: str) -> str:
        return f"{self._mark}{key}" if key.startswith(_OF_A_HOME) else key


_PLANS = ("damaged", "job/", "timer/")


class ReadOnlyPlans:
    """A store that has what is planned from another one, and everything else of its own."""

    def __init__(self, plans: Store, store: Store) -> None:
        """Read what is planned in the one, and use the other for the rest."""
        self._plans = plans
        self._store = store

    @property
    def durable(self) -> bool:
        """What is planned is known. Nothing can be promised, since nobody waits for it."""
        return self._plans.durable

    async def get(self, key: str) -> Mapping[str, Any] | None:
        """The document, or None."""
        return await self._of(key).get(key)

    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Replace the document. Raises `StoreError` for what is planned."""
        if key.startswith(_PLANS):
            raise StoreError("Nothing can be planned here.")
        await self._store.put(key, document)

    async def delete(self, key: str) -> None:
        """Forget the document, if there is one. Raises `StoreError` for what is planned."""
        if key.startswith(_PLANS):
            raise StoreError("Nothing that is planned can be changed here.")
        await self._store.delete(key)

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """The keys that begin like this, the one that was put longest ago first."""
        return await self._of(prefix).keys(prefix)

    async def rename(self, key: str, new_key: str) -> None:
        """Move a document to another key, as it is: a damaged plan is set aside."""
        await self._of(key).rename(key, new_key)

    def _of(self, key: str) -> Store:
        return self._plans if key.startswith(_PLANS) else self._store
