"""What the owner has taught: sentences that we do not understand, each with one that we do."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..errors import StoreError
from ..storage.quarantine import read_document
from ..storage.store import Store
from ..storage.type_check import check_types
from .taught_names import NotTaughtError, TaughtNames

_LOGGER = logging.getLogger(__name__)

_KEY = "taught"
_MOST = 500
_LONGEST = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtSentence:
    """A sentence and what it means."""

    said: str
    means: str
    language: str


class TaughtSentences:
    """The taught sentences of one home, read from its store when one is first looked for."""

    def __init__(self, store: Store) -> None:
        """Keep them in this store."""
        self._store = store
        self.names = TaughtNames(store)
        """What things are called besides."""

        self._taught: dict[str, TaughtSentence] | None = None
        self._lock = asyncio.Lock()

    async def find(self, said: str, language: str) -> str | None:
        """What a sentence means as a whole, word for word; `None` if it was not taught."""
        try:
            found = (await self._all()).get(_key(said, language))
        except StoreError as error:
            _LOGGER.warning("What was taught cannot be read: %s", error)
            return None
        return found.means if found else None

    async def all(self) -> tuple[TaughtSentence, ...]:
        """All of them, in the order in which they were taught. Raises `StoreError`."""
        return tuple((await self._all()).values())

    async def teach(self, taught: TaughtSentence) -> None:
        """Have a sentence mean this from now on. Raises `NotTaughtError` or `StoreError`."""
        key = _key(taught.said, taught.language)
        if not key.strip() or max(len(taught.said), len(taught.means)) > _LONGEST:
            raise NotTaughtError(f"A sentence has words, and at most {_LONGEST} characters.")
        async with self._lock:
            known = dict(await self._all())
            known.pop(key, None)
            if len(known) >= _MOST:
                raise NotTaughtError(f"No more than {_MOST} sentences can be taught.")
            await self._write({**known, key: taught})

    async def forget(self, said: str, language: str) -> bool:
        """Forget what a sentence means; whether it was taught. Raises `StoreError`."""
        async with self._lock:
            known = dict(await self._all())
            if known.pop(_key(said, language), None) is None:
                return False
            await self._write(known)
            return True

    async def _all(self) -> dict[str, TaughtSentence]:
        if self._taught is None:
            self._taught = await read_document(self._store, _KEY, _from_document) or {}
        return self._taught

    async def _write(self, taught: dict[str, TaughtSentence]) -> None:
        kept = [asdict(sentence) for sentence in taught.values()]
        await self._store.put(_KEY, {"sentences": kept})
        self._taught = taught


def _from_document(document: Mapping[str, Any]) -> dict[str, TaughtSentence]:
    """Read the stored form. Raises what it finds wrong."""
    taught = [check_types(TaughtSentence(**kept)) for kept in document["sentences"]]
    return {_key(sentence.said, sentence.language): sentence for sentence in taught}


def _key(said: str, language: str) -> str:
    words = "".join(sign if sign.isalnum() else " " for sign in said.casefold()).split()
    return f"{language} {' '.join(words)}" if words else ""
