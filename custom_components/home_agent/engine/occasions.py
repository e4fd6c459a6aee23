"""When something is to be done: times and conditions, resolved to dates, entities and numbers."""

from dataclasses import dataclass
from datetime import date, datetime, time


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """So long from now."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class At:
    """A moment, in the home's own time."""

    moment: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AtSun:
    """When the sun rises or sets."""

    event: str
    """sunrise or sunset."""

    offset: float = 0
    """So many seconds after it; before it, if negative."""

    day: date | None = None
    """On that day; the next time it does, if none is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Every:
    """Again and again: on some days at a time, or after so long."""

    days: frozenset[int] = frozenset()
    """0 is Monday. Empty: every day."""

    at: time | AtSun | None = None
    seconds: float = 0
    """Where no day and no time is said: every so many seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateIs:
    """Whether entities are in one of some states."""

    entity_ids: tuple[str, ...]
    states: frozenset[str]
    every: bool = False
    """All of them; else it is enough that one is."""

    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Whether a reading is above or below a figure."""

    entity_id: str
    attribute: str | None = None
    """What of it is measured, one of `home.measures`; its state, if none is said."""

    above: float | None = None
    below: float | None = None
    negated: bool = False

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """What must be looked at."""
        return (self.entity_id,)


type Condition = StateIs | Measures


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """As soon as something becomes so."""

    condition: Condition
    again: bool = False
    """Every time that it does; else only the next."""


type Occasion = Delay | At | AtSun | Every | When
