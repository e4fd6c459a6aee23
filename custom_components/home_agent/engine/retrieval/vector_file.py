"""Stores vectors in a few documents, so that a restart need not make them again.

They can all be worked out again, and so nothing waits until they are written, and what is damaged
is left out: whoever loads them has a vector for each text that has not changed since, and makes the
others. Numbers are kept in a byte each; a direction is all that they are.
"""

import binascii
import logging
import zlib
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np

from ..errors import DamagedError, StoreError
from ..storage.store import Store
from .table import Vector

_LOGGER = logging.getLogger(__name__)

_VERSION = 1
_PREFIX = "vectors/"
_BLOCKS = 64
_LARGEST = 127.0

type Entry = tuple[str, Vector]
"""What tells a text from what it was, and its vector."""


class VectorFile:
    """The vectors of one collection, made by one model."""

    def __init__(self, store: Store, name: str, model: str) -> None:
        """Keep them under this name; those that another model made are of no use."""
        self._store = store
        self._prefix = f"{_PREFIX}{name}/"
        self._model = model
        self._entries: dict[int, dict[str, Entry]] = {}
        self._changed: set[int] = set()

    async def load(self) -> Mapping[str, Entry]:
        """The stored vectors by id; damaged ones are logged and left out."""
        damaged = 0
        try:
            for key in await self._store.keys(self._prefix):
                block = key.removeprefix(self._prefix)
                try:
                    document = await self._store.get(key)
                    entries = _read(document or {}, self._model)
                except DamagedError, ValueError, TypeError, LookupError, binascii.Error:
                    damaged += 1
                    await self._store.delete(key)
                    continue
                if block.isdecimal():
                    self._entries[int(block)] = entries
        except StoreError as error:
            _LOGGER.warning("Vectors that were kept cannot be read, and are made anew: %s", error)
        if damaged:
            _LOGGER.warning(
                "The index %s is damaged in %s of its parts. These are built again from the texts.",
                self._prefix.removeprefix(_PREFIX).rstrip("/"),
                damaged,
            )
        return {id_: entry for block in self._entries.values() for id_, entry in block.items()}

    def put(self, entries: Mapping[str, Entry]) -> None:
        """Set vectors by id; `write` stores them."""
        for id_, entry in entries.items():
            block = _block(id_)
            self._entries.setdefault(block, {})[id_] = entry
            self._changed.add(block)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove vectors; `write` removes them from the disk."""
        for id_ in ids:
            block = _block(id_)
            if self._entries.get(block, {}).pop(id_, None) is not None:
                self._changed.add(block)

    def keep_only(self, ids: Collection[str]) -> None:
        """Remove all other vectors."""
        known = [id_ for block in self._entries.values() for id_ in block]
        self.remove(id_ for id_ in known if id_ not in ids)

    async def write(self) -> None:
        """Store what has changed. A failing store only makes the next start slower."""
        changed, self._changed = self._changed, set()
        try:
            for block in sorted(changed):
                entries, key = self._entries.get(block), f"{self._prefix}{block}"
                if entries:
                    await self._store.put(key, _write(entries, self._model))
                else:
                    await self._store.delete(key)
        except StoreError as error:
            self._changed |= changed
            _LOGGER.warning("Vectors cannot be kept, and are made anew next time: %s", error)


def _block(id_: str) -> int:
    return zlib.crc32(id_.encode()) % _BLOCKS


def _write(entries: Mapping[str, Entry], model: str) -> Mapping[str, Any]:
    rows = np.array([vector for _, vector in entries.values()], dtype=np.float32)
    largest = np.maximum(np.abs(rows).max(axis=1, keepdims=True), 1e-12)
    numbers = np.rint(rows / largest * _LARGEST).astype(np.int8).tobytes()
    return {
        "version": _VERSION,
        "model": model,
        "ids": list(entries),
        "digests": [digest for digest, _ in entries.values()],
        "vectors": b64encode(numbers).decode(),
        "check": zlib.crc32(numbers),
    }


def _read(document: Mapping[str, Any], model: str) -> dict[str, Entry]:
    """Raises `ValueError` and its like for what was not written by us."""
    if document["model"] != model or document["version"] != _VERSION:
        return {}
    ids, digests = document["ids"], document["digests"]
    numbers = b64decode(document["vectors"], validate=True)
    if zlib.crc32(numbers) != document["check"] or len(ids) != len(digests):
        raise ValueError("it is not what was written")
    rows = np.frombuffer(numbers, dtype=np.int8).reshape(len(ids), -1).astype(np.float32)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return {
        str(id_): (str(digest), row) for id_, digest, row in zip(ids, digests, rows, strict=True)
    }
