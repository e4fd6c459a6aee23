"""So much in so much time: calls of one person, wrong PINs of one conversation."""

from collections import deque
from collections.abc import Callable
from time import monotonic

_MOST_KNOWN = 1000


class Limit:
    """Counts what happens to each of many, and tells when it is too much."""

    def __init__(self, most: int, *, within: float, clock: Callable[[], float] = monotonic) -> None:
        """Allow so many within so many seconds."""
        self._most = most
        self._within = within
        self._clock = clock
        self._times: dict[str, deque[float]] = {}

    def reached(self, who: str) -> bool:
        """Whether one more would be too much."""
        return len(self._recent(who)) >= self._most

    def count(self, who: str) -> None:
        """It happened."""
        self._recent(who).append(self._clock())

    def over_in(self, who: str) -> float:
        """After how many seconds one more is not too much any longer."""
        times = self._recent(who)
        return times[0] + self._within - self._clock() if len(times) >= self._most else 0.0

    def forget(self, who: str) -> None:
        """Start anew."""
        self._times.pop(who, None)

    def _recent(self, who: str) -> deque[float]:
        if who not in self._times and len(self._times) >= _MOST_KNOWN:
            # whoever came first is the likeliest to be gone
            self._times.pop(next(iter(self._times)))
        times = self._times.setdefault(who, deque())
        while times and times[0] <= self._clock() - self._within:
            times.popleft()
        return times
