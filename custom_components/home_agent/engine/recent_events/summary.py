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

# On the way to something, which is summary when it is there.
_PASSING = frozenset(
    {"arming", "buffering", "closing", "locking", "opening", "pending", "returning", "unlocking"}
)
# What is summary of a thing that goes to and fro: that it was opened, not that it was closed again.
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
    category: Category
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
    events: tuple[RecentEvent, ...]
    zone: tzinfo | None
    """Where it is night at night."""

    @property
    def known(self) -> list[str]:
        """What the thing was, one after the other, without what says nothing."""
        values = [self.events[0].before, *(event.after for event in self.events)]
        said = [value for value in values if value != UNAVAILABLE and value not in _PASSING]
        return [value for value, _same in groupby(said)]

    @property
    def moved(self) -> bool:
        """Whether it became something else: a figure that was lost is not the same when back."""
        lost = (UNAVAILABLE in (event.before, event.after) for event in self.events)
        return self.kind is not Kind.FIGURE or not all(lost)

    @property
    def times(self) -> int:
        """How often it became what is summary of it; how often it changed at all, if never that."""
        telling = _TELLING.get(self.kind, frozenset())
        changes = [after for _before, after in pairwise(self.known)]
        return sum(change in telling for change in changes) or len(changes)

    @property
    def ours(self) -> bool:
        """Whether all of it was our doing; what comes of something that we began is as well."""
        return all(self._ours())

    def _ours(self) -> Iterator[bool]:
        began = False
        for event in self.events:
            began = event.ours or (began and event.before in _PASSING)
            yield began


def summarize(timeline: Timeline) -> EventSummary | None:
    """All of it as one, None if there is nothing to tell."""
    last = timeline.events[-1]
    summary = EventSummary(
        at=last.at,
        entity_id=timeline.entity.entity_id,
        category=Category.CHANGE,
        values=(last.before, last.after),
        ours=timeline.ours,
    )
    if last.after == UNAVAILABLE:
        return replace(summary, category=Category.TROUBLE)
    if timeline.kind is Kind.BELL:
        return replace(
            summary, category=Category.PEOPLE, values=("rang",), times=len(timeline.events)
        )
    known = timeline.known
    if len(known) > 1 and timeline.moved:
        return _categorize(replace(summary, values=_ends(known), times=timeline.times), timeline)
    if any(event.before == UNAVAILABLE for event in timeline.events):
        return replace(summary, category=Category.BACK, values=(UNAVAILABLE, last.after))
    return None


def _ends(known: list[str]) -> tuple[str, ...]:
    """The first and the last; where those are the same, with what lay between them."""
    first, last = known[0], known[-1]
    return (first, known[-2], last) if first == last else (first, last)


def _categorize(summary: EventSummary, timeline: Timeline) -> EventSummary | None:
    last = summary.values[-1].casefold()
    match timeline.kind:
        case Kind.ALARM:
            rang = not _TELLING[Kind.ALARM].isdisjoint(timeline.known)
            return replace(summary, category=Category.SAFETY if rang else Category.ENTRY)
        case Kind.ENTRY:
            return replace(
                summary, category=Category.SAFETY if last in _IN_TROUBLE else Category.ENTRY
            )
        case Kind.PERSON:
            return replace(summary, category=Category.PEOPLE)
        case Kind.MOTION:
            return _categorize_motion(summary, timeline)
        case Kind.APPLIANCE if last in _IN_TROUBLE | _DONE:
            category = Category.FINISHED if last in _DONE else Category.TROUBLE
            return replace(summary, category=category, times=1)
        case Kind.TROUBLE:
            wrong = "off" if timeline.entity.device_class == "connectivity" else "on"
            return replace(summary, category=Category.TROUBLE if last == wrong else Category.BACK)
        case Kind.BATTERY:
            return (
                replace(summary, category=Category.BATTERY, times=1) if _is_low(summary) else None
            )
        case Kind.FIGURE:
            return _categorize_figure(summary, timeline)
    return summary


def _categorize_motion(summary: EventSummary, timeline: Timeline) -> EventSummary | None:
    seen = [event.at for event in timeline.events if event.after == "on"]
    night = [at for at in seen if at.astimezone(timeline.zone).hour in _NIGHT]
    if not seen:
        return None
    category = Category.AT_NIGHT if night else Category.MOVEMENT
    return replace(summary, category=category, times=len(night or seen), at=(night or seen)[-1])


def _is_low(summary: EventSummary) -> bool:
    """Whether a battery is low now, and was not before."""
    was, now = read_figure(summary.values[0]), read_figure(summary.values[-1])
    if was is None or now is None:
        return summary.values[-1] == "on"
    return now < LOW_BATTERY_PERCENT <= was


def _categorize_figure(summary: EventSummary, timeline: Timeline) -> EventSummary | None:
    """From where to where, and how far it went in between."""
    ends = [number for value in summary.values if (number := read_figure(value)) is not None]
    between = [number for value in timeline.known if (number := read_figure(value)) is not None]
    if not ends:
        return None
    far = [end for end in (min(between), max(between)) if not min(ends) <= end <= max(ends)]
    values = (summary.values[0], *(f"{end:g}" for end in far[:1]), summary.values[-1])
    return replace(summary, category=Category.FIGURE, values=values, times=1)
