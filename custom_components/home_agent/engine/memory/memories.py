"""All memories of a home: loaded for reading, and stored before a change is confirmed.

Each memory is a document of its own, under its id and its revision, so that a correction is one
write: whoever dies between that and deleting the one before leaves two, of which the later counts.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from secrets import token_hex

from ..authority import conversation_owner
from ..language import Language, load_language, match_language
from ..privacy.sanitize import one_line
from ..storage.quarantine import delete_damaged, find_damaged_keys, read_document
from ..storage.store import Store
from ..understand.remembered import Remembered
from .changes import MemoryChange, MemoryRefusedError, StoredAs, StoredMemory
from .consolidation import Relation
from .loaded_memories import LoadedMemories
from .memory import LONGEST_CONTENT, Memory, MemoryDraft, MemoryMetadata
from .secrets import holds_secret
from .settings import MemorySettings
from .statements import build_redactor, plain_words
from .value import has_faded, without_old_history

_LOGGER = logging.getLogger(__name__)
_PREFIX = "memory/"
_ID_BYTES = 4

# That a memory was asked for is written down once a day: it only tells which are of use.
_ACCESS_WRITTEN = timedelta(days=1)

# Another program may keep memories in the same file. They are looked for no more often, and less
# where there are more than a thousand.
_LOOKED_AGAIN = timedelta(seconds=1)
_QUICKLY_LOOKED = 1000

_FADED_FORGOTTEN = timedelta(days=1)

type ConversationRedactor = Callable[[Callable[[str], str], Callable[[str], bool]], Awaitable[None]]
"""Hides by the first in the conversations whose keys the second takes."""

type MemoryListener = Callable[[MemoryChange], None]

_FEWEST_TELLING = 3


class Memories:
    """The memories of one home. Every method raises `StoreError` if the store fails.

    Nothing is read before somebody asks. `person` is a user id; None is nobody in particular, who
    gets the household's memories alone.
    """

    def __init__(
        self,
        store: Store,
        settings: MemorySettings,
        now: Callable[[], datetime],
        *,
        hide: ConversationRedactor | None = None,
    ) -> None:
        """Keep them in this store; `now` tells the home's time.

        `hide` has what somebody wants forgotten hidden in whatever else is kept.
        """
        self._hide = hide
        self._store = store
        self._now = now
        self._lock = asyncio.Lock()
        self._known = LoadedMemories()
        self._keys: dict[str, str] = {}
        """By id, the key of the document as it was read or written."""

        self._looked: datetime | None = None
        self._faded_forgotten: datetime | None = None
        self._listeners: list[MemoryListener] = []
        self.settings = settings

    @property
    def enabled(self) -> bool:
        """Whether memory is on. Existing memories can be seen and forgotten in any case."""
        return self.settings.enabled

    @property
    def durable(self) -> bool:
        """Whether memories survive a restart, so that storing them may be promised."""
        return self._store.durable

    def listen(self, listener: MemoryListener) -> Callable[[], None]:
        """Call the listener for every change; return a function that ends that."""
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    async def add(self, draft: MemoryDraft, language: str = "en") -> StoredMemory:
        """Store a memory, or correct the one that it contradicts. Raises `MemoryRefusedError`."""
        draft = self._checked(draft, load_language(match_language(language)))
        async with self._lock:
            await self._look()
            related = self._known.find_related(draft)
            return await self._store_draft(draft, *(related or (None, Relation.OTHER)))

    async def correct(
        self, memory_id: str, draft: MemoryDraft, language: str = "en"
    ) -> StoredMemory:
        """Replace the content of a memory, or add it if it is gone. Raises `MemoryRefusedError`."""
        draft = self._checked(draft, load_language(match_language(language)))
        async with self._lock:
            await self._look()
            memory = self._known.get(memory_id)
            relation = Relation.CONTRADICTS if memory else Relation.OTHER
            return await self._store_draft(draft, memory, relation)

    async def refresh(self) -> None:
        """Load changes of other programs, if that was not just done."""
        async with self._lock:
            await self._look()

    async def get(self, memory_id: str, person: str | None) -> Memory | None:
        """A memory by its id; None if it is not there, or not the person's."""
        async with self._lock:
            await self._look()
            memory = self._known.get(memory_id)
        return memory if memory is not None and memory.is_told_to(person) else None

    async def all_for(self, person: str | None) -> tuple[Memory, ...]:
        """The memories of a person and of the household, oldest first."""
        return tuple(memory for memory in await self.everything() if memory.is_told_to(person))

    async def everything(self) -> tuple[Memory, ...]:
        """All memories of everyone, for the owner and for an index."""
        async with self._lock:
            await self._look()
            return tuple(sorted(self._known, key=lambda memory: memory.extracted_at))

    async def search(
        self, words: str, person: str | None, most: int = 5
    ) -> tuple[tuple[Memory, float], ...]:
        """The memories of a person with some of these words and their ranks, best first."""
        async with self._lock:
            await self._look()
            found = self._known.search(words, lambda memory: memory.is_told_to(person))
            return tuple(islice(found, most))

    async def find(self, words: str, most: int) -> tuple[Memory, ...]:
        """All memories of everyone with some of these words, for the owner."""
        async with self._lock:
            await self._look()
            found = self._known.search(words, lambda _memory: True)
            return tuple(memory for memory, _score in islice(found, most))

    async def about(self, words: str, person: str | None, *, place: bool) -> tuple[Memory, ...]:
        """The memories of a person about some words, or about the place of what they name."""
        async with self._lock:
            await self._look()
            return self._known.about(words, person, place=place)

    async def answering(
        self, question: str, person: str | None, *, place: bool
    ) -> tuple[Memory, ...]:
        """The memories of a person that answer a question."""
        async with self._lock:
            await self._look()
            return self._known.answering(question, person, place=place)

    def view_for(self, person: str | None) -> Remembered:
        """What the sentences of somebody are read by; it may be asked from any thread."""
        return self._known.view_for(person)

    async def touch(self, memories: Iterable[Memory]) -> None:
        """Mark these memories as used now."""
        now = self._now()
        async with self._lock:
            for memory in memories:
                known = self._known.get(memory.id)
                if known is None or now - known.last_accessed < _ACCESS_WRITTEN:
                    continue
                used = replace(known, last_accessed=now)
                self._known.note_use(used)
                await self._store.put(self._keys[known.id], used.as_document())

    async def forget(self, memory_ids: Iterable[str]) -> tuple[Memory, ...]:
        """Forget these memories of anyone; return those that existed."""
        async with self._lock:
            await self._look()
            wanted = map(self._known.get, dict.fromkeys(memory_ids))
            known = [memory for memory in wanted if memory is not None]
            await self._forget(known)
        await self._hide_everywhere(known)
        return tuple(known)

    async def clear(self, owner: str | None = None, *, everybodys: bool = False) -> int:
        """Forget all memories of the household, of a person or of everyone; return how many."""
        async with self._lock:
            await self._look()
            known = [memory for memory in self._known if everybodys or memory.owner == owner]
            await self._forget(known)
            if everybodys:
                # What was damaged cannot be told apart by whose it was.
                await delete_damaged(self._store, await find_damaged_keys(self._store, _PREFIX))
        await self._hide_everywhere(known)
        return len(known)

    async def restore(self, memories: Iterable[Memory]) -> int:
        """Import exported memories without secrets; return how many were new."""
        language, new = load_language("en"), 0
        async with self._lock:
            await self._look()
            for memory in memories:
                own = (memory.own_words.said, memory.own_words.means) if memory.own_words else ()
                earlier = (old.content for old in memory.history)
                texts = (memory.content, *earlier, *own, *_texts_of(memory.metadata))
                if memory.id in self._known or any(holds_secret(text, language) for text in texts):
                    continue
                await self._write(memory)
                new += 1
            await self._trim(self._now())
        return new

    def _checked(self, draft: MemoryDraft, language: Language) -> MemoryDraft:
        if not self.enabled:
            raise MemoryRefusedError("off")
        content = one_line(draft.content, LONGEST_CONTENT)
        if not any(sign.isalnum() for sign in content):
            raise MemoryRefusedError("empty")
        own = (draft.own_words.said, draft.own_words.means) if draft.own_words else ()
        texts = (draft.content, content, *own, *_texts_of(draft.metadata))
        if any(holds_secret(text, language) for text in texts):
            raise MemoryRefusedError("secret")
        importance = min(max(draft.importance, 0.0), 1.0)
        return replace(draft, content=content, importance=importance)

    async def _store_draft(
        self, draft: MemoryDraft, related: Memory | None, relation: Relation
    ) -> StoredMemory:
        now = self._now()
        if related is not None and relation is Relation.CONTRADICTS:
            corrected = without_old_history(related.corrected(draft, now), now)
            await self._write(corrected)
            return StoredMemory(memory=corrected, how=StoredAs.CORRECTED, before=related)
        if related is not None and relation is Relation.SAME:
            again = replace(
                related,
                last_accessed=now,
                importance=max(related.importance, draft.importance),
                metadata=related.metadata + draft.metadata,
            )
            await self._write(again)
            return StoredMemory(memory=again, how=StoredAs.SAME)
        memory = Memory(
            id=self._new_id(),
            type=draft.type,
            content=draft.content,
            owner=draft.owner,
            source_conversation_id=draft.source_conversation_id,
            extracted_at=now,
            last_accessed=now,
            importance=draft.importance,
            metadata=draft.metadata,
            own_words=draft.own_words,
        )
        await self._write(memory)
        return StoredMemory(
            memory=memory, how=StoredAs.NEW, given_up=await self._trim(now, memory.id)
        )

    def _new_id(self) -> str:
        while (new := token_hex(_ID_BYTES)) in self._known:
            pass
        return new

    async def _look(self) -> None:
        """Load all memories, or those that another program has changed."""
        now = self._now()
        pause = _LOOKED_AGAIN * max(1, len(self._keys) / _QUICKLY_LOOKED)
        if self._looked is not None and abs(now - self._looked) < pause:
            return
        is_first = self._looked is None
        keys = await self._store.keys(_PREFIX)
        there, known = set(keys), set(self._keys.values())
        read = [
            memory
            for key in keys
            if key not in known and (memory := await self._read(key)) is not None
        ]
        gone = [memory for memory in self._known if self._keys[memory.id] not in there]
        self._drop(gone)
        stale = [key for memory in read if (key := self._keep(memory)) is not None]
        for key in stale:
            await self._store.delete(key)
        self._looked = now
        gone = [memory for memory in gone if memory.id not in self._known]
        if gone or (read and not is_first):
            now_known = dict.fromkeys(memory.id for memory in read)
            put = tuple(memory for key in now_known if (memory := self._known.get(key)))
            self._tell(MemoryChange(put=put, forgotten=tuple(gone)))
        await self._forget_faded(now)

    async def _read(self, key: str) -> Memory | None:
        memory = await read_document(self._store, key, Memory.from_document)
        if memory is not None and _key_of(memory) != key:
            _LOGGER.warning("%s holds another memory, and is left alone", key)
            return None
        return memory

    def _keep(self, memory: Memory) -> str | None:
        """Load a memory; return the key of the stored one that it replaces."""
        known = self._known.get(memory.id)
        if known is not None and known.revision > memory.revision:
            return _key_of(memory)
        before = self._keys.get(memory.id)
        self._known.put(memory)
        self._keys[memory.id] = _key_of(memory)
        return before if before != _key_of(memory) else None

    async def _write(self, memory: Memory) -> None:
        await self._store.put(_key_of(memory), memory.as_document())
        stale = self._keep(memory)
        self._tell(MemoryChange(put=(memory,)))
        if stale is not None:
            await self._store.delete(stale)

    async def _trim(self, now: datetime, spared: str = "") -> tuple[Memory, ...]:
        """Forget the least valuable above the limit, but not the newest."""
        given_up = self._known.least_valuable(self.settings.max_memories, now, spared)
        await self._forget(given_up)
        return given_up

    async def _forget_faded(self, now: datetime) -> None:
        if self._faded_forgotten and now - self._faded_forgotten < _FADED_FORGOTTEN:
            return
        self._faded_forgotten = now
        await self._forget([memory for memory in self._known if has_faded(memory, now)])

    async def _forget(self, memories: Iterable[Memory]) -> None:
        for memory in memories:
            await self._store.delete(self._keys[memory.id])
            self._drop((memory,))
            self._tell(MemoryChange(forgotten=(memory,)))

    async def _hide_everywhere(self, memories: list[Memory]) -> None:
        if self._hide is None:
            return
        for owner in dict.fromkeys(memory.owner for memory in memories):
            texts = [
                text
                for memory in memories
                if memory.owner == owner
                for text in (memory.content, *(earlier.content for earlier in memory.history))
            ]
            await self._hide(build_redactor(texts), _conversations_of(owner))
            if owner is None:
                # Others were told it, too; but with few words anybody could blot out anything.
                telling = [text for text in texts if len({*plain_words(text)}) >= _FEWEST_TELLING]
                await self._hide(
                    build_redactor(telling), lambda key: conversation_owner(key) is not None
                )

    def _drop(self, memories: Iterable[Memory]) -> None:
        for memory in memories:
            del self._keys[memory.id]
            self._known.remove(memory.id)

    def _tell(self, change: MemoryChange) -> None:
        for listener in tuple(self._listeners):
            listener(change)


def _key_of(memory: Memory) -> str:
    return f"{_PREFIX}{memory.id}.{memory.revision}"


def _conversations_of(owner: str | None) -> Callable[[str], bool]:
    return lambda key: conversation_owner(key) == owner


def _texts_of(metadata: MemoryMetadata) -> tuple[str, ...]:
    return (*metadata.people, *metadata.topics)
