"""Quarantine of damaged documents, so that all others go on working.

Nothing of them is lost. They are in the store as they were found, below `damaged/` and the time at
which that was noticed. A file that was damaged as a whole is told of below `damaged-file/`.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from ..errors import DamagedError, NewerVersionError, StoreError
from .store import Store

_LOGGER = logging.getLogger(__name__)

_DOCUMENTS = "damaged/"
_FILES = "damaged-file/"
_STAMP = "%Y%m%dT%H%M%S.%fZ"
_TOLD_FOR = timedelta(days=7)

# Whatever reading a document raises where it is not what was written.
_UNREADABLE = (
    *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
    DamagedError,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Something that was found damaged."""

    key: str
    """The document that it was, or the file that everything was in."""

    when: datetime
    is_file: bool = False

    @property
    def hides_plans(self) -> bool:
        """Whether something that was planned is no longer known."""
        return self.is_file or self.key.startswith(("job/", "timer/"))


async def read_document[T](
    store: Store, key: str, read: Callable[[Mapping[str, Any]], T]
) -> T | None:
    """What a document holds; `None` if there is none, or a damaged one, which is set aside.

    Raises `NewerVersionError`, and `StoreError` where nothing can be read at all.
    """
    try:
        document = await store.get(key)
        return None if document is None else read(document)
    except NewerVersionError:
        raise
    except _UNREADABLE as error:
        await _quarantine(store, key, error)
        return None


async def _quarantine(store: Store, key: str, why: Exception) -> None:
    aside = f"{_DOCUMENTS}{datetime.now(UTC):{_STAMP}}/{key}"
    # What it says may be somebody's own words.
    _LOGGER.debug("%s cannot be read: %r", key, why)
    try:
        await store.rename(key, aside)
    except StoreError as error:
        aside = f"{key}, since it cannot be moved: {error}"
    _LOGGER.error("%s is damaged (%s). It is kept as %s", key, type(why).__name__, aside)


async def record_damaged_file(store: Store, file: str) -> None:
    """Record that what was kept before is in this other file, and cannot be read."""
    await store.put(f"{_FILES}{datetime.now(UTC):{_STAMP}}", {"file": file})


async def find_recent_damage(store: Store) -> tuple[Damage, ...]:
    """What was found damaged in the last days, oldest first. Raises `StoreError`."""
    found = []
    for key in await store.keys(_DOCUMENTS):
        stamp, _, document = key.removeprefix(_DOCUMENTS).partition("/")
        found.append((stamp, document, False))
    for key in await store.keys(_FILES):
        document = (await store.get(key) or {}).get("file", "")
        found.append((key.removeprefix(_FILES), str(document), True))
    since = datetime.now(UTC) - _TOLD_FOR
    return tuple(
        Damage(key=key, when=when, is_file=is_file)
        for stamp, key, is_file in found
        if (when := _read_stamp(stamp)) is not None and when > since
    )


async def find_damaged_keys(store: Store, prefix: str) -> tuple[str, ...]:
    """The keys that damaged documents had which begin like this. Raises `StoreError`."""
    keys = (_original_key(aside) for aside in await store.keys(_DOCUMENTS))
    return tuple(dict.fromkeys(key for key in keys if key.startswith(prefix)))


async def delete_damaged(store: Store, keys: Collection[str]) -> None:
    """Delete what is left of the damaged documents that had these keys. Raises `StoreError`."""
    for aside in await store.keys(_DOCUMENTS):
        if _original_key(aside) in keys:
            await store.delete(aside)


def _original_key(aside: str) -> str:
    """The key that a document had before it was set aside."""
    return aside.removeprefix(_DOCUMENTS).partition("/")[2]


def _read_stamp(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
