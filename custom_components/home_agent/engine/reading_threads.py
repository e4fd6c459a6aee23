"""Threads of our own that sentences are read in: few, fair, and free when nobody waits any more.

Reading is work for a processor. In the threads that a whole home shares it would hold up everybody
who waits for a disk or a device, so it has its own; and each caller reads one sentence at a time,
so that whoever has much to say holds up nobody else.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from functools import partial
from typing import override

from .understand.effort import Effort, count_looks

_THREADS = 2


class ReadingThreads:
    """Runs what reads sentences; belongs to one agent, and ends with it."""

    def __init__(self) -> None:
        """Have no thread yet: each begins when there is something to read."""
        self._own = ThreadPoolExecutor(_THREADS, thread_name_prefix="home_agent_reading")
        self._pool: Executor | None = self._own
        self._queues: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}
        self._efforts: set[Effort] = set()

    async def run[**Given, Read](
        self,
        caller: str,
        read: Callable[Given, Read],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Read:
        """What is read, once it is this caller's turn; given up where the caller is cancelled.

        Raises `GivenUpError` where it takes too much work.
        """
        async with self._turn_of(caller):
            effort = Effort()
            self._efforts.add(effort)
            work = partial(_counted, effort, partial(read, *given, **named))
            loop = asyncio.get_running_loop()
            try:
                # What somebody asks of an agent that has ended is read like anything else at home.
                return await loop.run_in_executor(self._pool, copy_context().run, work)
            except asyncio.CancelledError:
                # A thread cannot be ended from outside; it looks, and ends by itself.
                effort.stop()
                raise
            finally:
                self._efforts.discard(effort)

    async def close(self) -> None:
        """End the threads; what is being read is given up."""
        self._pool = None
        for effort in self._efforts:
            effort.stop()
        await asyncio.to_thread(self._own.shutdown)

    @asynccontextmanager
    async def _turn_of(self, caller: str) -> AsyncIterator[None]:
        """Wait until nothing else is read for this caller."""
        queue = self._queues.setdefault(caller, asyncio.Lock())
        self._waiting[caller] = self._waiting.get(caller, 0) + 1
        try:
            async with queue:
                yield
        finally:
            self._waiting[caller] -= 1
            if not self._waiting[caller]:
                del self._waiting[caller], self._queues[caller]


def _counted[Read](effort: Effort, read: Callable[[], Read]) -> Read:
    with count_looks(effort):
        return read()


class LentThreads(ReadingThreads):
    """Threads of somebody else, who ends them: for agents that come and go with a request."""

    def __init__(self, owner: ReadingThreads) -> None:
        """Read in the threads of this owner, one sentence at a time for each caller as there."""
        super().__init__()
        self._owner = owner

    @override
    async def run[**Given, Read](
        self,
        caller: str,
        read: Callable[Given, Read],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Read:
        """What is read, once it is this caller's turn."""
        return await self._owner.run(caller, read, *given, **named)

    @override
    async def close(self) -> None:
        """Leave them to their owner."""
