"""What was found out and holds for a while; how often that spared finding it out again."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from time import monotonic


@dataclass(slots=True)
class CacheFigures:
    """How a cache does."""

    hits: int = 0
    misses: int = 0


class TimedCache[Value]:
    """Values by key, each for so many seconds; with none, nothing is kept or counted."""

    def __init__(
        self,
        seconds: float,
        *,
        most: int = 100,
        figures: CacheFigures | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Keep at most so many, and count there."""
        self.figures = figures or CacheFigures()
        self._seconds = seconds
        self._most = most
        self._clock = clock
        self._kept: dict[Hashable, tuple[float, Value]] = {}

    @property
    def is_on(self) -> bool:
        """Whether anything is kept at all."""
        return self._seconds > 0

    def get(self, key: Hashable) -> Value | None:
        """What is kept under a key; `None` if nothing is, or no longer."""
        if not self.is_on:
            return None
        kept = self._kept.get(key)
        if kept is not None and self._clock() < kept[0]:
            self.figures.hits += 1
            return kept[1]
        self._kept.pop(key, None)
        self.figures.misses += 1
        return None

    def put(self, key: Hashable, value: Value) -> None:
        """Keep it from now on; the oldest makes room."""
        if not self.is_on:
            return
        self._kept.pop(key, None)
        while len(self._kept) >= self._most:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = (self._clock() + self._seconds, value)
