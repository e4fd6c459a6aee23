"""Time in a simulated home: the machine's, or one that a test moves by hand."""

import asyncio
import heapq
import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Protocol

type Cancel = Callable[[], None]


class Clock(Protocol):
    """Knows the time, and calls back when some of it has passed."""

    def now(self) -> datetime:
        """The home's local time, with its time zone."""
        ...

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Cancel:
        """Call back once, after so many seconds, unless the returned function is called first."""
        ...


class SystemClock:
    """The machine's clock, in the home's time zone."""

    def __init__(self, time_zone: tzinfo) -> None:
        """Tell the time in this zone."""
        self._time_zone = time_zone

    def now(self) -> datetime:
        """The time it is."""
        return datetime.now(self._time_zone)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Cancel:
        """Call back through the running event loop.

        Without one nothing is ever called back: a home that is only looked at catches up then.
        """
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return _nothing
        return loop.call_later(max(0.0, seconds), callback).cancel


class ManualClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: datetime) -> None:
        """Stand at this time, which needs a time zone."""
        if start.tzinfo is None:
            raise ValueError("A clock needs a time zone.")
        self._now = start
        self._order = itertools.count()
        self._queue: list[tuple[float, int]] = []
        self._callbacks: dict[int, Callable[[], None]] = {}

    def now(self) -> datetime:
        """The time it stands at."""
        return self._now

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Cancel:
        """Call back when the clock is moved that far."""
        number = next(self._order)
        due = self._now.timestamp() + max(0.0, seconds)
        heapq.heappush(self._queue, (due, number))
        self._callbacks[number] = callback

        def cancel() -> None:
            self._callbacks.pop(number, None)

        return cancel

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.move_to(after(self._now, seconds))

    def move_to(self, when: datetime) -> None:
        """Let time pass until then, calling back in order; each callback sees its own time."""
        end = when.timestamp()
        if end < self._now.timestamp():
            raise ValueError(f"Time does not go back: it is {self._now}, not yet {when}.")
        while self._queue and self._queue[0][0] <= end:
            due, number = heapq.heappop(self._queue)
            if callback := self._callbacks.pop(number, None):
                self._now = datetime.fromtimestamp(due, self._now.tzinfo)
                callback()
        self._now = when.astimezone(self._now.tzinfo)


def after(moment: datetime, seconds: float) -> datetime:
    """The moment that many true seconds later, also across a change to summer time.

    Two local times of one zone are subtracted and compared as a wall clock shows them, which is
    wrong by an hour twice a year. Whatever measures time goes through UTC, here and below.
    """
    return (moment.astimezone(UTC) + timedelta(seconds=seconds)).astimezone(moment.tzinfo)


def seconds_between(earlier: datetime, later: datetime) -> float:
    """True seconds from one moment to another."""
    return (later.astimezone(UTC) - earlier.astimezone(UTC)).total_seconds()


def whole_seconds(moment: datetime) -> datetime:
    """The moment without its fraction of a second."""
    return moment - timedelta(microseconds=moment.microsecond)


def _nothing() -> None:
    """Cancel what was never scheduled."""
