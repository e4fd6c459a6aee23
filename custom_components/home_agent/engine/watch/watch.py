"""What somebody wants to be told of, and how people are told in this home."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ..conditions import Condition
from ..home import ServiceCall
from ..home.model import NOTHING
from ..home.protocol import HomeEvent
from ..triggers import ConditionTrigger, Notice
from ..validation.fields import FieldReader
from .field_values import read_event_types, read_notify_targets


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSettings:
    """How people are told, where a watch does not say it."""

    notify: tuple[str, ...] = ()
    """The ways, by their names in `act.messenger`; empty: the shell's own.

    These are also all that somebody who only talks to us, or a model, may choose among.
    """

    events: tuple[str, ...] = ()
    """Types of the home's events that are remembered, so that they can be asked about."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known={"notify", "events"})
        settings = cls(notify=read_notify_targets(reader), events=read_event_types(reader))
        reader.check()
        return settings


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPattern:
    """Events of a type that carry this."""

    event_type: str
    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    def fits(self, event: HomeEvent) -> bool:
        """Whether an event is one of them; what it carries besides does not matter."""
        return event.event_type == self.event_type and all(
            key in event.data and str(event.data[key]) == str(value)
            for key, value in self.data.items()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """A condition, what to tell when it comes true, and perhaps something to do then."""

    condition: Condition
    event: EventPattern | None = None
    """Where it is about an event, and not about how things are."""

    lasting: float = 0
    """So many seconds it must have been so."""

    again: bool = False
    """Every time that it becomes so; else only the next."""

    pause: float = 0
    """So many seconds must lie between two times."""

    message: str = ""
    """What to tell; empty: what has become so, in our words."""

    ways: tuple[str, ...] = ()
    """How to tell it; empty: as it is set for this home."""

    calls: tuple[ServiceCall, ...] = ()
    """What to do then, through the gate."""

    name: str = ""
    """What it is called in the settings; empty, if somebody just asked for it."""

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """What it looks at and what it acts on."""
        touched = (target for call in self.calls for target in call.targets)
        return tuple(dict.fromkeys((*self.condition.entity_ids, *touched)))

    @property
    def when(self) -> ConditionTrigger:
        """What it waits for."""
        return ConditionTrigger(
            condition=self.condition, lasting=self.lasting, again=self.again, pause=self.pause
        )

    @property
    def notice(self) -> Notice:
        """What it tells."""
        return Notice(message=self.message, ways=self.ways, name=self.name)
