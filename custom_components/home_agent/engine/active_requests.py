"""The requests being answered: so many of one caller, so many in all, and waiting for their end."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from .act.gate.rate_limit import RateLimit

MAX_PER_CALLER = 20
"""More than a family says at once, or a house has done at sunset."""

MAX_IN_ALL = 60
"""One caller cannot use them up, so that others are still heard."""


_MINUTE = 60.0


class ActiveRequests:
    """Counts what somebody waits for."""

    def __init__(
        self,
        *,
        per_caller: int = MAX_PER_CALLER,
        in_all: int = MAX_IN_ALL,
        a_minute: int = 0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Admit at most so many at once, and of one caller so many a minute; 0: any number."""
        self._turns = RateLimit(a_minute, within=_MINUTE, clock=clock) if a_minute else None
        self._per_caller = per_caller
        self._in_all = in_all
        self._admitted: Counter[str] = Counter()
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def track(self) -> Iterator[None]:
        """Count a request until it ends, without a limit."""
        self._count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._count -= 1
            if not self._count:
                self._idle.set()

    def is_too_often(self, caller: str) -> bool:
        """Whether a caller has said all that they may in a minute; else it is counted."""
        if self._turns is None:
            return False
        if self._turns.is_reached(caller):
            return True
        self._turns.count(caller)
        return False

    @contextmanager
    def admit(self, caller: str) -> Iterator[bool]:
        """Count a request of this caller until it ends; whether there was room for it."""
        full = self._admitted.total() >= self._in_all
        has_room = not full and self._admitted[caller] < self._per_caller
        with self.track():
            self._admitted[caller] += has_room
            try:
                yield has_room
            finally:
                self._admitted[caller] -= has_room
                if not self._admitted[caller]:
                    del self._admitted[caller]

    async def wait_idle(self, seconds: float) -> bool:
        """Wait at most so long until nothing is under way; whether that is so."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True
