"""What may be so in a home: of states, figures, changes and the time of day."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time


@dataclass(frozen=True, slots=True, kw_only=True)
class StateIs:
    """Whether entities are in one of some states."""

    entity_ids: tuple[str, ...]
    states: frozenset[str]
    attribute: str | None = None
    """Not their state but this attribute, by the home's own name for it."""

    every: bool = False
    """All of them; else it is enough that one is."""

    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Whether a reading is above or below a figure."""

    entity_id: str
    attribute: str | None = None
    """What of it is measured: one of `home.measures`, or the home's own name of an attribute.

    Its state, if none is said.
    """

    above: float | None = None
    below: float | None = None
    margin: float = 0
    """How far back beyond the figure it must go before it is over: it may hover around it."""

    negated: bool = False

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """What must be looked at."""
        return (self.entity_id,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Whether one of some entities became anything else than it was when last looked at."""

    entity_ids: tuple[str, ...]
    attribute: str | None = None
    """Not its state but this attribute, by the home's own name for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeIs:
    """Whether it is a certain time of day, in the home's own time."""

    after: time | None = None
    before: time | None = None
    """Earlier than `after`: on the next day."""

    days: frozenset[int] = frozenset()
    """The days on which this time of day begins; 0 is Monday. Empty: every day."""

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """Nothing has to be looked at but the clock."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf:
    """Whether all of this is so at once."""

    conditions: tuple[Condition, ...]

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """What must be looked at."""
        return _join_ids(self.conditions)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf:
    """Whether at least one of these is so."""

    conditions: tuple[Condition, ...]

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """What must be looked at."""
        return _join_ids(self.conditions)


type Condition = StateIs | Measures | Changes | TimeIs | AllOf | AnyOf


def leaves(condition: Condition) -> Iterator[StateIs | Measures | Changes | TimeIs]:
    """What a condition is made of."""
    if isinstance(condition, AllOf | AnyOf):
        for part in condition.conditions:
            yield from leaves(part)
    else:
        yield condition


def _join_ids(conditions: tuple[Condition, ...]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(entity_id for condition in conditions for entity_id in condition.entity_ids)
    )
