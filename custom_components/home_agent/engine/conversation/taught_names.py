"""Names that the owner has taught: what people call a thing besides what the home calls it."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..errors import PersonError, StoreError
from ..home import Layout, Snapshot
from ..storage.quarantine import read_document
from ..storage.store import Store
from ..storage.type_check import check_types

_LOGGER = logging.getLogger(__name__)

_KEY = "taught_names"
_MOST = 200
_LONGEST = 60
_MOST_LAYOUTS = 8


class NotTaughtError(PersonError):
    """It cannot be taught; says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtName:
    """What a thing is called besides."""

    name: str
    entity_id: str


class TaughtNames:
    """The taught names of one home, read from its store when a sentence is first read."""

    def __init__(self, store: Store) -> None:
        """Keep them in this store."""
        self._store = store
        self._names: dict[str, TaughtName] | None = None
        self._lock = asyncio.Lock()
        self._layouts: dict[int, tuple[Layout, Layout]] = {}
        """By the identity of a layout: itself, which keeps that its own, and it with the names."""

    async def all(self) -> tuple[TaughtName, ...]:
        """All of them, in the order in which they were taught. Raises `StoreError`."""
        return tuple((await self._all()).values())

    async def teach(self, taught: TaughtName) -> None:
        """Have a thing be called this, too. Raises `NotTaughtError` or `StoreError`."""
        key = _key(taught.name)
        if not key or len(taught.name) > _LONGEST:
            raise NotTaughtError(f"A name has letters, and at most {_LONGEST} characters.")
        async with self._lock:
            known = dict(await self._all())
            known.pop(key, None)
            if len(known) >= _MOST:
                raise NotTaughtError(f"No more than {_MOST} names can be taught.")
            await self._write({**known, key: taught})

    async def forget(self, name: str) -> bool:
        """Forget a name; whether it was taught. Raises `StoreError`."""
        async with self._lock:
            known = dict(await self._all())
            if known.pop(_key(name), None) is None:
                return False
            await self._write(known)
            return True

    async def add_to(self, home: Snapshot) -> Snapshot:
        """The home with these names in it; itself where there are none."""
        try:
            names = await self._all()
        except StoreError as error:
            _LOGGER.warning("Names that were taught cannot be read: %s", error)
            return home
        return replace(home, layout=self._named(home.layout, names)) if names else home

    def _named(self, layout: Layout, names: Mapping[str, TaughtName]) -> Layout:
        """The same object for the same layout: whatever is worked out of names is kept by it."""
        known = self._layouts.get(id(layout))
        if known is not None and known[0] is layout:
            return known[1]
        entities = dict(layout.entities)
        for taught in names.values():
            if (entity := entities.get(taught.entity_id)) is not None:
                # A home may leave the name itself out of the names, which it may not do here.
                own = dict.fromkeys((entity.name, *entity.names, taught.name))
                entities[taught.entity_id] = replace(entity, names=tuple(own))
        named = replace(layout, entities=entities)
        while len(self._layouts) >= _MOST_LAYOUTS:
            del self._layouts[next(iter(self._layouts))]
        self._layouts[id(layout)] = layout, named
        return named

    async def _all(self) -> dict[str, TaughtName]:
        if self._names is None:
            self._names = await read_document(self._store, _KEY, _from_document) or {}
        return self._names

    async def _write(self, names: dict[str, TaughtName]) -> None:
        await self._store.put(_KEY, {"names": [asdict(taught) for taught in names.values()]})
        self._names = names
        self._layouts.clear()


def _from_document(document: Mapping[str, Any]) -> dict[str, TaughtName]:
    """Read the stored form. Raises what it finds wrong."""
    taught = [check_types(TaughtName(**kept)) for kept in document["names"]]
    return {_key(name.name): name for name in taught}


def _key(name: str) -> str:
    words = "".join(sign if sign.isalnum() else " " for sign in name.casefold()).split()
    return " ".join(words) if any(sign.isalpha() for word in words for sign in word) else ""
