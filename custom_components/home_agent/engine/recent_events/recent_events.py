"""What happened lately: a bounded memory of what people might want to hear of.

A home may report thousands of changes a second, nearly all of them of no interest. So what a thing
is, is looked up once until the home is rearranged; figures are only remembered where they moved
notably; and what is pressing has a place of its own, which no lamp can crowd out.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from ..home import Change, Home, Layout, RecordedState, StateChanged
from ..home.model import UNKNOWN
from ..outcome import Outcome
from .figures import FigureTracker
from .home_events import HomeEvents
from .kinds import PRESSING, Kind, kind_of

_MOST = 300
_MOST_OURS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentEvent:
    """A thing became something else."""

    at: datetime
    entity_id: str
    before: str
    after: str
    ours: bool = False
    """Whether it was our doing."""


class RecentEvents:
    """Remembers what happened in one home while somebody was there to see it."""

    def __init__(self, home: Home, event_types: tuple[str, ...] = ()) -> None:
        """Remember nothing yet; besides states, events of these types."""
        self._home = home
        self.home_events = HomeEvents(home, event_types)
        """What the home told besides its states."""

        self._layout: Layout | None = None
        self._kinds: dict[str, Kind | None] = {}
        self._figures: dict[str, FigureTracker] = {}
        self._pressing: deque[RecentEvent] = deque(maxlen=_MOST)
        self._others: deque[RecentEvent] = deque(maxlen=_MOST)
        self._ours: deque[tuple[str, datetime]] = deque(maxlen=_MOST_OURS)
        self._began: datetime | None = None
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Remember what happens from now on."""
        if self._stop is None:
            self._began = self._home.snapshot().now
            self._stop = self._home.subscribe(self.hear)
            self.home_events.start()

    def close(self) -> None:
        """Look no more."""
        self.home_events.close()
        if self._stop is not None:
            self._stop()
            self._stop = None

    @property
    def since(self) -> datetime | None:
        """Since when everything is known that mattered, None if nobody looked."""
        full = (events[0].at for events in (self._pressing, self._others) if len(events) == _MOST)
        began = self._began
        return None if began is None else max((began, *full), key=datetime.timestamp)

    def after(self, start: datetime) -> Iterator[RecentEvent]:
        """What happened since then, the oldest first."""
        ours = {*self._ours}
        both = sorted((*self._pressing, *self._others), key=lambda event: event.at.timestamp())
        for event in both:
            if event.at.timestamp() >= start.timestamp():
                yield replace(event, ours=(event.entity_id, event.at) in ours)

    def note_outcomes(self, outcomes: Iterable[Outcome]) -> None:
        """We did something ourselves."""
        for outcome in outcomes:
            if outcome.entity_id is not None and outcome.after is not None:
                self._ours.append((outcome.entity_id, outcome.after.changed))

    def hear(self, change: Change) -> None:
        """Something changed. Nearly always it is not worth remembering."""
        if not isinstance(change, StateChanged):
            self._layout = None
            self._kinds.clear()
            return
        entity_id, before, after = change.entity_id, change.before, change.after
        if before is None or after is None or before.value == after.value:
            return
        try:
            kind = self._kinds[entity_id]
        except KeyError:
            kind = self._kind(change)
        if kind is None or UNKNOWN in (before.value, after.value):
            return
        was = self._notable_change(kind, entity_id, before.value, after.value)
        if was is None:
            return
        remembered = self._pressing if kind in PRESSING else self._others
        remembered.append(
            RecentEvent(at=after.changed, entity_id=entity_id, before=was, after=after.value)
        )

    def _kind(self, change: StateChanged) -> Kind | None:
        if self._layout is None:
            self._layout = self._home.snapshot().layout
        entity = self._layout.entities.get(change.entity_id)
        kind = None
        if entity is not None and entity.exposed and change.after is not None:
            kind = kind_of(entity, change.after)
        self._kinds[change.entity_id] = kind
        return kind

    def _notable_change(self, kind: Kind, entity_id: str, before: str, after: str) -> str | None:
        """What it was, if it is worth remembering that it is no longer."""
        if kind is not Kind.FIGURE and kind is not Kind.BATTERY:
            return before
        kept = self._figures.get(entity_id)
        if kept is None:
            kept = self._figures[entity_id] = FigureTracker()
        return kept.notable_change(kind, before, after)


def events_in(
    history: Mapping[str, tuple[RecordedState, ...]], kinds: Mapping[str, Kind]
) -> Iterator[RecentEvent]:
    """What happened, going by what a home has recorded."""
    for entity_id, recorded in history.items():
        kind, kept = kinds[entity_id], FigureTracker()
        for before, after in pairwise(recorded):
            if before.value == after.value or UNKNOWN in (before.value, after.value):
                continue
            is_figure = kind in (Kind.FIGURE, Kind.BATTERY)
            was = (
                kept.notable_change(kind, before.value, after.value) if is_figure else before.value
            )
            if was is not None:
                yield RecentEvent(at=after.at, entity_id=entity_id, before=was, after=after.value)
