"""So much in so much time: calls of one person, wrong PINs in one home."""

from collections import deque
from collections.abc import Callable
from time import monotonic

_MOST_KNOWN = 1000


class RateLimit:
    """Counts what happens to each of many, and tells when it is too much."""

    def __init__(self, most: int, *, within: float, clock: Callable[[], float] = monotonic) -> None:
        """Allow so many within so many seconds."""
        self._most = most
        self._within = within
        self._clock = clock
        self._times: dict[str, deque[float]] = {}

    def is_reached(self, who: str) -> bool:
        """Whether one more would be too much."""
        return len(self._recent(who)) >= self._most

    def count(self, who: str) -> None:
        """It happened."""
        times = self._recent(who)
        times.append(self._clock())
        # Whoever did something last is the last to be forgotten.
        self._times.pop(who, None)
        self._times[who] = times
        while len(self._times) > _MOST_KNOWN:
            self._times.pop(next(iter(self._times)))

    def seconds_to_wait(self, who: str) -> float:
        """After how many seconds one more is not too much any longer."""
        times = self._recent(who)
        return times[0] + self._within - self._clock() if len(times) >= self._most else 0.0

    def forget(self, who: str) -> None:
        """Start anew."""
        self._times.pop(who, None)

    def _recent(self, who: str) -> deque[float]:
        # Asking about somebody leaves no trace: it must not make us forget another.
        times = self._times.get(who, deque())
        while times and times[0] <= self._clock() - self._within:
            times.popleft()
        return times
