"""Values that outlive the process: in memory for looking at, and in the store before anything."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from ...errors import NewerVersionError, StoreError
from ...storage.quarantine import read_document
from ...storage.store import Store
from .documents import UnknownKindError, as_document, from_document
from .wakeup import Clock

_LOGGER = logging.getLogger(__name__)

RETRY_AFTER = 60.0
"""Seconds: a disk that is full is seldom full for less."""


class StoredValues[T]:
    """Values of one kind, each a document of its own, so that each is there whole or not at all."""

    def __init__(
        self, store: Store, kind: type[T], prefix: str, identify: Callable[[T], str]
    ) -> None:
        """Keep them in this store, under keys with this prefix; nothing is read yet."""
        self._store = store
        self._kind = kind
        self._prefix = prefix
        self._identify = identify
        self._values: dict[str, T] = {}
        self._changed: set[str] = set()
        self._behind: set[str] = set()
        """What the store has otherwise or still has, since it could not be written."""

        self.has_unread = False
        """Whether a newer version has left something that this one cannot read."""

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
        """Read all that is stored. What is damaged is set aside. Raises `StoreError`."""
        found: dict[str, T] = {}
        has_unread = False
        for key in await self._store.keys(self._prefix):
            try:
                value = await read_document(self._store, key, self._reader(key))
            except NewerVersionError as error:
                _LOGGER.warning("%s is left alone: %s", key, error)
                has_unread = True
                continue
            if value is not None:
                found[self._identify(value)] = value
        self._values, self.has_unread = found, has_unread
        self.edition += 1

    async def put(self, value: T) -> None:
        """Store a value; when this returns, it survives a crash. Raises `StoreError`."""
        value_id = self._identify(value)
        before = self._values.get(value_id)
        self._values[value_id] = value
        self.edition += 1
        try:
            await self._store.put(f"{self._prefix}{value_id}", as_document(value))
        except asyncio.CancelledError:
            # Whoever gave up was promised nothing, and it may be written all the same.
            self._restore(value_id, before, value)
            self._behind.add(value_id)
            with suppress(StoreError):
                await self.write()
            raise
        except BaseException:
            self._restore(value_id, before, value)
            raise
        self._behind.discard(value_id)

    async def drop(self, value: T) -> None:
        """Delete a value; where that fails, it is still there. Raises `StoreError`."""
        value_id = self._identify(value)
        before = self._values.pop(value_id, None)
        self.edition += 1
        try:
            await self._store.delete(f"{self._prefix}{value_id}")
        except StoreError:
            self._restore(value_id, before, None)
            raise
        self._behind.discard(value_id)

    def change(self, value: T) -> None:
        """Put or replace a value in memory, to be stored with the next `write`."""
        value_id = self._identify(value)
        if value_id not in self._values:
            self.edition += 1
        self._values[value_id] = value
        self._changed.add(value_id)

    def end(self, value: T) -> None:
        """Delete a value in memory, and in the store with the next `write`."""
        value_id = self._identify(value)
        self._values.pop(value_id, None)
        self.edition += 1
        self._changed.add(value_id)

    @property
    def unwritten(self) -> bool:
        """Whether something changed since the last `write`."""
        return bool(self._changed)

    def rewrite(self) -> None:
        """Have the next `write` try again what could not be stored."""
        self._changed |= self._behind

    async def write(self) -> None:
        """Store what has changed, and what could not be stored before. Raises `StoreError`."""
        self._behind |= self._changed
        self._changed.clear()
        for value_id in tuple(self._behind):
            value = self._values.get(value_id)
            if value is not None:
                await self.put(value)
            else:
                await self._store.delete(f"{self._prefix}{value_id}")
                self._behind.discard(value_id)

    def _restore(self, value_id: str, before: T | None, after: T | None) -> None:
        """Have again what the store has, unless it has changed further meanwhile."""
        if self._values.get(value_id) is not after:
            return
        self._values.pop(value_id, None)
        if before is not None:
            self._values[value_id] = before
        self.edition += 1

    def _reader(self, key: str) -> Callable[[Mapping[str, Any]], T]:
        def read(document: Mapping[str, Any]) -> T:
            try:
                value = from_document(document)
            except UnknownKindError as error:
                message = f"A newer version of Home Agent wrote it: {error}."
                raise NewerVersionError(message) from error
            # Under another key than its own it would never be deleted, and be done again.
            if not isinstance(value, self._kind) or key != f"{self._prefix}{self._identify(value)}":
                raise TypeError(f"{key} holds {type(value).__name__}")
            return value

        return read


class RetryingWriter:
    """Writes what has changed in memory. A full disk delays that, and raises nothing."""

    def __init__(
        self, values: StoredValues[Any], clock: Clock, *, wake: Callable[[], None]
    ) -> None:
        """Write these values, and call `wake` when it may be tried again."""
        self._values = values
        self._clock = clock
        self._wake = wake
        self._cancel: Callable[[], None] | None = None

    async def write(self) -> None:
        """Write what has changed, or try again later."""
        try:
            await self._values.write()
        except StoreError as error:
            _LOGGER.warning("What became of something for later is not written yet: %s", error)
            if self._cancel is None:
                self._cancel = self._clock.call_later(RETRY_AFTER, self._try_again)

    def close(self) -> None:
        """Try no more."""
        if self._cancel is not None:
            self._cancel()
            self._cancel = None

    def _try_again(self) -> None:
        self._cancel = None
        self._values.rewrite()
        self._wake()
