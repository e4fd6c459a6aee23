"""The conversations of one home: taken up, kept, summed up and forgotten, as it is set."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta

from .context.history import exchanges_kept
from .context.settings import HistorySettings
from .conversation import Conversation, Expiry, forget, recall, remember
from .errors import StoreError
from .store import MemoryStore, Store

type SumUp = Callable[[Conversation], Awaitable[Conversation]]
"""The conversation with a summary of what is no longer shown, made by a model."""

_LOGGER = logging.getLogger(__name__)


class Conversations:
    """Keeps what was said. A broken disk must not keep anyone from switching a lamp."""

    def __init__(
        self, store: Store, settings: HistorySettings, now: Callable[[], datetime]
    ) -> None:
        """Keep them in this store, or only in mind; `now` tells the home's time."""
        self._store = store if settings.persist else MemoryStore()
        self._expires = timedelta(hours=settings.expire)
        self._now = now
        self._summaries: set[asyncio.Task[None]] = set()
        self._writing = asyncio.Lock()
        self.kept = exchanges_kept(settings)
        """How many exchanges of each."""

    async def recall(self, conversation_id: str) -> Conversation:
        """The conversation so far, or a new one."""
        try:
            return await recall(self._store, conversation_id, expiry=self._expiry())
        except StoreError as error:
            _LOGGER.warning("Starting the conversation anew: %s", error)
            return Conversation()

    async def remember(self, conversation_id: str, conversation: Conversation) -> None:
        """Keep it for the next sentence."""
        async with self._writing:
            await self._write(conversation_id, conversation.at(self._now()))

    async def tell(self, conversation_id: str, said: str, mentioned: tuple[str, ...]) -> None:
        """Keep what we said in it by ourselves, and what it was about."""
        before = await self.recall(conversation_id)
        await self.remember(conversation_id, before.told(said, mentioned, kept=self.kept))

    def sum_up(self, conversation_id: str, sum_up: SumUp) -> None:
        """Have what is no longer shown summed up, while nobody waits for it."""
        task = asyncio.create_task(self._sum_up(conversation_id, sum_up))
        self._summaries.add(task)
        task.add_done_callback(self._summaries.discard)

    async def forget(self, conversation_id: str | None = None) -> int:
        """Forget a conversation, or all of them; tell how many there were. Raises `StoreError`."""
        async with self._writing:
            return await forget(self._store, conversation_id)

    async def close(self) -> None:
        """Sum up nothing more."""
        for task in self._summaries:
            task.cancel()
        await asyncio.gather(*self._summaries, return_exceptions=True)

    async def _sum_up(self, conversation_id: str, sum_up: SumUp) -> None:
        before = await self.recall(conversation_id)
        after = await sum_up(before)
        if after is before:
            return
        async with self._writing:
            # Meanwhile the person may have gone on talking.
            latest = await self.recall(conversation_id)
            if latest.count >= after.count:
                summed = replace(latest, summary=after.summary, summarised=after.summarised)
                await self._write(conversation_id, summed)

    async def _write(self, conversation_id: str, conversation: Conversation) -> None:
        try:
            stored = await recall(self._store, conversation_id, expiry=self._expiry())
            if stored.summarised > conversation.summarised:
                conversation = replace(
                    conversation, summary=stored.summary, summarised=stored.summarised
                )
            await remember(self._store, conversation_id, conversation, expiry=self._expiry())
        except StoreError as error:
            _LOGGER.warning("The conversation is not kept: %s", error)

    def _expiry(self) -> Expiry | None:
        return Expiry(now=self._now(), after=self._expires) if self._expires else None
