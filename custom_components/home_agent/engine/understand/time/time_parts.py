"""What was said of one moment, piece by piece → the moment that is meant."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta

from ...triggers import At, AtSun, Delay, Every, Trigger
from .clocks import Clock
from .reference import TimeReference

# What people mean by a part of the day where they name no hour.
HOURS = {"morning": 8, "afternoon": 15, "evening": 19, "night": 22}
"""The hour that stands for each part of the day."""


@dataclass(slots=True, kw_only=True)
class TimeParts:
    """What was said of one moment, piece by piece."""

    delay: float = 0
    since: bool = False
    """Whether the delay counts from what was told before it: "ten minutes later"."""

    clock: Clock | None = None
    part: str = ""
    sun: str = ""
    offset: float = 0
    ahead: int | None = None
    """So many days from today."""

    days: set[int] = field(default_factory=set)
    every: bool = False
    period: float = 0
    twice: bool = False
    whole_day: bool = False

    def copied(self) -> TimeParts:
        """The same, to go back to."""
        return replace(self, days=set(self.days))

    def differs(self, before: TimeParts) -> bool:
        """Whether another moment was told than the one that was told before."""
        told = (before.delay or before.period, before.clock, before.sun, before.part)
        now = (self.delay or self.period, self.clock, self.sun, self.part)
        moved = any(was and was != becomes for was, becomes in zip(told, now, strict=True))
        if before.ahead is not None and self.ahead != before.ahead:
            moved = True
        return moved or bool(before.days and self.days != before.days and not before.every)


def to_trigger(draft: TimeParts, reference: TimeReference) -> Trigger | None:
    """The moment that was meant; None if none was spoken of."""
    before = reference.before
    if isinstance(before, Every) and not before.seconds and (draft.clock or draft.sun):
        # "every Monday at 7 open it and at 9 close it"
        draft = replace(draft, every=True, days=draft.days or set(before.days))
    if reference.whole_day and draft.clock is not None and _is_vague(draft):
        # "at 7 open it and at 19 close it": in the morning
        draft = replace(draft, clock=replace(draft.clock, half=draft.clock.half_of_day))
    # Of a later part the day may go without saying: "tomorrow at 7 open it and at 9 close it".
    now = reference.now if draft.ahead is not None or draft.days else reference.since
    if draft.delay:
        return Delay(seconds=draft.delay)
    if draft.every and draft.period:
        return Every(seconds=draft.period)
    if draft.sun:
        sun = AtSun(event=draft.sun, offset=draft.offset, day=_day_of(draft, now))
        if draft.every:
            return Every(days=frozenset(draft.days), at=replace(sun, day=None))
        return sun if sun.day else reference.next_sun(sun)
    if draft.every:
        at = _time(draft, now, next_only=False)
        return Every(days=frozenset(draft.days), at=at)
    if draft.clock is None and not draft.part and not draft.days and draft.ahead is None:
        return None
    return At(moment=_moment_of(draft, now))


def _moment_of(draft: TimeParts, now: datetime) -> datetime:
    """The next time that a clock shows this."""
    day = _day_of(draft, now)
    at = _time(draft, now, next_only=day is None)
    moment = datetime.combine(day or now.date(), at, now.tzinfo)
    if day == now.date() and moment <= now and _is_vague(draft):
        # "Today at three", said at noon.
        moment += timedelta(hours=12)
    if day is None and moment <= now:
        moment += timedelta(days=1)
    elif draft.days and moment <= now:
        moment += timedelta(days=7)
    return moment


def _is_vague(draft: TimeParts) -> bool:
    """Whether a clock was named that shows the same time twice a day."""
    clock = draft.clock
    return clock is not None and not (clock.half or clock.whole_day or draft.part)


def _day_of(draft: TimeParts, now: datetime) -> date | None:
    if draft.ahead is not None:
        return now.date() + timedelta(days=draft.ahead)
    if draft.days:
        return min(_next(day, now) for day in draft.days)
    return None


def _next(weekday: int, now: datetime) -> date:
    return now.date() + timedelta(days=(weekday - now.weekday()) % 7)


def _time(draft: TimeParts, now: datetime, *, next_only: bool) -> time:
    if draft.clock is None:
        return time(HOURS.get(draft.part, now.hour), 0 if draft.part else now.minute)
    half = draft.clock.half or {"morning": "am", "": ""}.get(draft.part, "pm")
    if half or draft.clock.whole_day or not next_only:
        return draft.clock.as_time(half)
    return min(_halves(draft.clock), key=lambda at: _ahead(at, now))


def _halves(clock: Clock) -> Iterable[time]:
    return clock.as_time("am"), clock.as_time("pm")


def _ahead(at: time, now: datetime) -> timedelta:
    moment = datetime.combine(now.date(), at, now.tzinfo)
    return moment - now if moment > now else moment - now + timedelta(days=1)
