"""Events of the home that are no states: buttons, services that were called, one's own.

They are remembered by type where somebody set that they are to be; of what they carry, what is a
secret is left out when it comes, and what is not exposed when it is told.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from ..home import Home, Snapshot
from ..home.protocol import HomeEvent, HomeWithEvents
from ..privacy.disclosure import hide_unexposed_names
from .event_data import EventData, EventField, read_event_data

_MOST = 200
_MOST_FIELDS = 20
_LONGEST = 120
_BETWEEN = "\n"
"""Stands in no text that is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldEvent:
    """One of them, as it may be told."""

    at: datetime
    event_type: str
    fields: Mapping[str, str]
    """What it carries, each by its path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _KeptEvent:
    """One of them, as it may be kept."""

    at: datetime
    event_type: str
    data: EventData


class HomeEvents:
    """Remembers events of some types."""

    def __init__(self, home: Home, event_types: tuple[str, ...] = ()) -> None:
        """Remember nothing yet."""
        self._home = home
        self._event_types = frozenset(event_types)
        self._events: deque[_KeptEvent] = deque(maxlen=_MOST)
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Remember what happens from now on, if anything is set and the home tells."""
        if self._event_types and self._stop is None and isinstance(self._home, HomeWithEvents):
            self._stop = self._home.subscribe_events(self._event_types, self._hear)

    def close(self) -> None:
        """Listen no more."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    def after(self, start: datetime, home: Snapshot, most: int) -> list[ToldEvent]:
        """The last that happened since then of which whoever asks may hear, the oldest first.

        It may run in a thread: looking for names takes a while in a large home.
        """
        since = (
            event for event in tuple(self._events) if event.at.timestamp() >= start.timestamp()
        )
        hidden = _HiddenThings(home)
        told = [event for event in since if not hidden.are_in(event.data)][-most:]
        fields = [event.data.fields[:_MOST_FIELDS] for event in told]
        return [
            ToldEvent(at=event.at, event_type=event.event_type, fields=shown)
            for event, shown in zip(told, _show(fields, home), strict=True)
        ]

    def _hear(self, event: HomeEvent) -> None:
        data = read_event_data(event.data, self._home.snapshot())
        if data is not None:
            self._events.append(_KeptEvent(at=event.at, event_type=event.event_type, data=data))


class _HiddenThings:
    """What whoever asks is not to hear of."""

    def __init__(self, home: Snapshot) -> None:
        self._layout = home.layout
        entities = home.layout.entities.values()
        exposed = {entity.device_id for entity in entities if entity.exposed}
        self._devices = {entity.device_id for entity in entities} - exposed

    def are_in(self, data: EventData) -> bool:
        """Whether an event is about a thing that is not exposed, or about nobody knows what."""
        entities = self._layout.entities
        found = (entities[mention] for mention in data.mentions if mention in entities)
        return (
            any(not entity.exposed for entity in found)
            or not self._devices.isdisjoint(data.mentions)
            or not data.targets <= entities.keys()
        )


def _show(events: list[tuple[EventField, ...]], home: Snapshot) -> Iterator[Mapping[str, str]]:
    """The fields of events without names and ids of what is not exposed; only then they are cut.

    All at once: every name of the home is looked for in each text.
    """
    texts = [text for fields in events for path, value in fields for text in (*path, value)]
    shown = iter(hide_unexposed_names(_BETWEEN.join(texts), home).split(_BETWEEN))
    for fields in events:
        told = {}
        for path, _value in fields:
            keys = [next(shown) for _key in path]
            told[".".join(keys)[:_LONGEST]] = next(shown)[:_LONGEST]
        yield told
