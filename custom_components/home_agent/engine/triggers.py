"""When something is to be done, resolved to dates and conditions, and who is told then."""

from dataclasses import dataclass
from datetime import date, datetime, time

from .conditions import Condition

LONGEST = 366 * 86_400.0
"""Seconds: nothing is planned further ahead, lasts longer, or is repeated more seldom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """So long from now."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeTrigger:
    """A moment, in the home's own time."""

    moment: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SunTrigger:
    """When the sun rises or sets."""

    event: str
    """sunrise or sunset."""

    offset: float = 0
    """So many seconds after it; before it, if negative."""

    day: date | None = None
    """On that day; the next time it does, if none is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecurringTrigger:
    """Again and again: on some days at a time, or after so long."""

    days: frozenset[int] = frozenset()
    """0 is Monday. Empty: every day."""

    at: time | SunTrigger | None = None
    seconds: float = 0
    """Where no day and no time is said: every so many seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionTrigger:
    """As soon as something becomes so."""

    condition: Condition
    again: bool = False
    """Every time that it does; else only the next."""

    lasting: float = 0
    """So many seconds it must have been so."""

    pause: float = 0
    """So many seconds must lie between two times."""


type Trigger = Delay | TimeTrigger | SunTrigger | RecurringTrigger | ConditionTrigger


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """That somebody is to be told when it is time: what makes a job a watch."""

    message: str = ""
    """In the words of whoever asked for it; else we tell what has become so."""

    ways: tuple[str, ...] = ()
    """How to tell them: names of `act.messenger`. Empty: as it is set for this home."""

    rings: bool = False
    """Whether it is an alarm by the clock: somebody is woken."""

    reminds: bool = False
    """Whether somebody wants to be reminded, also if they did not say of what."""

    name: str = ""
    """What the watch is called in the settings; empty, if somebody just asked for it."""
