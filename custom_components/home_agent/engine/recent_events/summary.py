"""All that happened to one thing, as one: opened three times, unavailable since two. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from itertools import groupby, pairwise

from ..home import Entity
from ..home.measures import LOW_BATTERY_PERCENT
from ..home.model import UNAVAILABLE
from .figures import read_figure
from .kinds import Category, Kind
from .recent_events import RecentEvent

_NIGHT = frozenset({23, 0, 1, 2, 3, 4, 5})

# On the way to something, which is told when it is there.
_PASSING = frozenset(
    {"arming", "buffering", "closing", "locking", "opening", "pending", "returning", "unlocking"}
)
# What is told of a thing that goes to and fro: that it was opened, not that it was closed again.
_TELLING: Mapping[Kind, frozenset[str]] = {
    Kind.ALARM: frozenset({"on", "triggered"}),
    Kind.ENTRY: frozenset({"jammed", "on", "open", "unlocked"}),
    Kind.MOTION: frozenset({"on"}),
}
_DONE = frozenset(
    {
        *("complete", "completed", "docked", "done", "end", "ended", "finish", "finished", "idle"),
        *("off", "ready", "standby"),
    }
)
_IN_TROUBLE = frozenset({"error", "failed", "jammed", "problem"})


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSummary:
    """Something that happened, as it is worth telling."""

    at: datetime
    """When it last did."""

    entity_id: str
    matter: Category
    values: tuple[str, ...]
    """What it was, and what it became; in between what it also was."""

    times: int = 1
    ours: bool = False
    others: int = 0
    """How many more things went the same way at the same time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """What happened to one thing, the oldest first."""

    entity: Entity
    kind: Kind
    happenings: tuple[RecentEvent, ...]
    zone: tzinfo | None
    """Where it is night at night."""

    @property
    def known(self) -> list[str]:
        """What the thing was, one after the other, without what says nothing."""
        values = [self.happenings[0].before, *(one.after for one in self.happenings)]
        said = [one for one in values if one != UNAVAILABLE and one not in _PASSING]
        return [value for value, _same in groupby(said)]

    @property
    def moved(self) -> bool:
        """Whether it became something else: a figure that was lost is not the same when back."""
        lost = (UNAVAILABLE in (one.before, one.after) for one in self.happenings)
        return self.kind is not Kind.FIGURE or not all(lost)

    @property
    def times(self) -> int:
        """How often it became what is told of it; how often it changed at all, if never that."""
        telling = _TELLING.get(self.kind, frozenset())
        changes = [after for _before, after in pairwise(self.known)]
        return sum(one in telling for one in changes) or len(changes)

    @property
    def ours(self) -> bool:
        """Whether all of it was our doing; what comes of something that we began is as well."""
        return all(self._ours())

    def _ours(self) -> Iterator[bool]:
        began = False
        for one in self.happenings:
            began = one.ours or (began and one.before in _PASSING)
            yield began


def summarize(course: Timeline) -> EventSummary | None:
    """All of it as one; nothing if it comes to nothing."""
    last = course.happenings[-1]
    told = EventSummary(
        at=last.at,
        entity_id=course.entity.entity_id,
        matter=Category.CHANGE,
        values=(last.before, last.after),
        ours=course.ours,
    )
    if last.after == UNAVAILABLE:
        return replace(told, matter=Category.TROUBLE)
    if course.kind is Kind.BELL:
        return replace(told, matter=Category.PEOPLE, values=("rang",), times=len(course.happenings))
    known = course.known
    if len(known) > 1 and course.moved:
        return _of_kind(replace(told, values=_ends(known), times=course.times), course)
    if any(one.before == UNAVAILABLE for one in course.happenings):
        return replace(told, matter=Category.BACK, values=(UNAVAILABLE, last.after))
    return None


def _ends(known: list[str]) -> tuple[str, ...]:
    """The first and the last; where those are the same, with what lay between them."""
    first, last = known[0], known[-1]
    return (first, known[-2], last) if first == last else (first, last)


def _of_kind(told: EventSummary, course: Timeline) -> EventSummary | None:
    last = told.values[-1].casefold()
    match course.kind:
        case Kind.ALARM:
            rang = not _TELLING[Kind.ALARM].isdisjoint(course.known)
            return replace(told, matter=Category.SAFETY if rang else Category.ENTRY)
        case Kind.ENTRY:
            return replace(told, matter=Category.SAFETY if last in _IN_TROUBLE else Category.ENTRY)
        case Kind.PERSON:
            return replace(told, matter=Category.PEOPLE)
        case Kind.MOTION:
            return _motion(told, course)
        case Kind.APPLIANCE if last in _IN_TROUBLE | _DONE:
            matter = Category.FINISHED if last in _DONE else Category.TROUBLE
            return replace(told, matter=matter, times=1)
        case Kind.TROUBLE:
            wrong = "off" if course.entity.device_class == "connectivity" else "on"
            return replace(told, matter=Category.TROUBLE if last == wrong else Category.BACK)
        case Kind.BATTERY:
            return replace(told, matter=Category.BATTERY, times=1) if _is_low(told) else None
        case Kind.FIGURE:
            return _figure(told, course)
    return told


def _motion(told: EventSummary, course: Timeline) -> EventSummary | None:
    seen = [one.at for one in course.happenings if one.after == "on"]
    night = [at for at in seen if at.astimezone(course.zone).hour in _NIGHT]
    if not seen:
        return None
    matter = Category.AT_NIGHT if night else Category.MOVEMENT
    return replace(told, matter=matter, times=len(night or seen), at=(night or seen)[-1])


def _is_low(told: EventSummary) -> bool:
    """Whether a battery is low now, and was not before."""
    was, now = read_figure(told.values[0]), read_figure(told.values[-1])
    if was is None or now is None:
        return told.values[-1] == "on"
    return now < LOW_BATTERY_PERCENT <= was


def _figure(told: EventSummary, course: Timeline) -> EventSummary | None:
    """From where to where, and how far it went in between."""
    ends = [value for one in told.values if (value := read_figure(one)) is not None]
    between = [value for one in course.known if (value := read_figure(one)) is not None]
    if not ends:
        return None
    far = [one for one in (min(between), max(between)) if not min(ends) <= one <= max(ends)]
    values = (told.values[0], *(f"{one:g}" for one in far[:1]), told.values[-1])
    return replace(told, matter=Category.FIGURE, values=values, times=1)
