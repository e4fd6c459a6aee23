"""Whether the watches of the settings can see what they are about.

A thing may come later than the settings that name it, or be renamed under them. A watch that sees
nothing never rings, so that somebody must be told; it works as soon as the thing is there.
"""

import logging
from collections.abc import Callable

from ..events import EventListener, WatchImpaired
from ..home import Change, Home, LayoutChanged
from .watch import Watch

_LOGGER = logging.getLogger(__name__)


class MissingEntityMonitor:
    """Looks whether everything is there, now and whenever the home is rearranged."""

    def __init__(self, home: Home, watches: tuple[Watch, ...], tell: EventListener) -> None:
        """Tell of the watches that are about something that is not there."""
        self._home = home
        self._watches = watches
        self._tell = tell
        self._missing: dict[str, tuple[str, ...]] = {}
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Look, and look again whenever something came or went."""
        if self._watches:
            self._stop = self._home.subscribe(self._hear)
            self._check()

    def close(self) -> None:
        """Look no more."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    def _hear(self, change: Change) -> None:
        if isinstance(change, LayoutChanged):
            self._check()

    def _check(self) -> None:
        there = self._home.snapshot().layout.entities
        if not there:
            # The home itself is not there yet.
            return
        for watch in self._watches:
            missing = tuple(entity_id for entity_id in watch.entity_ids if entity_id not in there)
            if missing != self._missing.get(watch.name, ()):
                self._missing[watch.name] = missing
                _log(watch.name, missing)
                self._tell(WatchImpaired(name=watch.name, entity_ids=missing))


def _log(name: str, missing: tuple[str, ...]) -> None:
    if missing:
        _LOGGER.warning(
            "The watch '%s' of the settings is about %s, which this home does not have."
            " It begins to work as soon as that is there; else correct the id in the settings.",
            name,
            ", ".join(missing),
        )
    else:
        _LOGGER.info("The watch '%s' of the settings now sees all that it is about.", name)
