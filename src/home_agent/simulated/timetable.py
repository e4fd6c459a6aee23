"""What is going to happen in a simulated home, and when."""

from collections.abc import Callable, Hashable
from datetime import datetime

from .clock import Cancel, Clock


class Timetable:
    """Things to do at a time, each under a key. Only the earliest waits on the clock."""

    def __init__(self, clock: Clock) -> None:
        """Start with nothing to do."""
        self._clock = clock
        self._entries: dict[Hashable, tuple[float, Callable[[], None]]] = {}
        self._disarm: Cancel | None = None

    def put(self, key: Hashable, when: datetime, callback: Callable[[], None]) -> None:
        """Do this then, instead of what was under the key."""
        self._entries[key] = (when.timestamp(), callback)
        self.arm()

    def drop(self, key: Hashable) -> None:
        """Do not do it."""
        if self._entries.pop(key, None) is not None:
            self.arm()

    def clear(self) -> None:
        """Do nothing more."""
        self._entries.clear()
        self.arm()

    def catch_up(self) -> None:
        """Do everything that is due, earliest first."""
        while self._entries:
            key, (when, callback) = min(self._entries.items(), key=lambda entry: entry[1][0])
            if when > self._clock.now().timestamp():
                break
            del self._entries[key]
            callback()

    def arm(self) -> None:
        """Wait for the earliest on the clock, which may have had no event loop until now."""
        earliest = min((when for when, _ in self._entries.values()), default=None)
        if self._disarm is not None:
            self._disarm()
            self._disarm = None
        if earliest is not None:
            wait = earliest - self._clock.now().timestamp()
            self._disarm = self._clock.call_later(wait, self._fire)

    def _fire(self) -> None:
        self._disarm = None
        self.catch_up()
        self.arm()
