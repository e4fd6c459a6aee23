"""The conversations of one home: taken up, kept, summed up and forgotten, as it is set."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta

from ..authority import Authority, conversation_id_in, conversation_owner
from ..context.history import count_kept
from ..context.settings import HistorySettings
from ..errors import StoreError
from ..storage.store import MemoryStore, Store
from .conversation import (
    Conversation,
    Expiry,
    damaged_keys,
    forget,
    kept_keys,
    recall,
    remember,
)

type Summarize = Callable[[Conversation], Awaitable[Conversation]]
"""The conversation with a summary of what is no longer shown, made by a model."""

_LOGGER = logging.getLogger(__name__)

_MOST_UNWRITTEN = 50


class Conversations:
    """Keeps what was said, each under its key (`conversation_key`): two people never share one.

    A broken disk must not keep anyone from switching a lamp.
    """

    def __init__(
        self, store: Store, settings: HistorySettings, now: Callable[[], datetime]
    ) -> None:
        """Keep them in this store, or only in mind; `now` tells the home's time."""
        self._store = store if settings.persist else MemoryStore()
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
            return await recall(self._store, key, expiry=self._expiry())
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

    def summarize(self, key: str, summarize: Summarize) -> None:
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
        return tuple(dict.fromkeys((*kept, *self._unwritten)))

    async def forget(self, keys: Collection[str]) -> int:
        """Forget these conversations; tell how many there were. Raises `StoreError`."""
        async with self._writing:
            for key in keys:
                self._unwritten.pop(key, None)
            return await forget(self._store, keys)

    async def close(self) -> None:
        """Sum up nothing more."""
        for task in self._summaries:
            task.cancel()
        await asyncio.gather(*self._summaries, return_exceptions=True)

    async def _sum_up(self, key: str, summarize: Summarize) -> None:
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
            stored = await recall(self._store, key, expiry=self._expiry())
            if stored.summarised > conversation.summarised:
                conversation = replace(
                    conversation, summary=stored.summary, summarised=stored.summarised
                )
            await remember(self._store, key, conversation, expiry=self._expiry())
            self._unwritten.pop(key, None)
        except StoreError as error:
            _LOGGER.warning("The conversation is kept only until we end: %s", error)
            self._unwritten.pop(key, None)
            self._unwritten[key] = conversation
            while len(self._unwritten) > _MOST_UNWRITTEN:
                del self._unwritten[next(iter(self._unwritten))]

    def _expiry(self) -> Expiry | None:
        return Expiry(now=self._now(), after=self._expires) if self._expires else None
