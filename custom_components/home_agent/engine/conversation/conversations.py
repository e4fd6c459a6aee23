"""The conversations of one home: stored, recalled, summarized and forgotten, as it is set."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from ..authority import Authority, conversation_id_in, conversation_owner, trim_fairly
from ..context.history import count_kept
from ..context.settings import HistorySettings
from ..errors import StoreError
from ..storage.quarantine import delete_damaged, find_damaged_keys, read_document
from ..storage.store import InMemoryStore, Store
from .conversation import CALLERS, Conversation, read_last
from .trace import Trace

type ConversationSummarizer = Callable[[Conversation], Awaitable[Conversation]]
"""The conversation with a summary of what is no longer shown, made by a model."""

_LOGGER = logging.getLogger(__name__)

_MOST_UNWRITTEN = 50
_CONVERSATIONS_KEPT = 50
_CALLERS_KEPT = 300
"""More of those: programs come back to one within minutes, or never."""

_PREFIX = "conversation/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expiry:
    """When a conversation is over: so long after the last word of it."""

    now: datetime
    after: timedelta

    def is_over(self, document: Mapping[str, Any]) -> bool:
        """Whether nobody goes on with it any more. One of which that is not known may go on."""
        last = read_last(document)
        return last is not None and self.now - last > self.after


class Conversations:
    """Keeps what was said, each under its key (`conversation_key`): two people never share one.

    A broken disk must not keep anyone from switching a lamp.
    """

    def __init__(
        self,
        store: Store,
        settings: HistorySettings,
        now: Callable[[], datetime],
    ) -> None:
        """Keep them in this store, or only in mind; `now` tells the home's time."""
        self._callers = InMemoryStore()
        self._store = store if settings.persist else InMemoryStore()
        self._expires = timedelta(hours=settings.expire)
        self._now = now
        self._summaries: set[asyncio.Task[None]] = set()
        self._writing = asyncio.Lock()
        self._unwritten: dict[str, Conversation] = {}
        """As they stand, where the store has them as they were: an old question is none."""

        self.exchanges_kept = count_kept(settings)
        """How many exchanges of each."""

    async def recall(self, key: str) -> Conversation:
        """The conversation so far, or a new one."""
        if key in self._unwritten:
            return self._unwritten[key]
        try:
            return await recall(self._store_of(key), key, expiry=self._expiry())
        except StoreError as error:
            _LOGGER.warning("Starting the conversation anew: %s", error)
            return Conversation()

    async def remember(self, key: str, conversation: Conversation) -> None:
        """Keep it for the next sentence."""
        async with self._writing:
            await self._write(key, conversation.at(self._now()))

    async def record_announcement(self, key: str, said: str, mentioned: tuple[str, ...]) -> None:
        """Keep what we said in it by ourselves, and what it was about."""
        before = await self.recall(key)
        await self.remember(
            key, before.with_announcement(said, mentioned, kept=self.exchanges_kept)
        )

    def summarize(self, key: str, summarize: ConversationSummarizer) -> None:
        """Have what is no longer shown summed up, while nobody waits for it."""
        task = asyncio.create_task(self._sum_up(key, summarize))
        self._summaries.add(task)
        task.add_done_callback(self._summaries.discard)

    async def keys_of(
        self, authority: Authority, conversation_id: str | None = None
    ) -> tuple[str, ...]:
        """The conversations that somebody may end: their own and the household's.

        For admins, everybody's. With an id, only those that are called so. Raises `StoreError`.
        """
        return tuple(
            key
            for key in await self._every_key()
            if (authority.is_admin or conversation_owner(key) in (None, authority.user_id))
            and conversation_id in (None, conversation_id_in(key))
        )

    async def _every_key(self) -> tuple[str, ...]:
        """All that there is of conversations: kept, damaged, or not written yet."""
        kept = (*await kept_keys(self._store), *await damaged_keys(self._store))
        kept += await kept_keys(self._callers)
        return tuple(dict.fromkeys((*kept, *self._unwritten)))

    async def forget(self, keys: Collection[str]) -> int:
        """Forget these conversations; tell how many there were. Raises `StoreError`."""
        async with self._writing:
            for key in keys:
                self._unwritten.pop(key, None)
            return await forget(self._store, keys) + await forget(self._callers, keys)

    async def hide(self, hide: Callable[[str], str], of: Callable[[str], bool]) -> None:
        """Have something hidden in what was said in some conversations. Raises `StoreError`."""
        async with self._writing:
            for key, conversation in self._unwritten.items():
                if of(key):
                    self._unwritten[key] = conversation.without(hide)
            for store in (self._store, self._callers):
                await hide_in_conversations(store, hide, of)

    async def close(self) -> None:
        """Sum up nothing more."""
        for task in self._summaries:
            task.cancel()
        await asyncio.gather(*self._summaries, return_exceptions=True)

    async def _sum_up(self, key: str, summarize: ConversationSummarizer) -> None:
        before = await self.recall(key)
        after = await summarize(before)
        if after is before:
            return
        async with self._writing:
            # Meanwhile the person may have gone on talking.
            latest = await self.recall(key)
            if latest.count >= after.count:
                summed = replace(latest, summary=after.summary, summarised=after.summarised)
                await self._write(key, summed)

    async def _write(self, key: str, conversation: Conversation) -> None:
        try:
            store = self._store_of(key)
            stored = await recall(store, key, expiry=self._expiry())
            if stored.summarised > conversation.summarised:
                conversation = replace(
                    conversation, summary=stored.summary, summarised=stored.summarised
                )
            kept = _CALLERS_KEPT if store is self._callers else _CONVERSATIONS_KEPT
            await remember(store, key, conversation, expiry=self._expiry(), kept=kept)
            self._unwritten.pop(key, None)
        except StoreError as error:
            _LOGGER.warning("The conversation is kept only until we end: %s", error)
            self._unwritten.pop(key, None)
            self._unwritten[key] = conversation
            while len(self._unwritten) > _MOST_UNWRITTEN:
                del self._unwritten[next(iter(self._unwritten))]

    def _store_of(self, key: str) -> Store:
        return self._callers if conversation_id_in(key).startswith(CALLERS) else self._store

    def _expiry(self) -> Expiry | None:
        return Expiry(now=self._now(), after=self._expires) if self._expires else None


async def recall(store: Store, key: str, *, expiry: Expiry | None = None) -> Conversation:
    """The conversation as it was left, or a new one. Raises `StoreError`."""

    def read(document: Mapping[str, Any]) -> Conversation | None:
        is_over = expiry is not None and expiry.is_over(document)
        return None if is_over else Conversation.from_document(document)

    return await read_document(store, f"{_PREFIX}{key}", read) or Conversation()


async def hide_in_conversations(
    store: Store, hide: Callable[[str], str], of: Callable[[str], bool]
) -> None:
    """Have something hidden in those kept conversations whose keys fit. Raises `StoreError`."""
    for key in await store.keys(_PREFIX):
        if not of(key.removeprefix(_PREFIX)):
            continue
        kept = await read_document(store, key, Conversation.from_document)
        if kept is not None and (hidden := kept.without(hide)) != kept:
            await store.put(key, hidden.as_document())


async def last_trace(store: Store) -> Trace | None:
    """What the last turn of any conversation rests on; `None` if there was none."""
    for key in reversed(await store.keys(_PREFIX)):
        conversation = await read_document(store, key, Conversation.from_document)
        if conversation is not None and conversation.trace:
            return conversation.trace
    return None


async def trace_of(store: Store, key: str) -> Trace | None:
    """What the last turn of a conversation rests on; `None` if there was none."""
    conversation = await read_document(store, f"{_PREFIX}{key}", Conversation.from_document)
    return conversation.trace if conversation is not None else None


async def remember(
    store: Store,
    key: str,
    conversation: Conversation,
    *,
    expiry: Expiry | None = None,
    kept: int = _CONVERSATIONS_KEPT,
) -> None:
    """Keep the conversation for next time, and forget those that are over or were left longest."""
    await store.put(f"{_PREFIX}{key}", conversation.as_document())
    left, gone = trim_fairly(await kept_keys(store), kept, conversation_owner)
    for old_key in gone:
        await store.delete(f"{_PREFIX}{old_key}")
    for kept_key in left if expiry else ():
        is_over = (
            await read_document(store, f"{_PREFIX}{kept_key}", expiry.is_over) if expiry else None
        )
        if is_over is False:
            # Whatever was put later was said later.
            break
        if is_over:
            await store.delete(f"{_PREFIX}{kept_key}")


async def kept_keys(store: Store) -> tuple[str, ...]:
    """The names under which conversations are kept, the one that was left longest first."""
    return tuple(key.removeprefix(_PREFIX) for key in await store.keys(_PREFIX))


async def damaged_keys(store: Store) -> tuple[str, ...]:
    """The names of conversations that were set aside, since they cannot be read."""
    found = await find_damaged_keys(store, _PREFIX)
    return tuple(key.removeprefix(_PREFIX) for key in found)


async def forget(store: Store, keys: Collection[str]) -> int:
    """Forget these conversations, damaged ones too; tell how many there were."""
    gone = [key for key in await kept_keys(store) if key in keys] if keys else []
    for key in gone:
        await store.delete(f"{_PREFIX}{key}")
    await delete_damaged(store, {f"{_PREFIX}{key}" for key in keys})
    return len(gone)
