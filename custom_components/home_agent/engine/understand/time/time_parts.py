"""What was said of one moment, piece by piece → the moment that is meant."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta

from ...triggers import Delay, RecurringTrigger, SunTrigger, TimeTrigger, Trigger
from .clocks import ClockTime
from .reference import TimeReference

# What people mean by a part of the day where they name no hour.
HOURS = {"morning": 8, "afternoon": 15, "evening": 19, "night": 22}
"""The hour that stands for each part of the day."""


@dataclass(slots=True, kw_only=True)
class TimeParts:
    """What was said of one moment, piece by piece."""

    delay: float = 0
    is_relative: bool = False
    """Whether the delay counts from what was told before it: "ten minutes later"."""

    clock: ClockTime | None = None
    part_of_day: str = ""
    sun_event: str = ""
    offset: float = 0
    days_ahead: int | None = None
    """So many days from today."""

    days: set[int] = field(default_factory=set)
    recurs: bool = False
    period: float = 0
    twice: bool = False
    whole_day: bool = False

    def copied(self) -> TimeParts:
        """The same, to go back to."""
        return replace(self, days=set(self.days))

    def differs(self, before: TimeParts) -> bool:
        """Whether another moment was told than the one that was told before."""
        told = (before.delay or before.period, before.clock, before.sun_event, before.part_of_day)
        now = (self.delay or self.period, self.clock, self.sun_event, self.part_of_day)
        moved = any(was and was != becomes for was, becomes in zip(told, now, strict=True))
        if before.days_ahead is not None and self.days_ahead != before.days_ahead:
            moved = True
        return moved or bool(before.days and self.days != before.days and not before.recurs)


def to_trigger(parts: TimeParts, reference: TimeReference) -> Trigger | None:
    """The moment that was meant; None if none was spoken of."""
    before = reference.before
    if (
        isinstance(before, RecurringTrigger)
        and not before.seconds
        and (parts.clock or parts.sun_event)
    ):
        # "every Monday at 7 open it and at 9 close it"
        parts = replace(parts, recurs=True, days=parts.days or set(before.days))
    if reference.whole_day and parts.clock is not None and _is_vague(parts):
        # "at 7 open it and at 19 close it": in the morning
        parts = replace(parts, clock=replace(parts.clock, half=parts.clock.half_of_day))
    # Of a later part the day may go without saying: "tomorrow at 7 open it and at 9 close it".
    now = reference.now if parts.days_ahead is not None or parts.days else reference.since
    if parts.delay:
        return Delay(seconds=parts.delay)
    if parts.recurs and parts.period:
        return RecurringTrigger(seconds=parts.period)
    if parts.sun_event:
        sun = SunTrigger(event=parts.sun_event, offset=parts.offset, day=_day_of(parts, now))
        if parts.recurs:
            return RecurringTrigger(days=frozenset(parts.days), at=replace(sun, day=None))
        return sun if sun.day else reference.next_sun(sun)
    if parts.recurs:
        at = _time(parts, now, next_only=False)
        return RecurringTrigger(days=frozenset(parts.days), at=at)
    if (
        parts.clock is None
        and not parts.part_of_day
        and not parts.days
        and parts.days_ahead is None
    ):
        return None
    return TimeTrigger(moment=_moment_of(parts, now))


def _moment_of(parts: TimeParts, now: datetime) -> datetime:
    """The next time that a clock shows this."""
    day = _day_of(parts, now)
    at = _time(parts, now, next_only=day is None)
    moment = datetime.combine(day or now.date(), at, now.tzinfo)
    if day == now.date() and moment <= now and _is_vague(parts):
        # "Today at three", said at noon.
        moment += timedelta(hours=12)
    if day is None and moment <= now:
        moment += timedelta(days=1)
    elif parts.days and moment <= now:
        moment += timedelta(days=7)
    return moment


def _is_vague(parts: TimeParts) -> bool:
    """Whether a clock was named that shows the same time twice a day."""
    clock = parts.clock
    return clock is not None and not (clock.half or clock.whole_day or parts.part_of_day)


def _day_of(parts: TimeParts, now: datetime) -> date | None:
    if parts.days_ahead is not None:
        return now.date() + timedelta(days=parts.days_ahead)
    if parts.days:
        return min(_next(day, now) for day in parts.days)
    return None


def _next(weekday: int, now: datetime) -> date:
    return now.date() + timedelta(days=(weekday - now.weekday()) % 7)


def _time(parts: TimeParts, now: datetime, *, next_only: bool) -> time:
    if parts.clock is None:
        return time(HOURS.get(parts.part_of_day, now.hour), 0 if parts.part_of_day else now.minute)
    half = parts.clock.half or {"morning": "am", "": ""}.get(parts.part_of_day, "pm")
    if half or parts.clock.whole_day or not next_only:
        return parts.clock.as_time(half)
    return min(_halves(parts.clock), key=lambda at: _ahead(at, now))


def _halves(clock: ClockTime) -> Iterable[time]:
    return clock.as_time("am"), clock.as_time("pm")


def _ahead(at: time, now: datetime) -> timedelta:
    moment = datetime.combine(now.date(), at, now.tzinfo)
    return moment - now if moment > now else moment - now + timedelta(days=1)
