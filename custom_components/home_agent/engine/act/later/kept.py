"""Values that outlive the process: in memory for looking at, and in the store before anything."""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...store import Store
from .documents import as_document, from_document

_LOGGER = logging.getLogger(__name__)


class Kept[T]:
    """Values of one kind, each a document of its own, so that each is there whole or not at all."""

    def __init__(self, store: Store, kind: type[T], identify: Callable[[T], str]) -> None:
        """Keep them in this store; nothing is read yet."""
        self._store = store
        self._kind = kind
        self._prefix = f"{kind.__name__.lower()}/"
        self._identify = identify
        self._values: dict[str, T] = {}
        self._changed: set[str] = set()
        self.edition = 0
        """Another number whenever there are others than before."""

    def __iter__(self) -> Iterator[T]:
        return iter(tuple(self._values.values()))

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, value_id: str) -> T:
        return self._values[value_id]

    def __contains__(self, value_id: str) -> bool:
        return value_id in self._values

    async def load(self) -> None:
        """Read all that was kept. What cannot be read stays where it is, and is told in the log."""
        found = {}
        for key in await self._store.keys(self._prefix):
            document = await self._store.get(key)
            value = None if document is None else self._read(key, document)
            if value is not None:
                found[self._identify(value)] = value
        self._values = found
        self.edition += 1

    async def put(self, value: T) -> None:
        """Keep it; when this returns, it survives a crash. Raises `StoreError`."""
        value_id = self._identify(value)
        before = self._values.get(value_id)
        self._values[value_id] = value
        self.edition += 1
        try:
            await self._store.put(f"{self._prefix}{value_id}", as_document(value))
        except BaseException:
            self._values.pop(value_id, None)
            if before is not None:
                self._values[value_id] = before
            self.edition += 1
            raise

    def change(self, value: T) -> None:
        """Put another in its place now, to be kept with the next `write`."""
        self._values[self._identify(value)] = value
        self._changed.add(self._identify(value))

    @property
    def unwritten(self) -> bool:
        """Whether something changed since it was last kept."""
        return bool(self._changed)

    async def write(self) -> None:
        """Keep what has changed. Raises `StoreError`."""
        while self._changed:
            value = self._values.get(self._changed.pop())
            if value is not None:
                await self.put(value)

    async def drop(self, value: T) -> None:
        """Forget it. Raises `StoreError`."""
        value_id = self._identify(value)
        self._values.pop(value_id, None)
        self.edition += 1
        await self._store.delete(f"{self._prefix}{value_id}")

    def _read(self, key: str, document: Mapping[str, Any]) -> T | None:
        try:
            value = from_document(document)
        except (KeyError, TypeError, ValueError) as error:
            _LOGGER.warning("%s cannot be read, and is left alone: %r", key, error)
            return None
        return value if isinstance(value, self._kind) else None
