"""When next: a trigger and the time it is → a moment. Pure, and right twice a year as well."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from ...home import Snapshot
from ...home.model import NOTHING
from ...instants import add_seconds, seconds_between, skip_gap, to_utc
from ...outcome import Reason
from ...triggers import (
    LONGEST,
    ConditionTrigger,
    Delay,
    RecurringTrigger,
    SunTrigger,
    TimeTrigger,
    Trigger,
)

SHORTEST_PERIOD = 60
"""Seconds: nothing is repeated more often."""

_DAY = timedelta(days=1)
_LONGEST_GAP = timedelta(days=8)
_SUN = "sun.sun"


class NoOccurrenceError(Exception):
    """Raised inside this room where a trigger has no moment; says why."""

    def __init__(self, reason: Reason) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Sun:
    """When the sun next rises and sets."""

    rising: datetime
    setting: datetime


def read_sun(home: Snapshot) -> Sun | None:
    """The sun of this home, as far as it knows one."""
    state = home.states.get(_SUN)
    told = state.attributes if state else NOTHING
    rising, setting = _read_moment(told.get("next_rising")), _read_moment(told.get("next_setting"))
    return Sun(rising=rising, setting=setting) if rising and setting else None


def next_occurrence(trigger: Trigger, now: datetime, sun: Sun | None) -> datetime | None:
    """The first moment after now, None for `ConditionTrigger`. Raises `NoOccurrenceError`."""
    if is_too_far(trigger, now):
        raise NoOccurrenceError(Reason.TOO_FAR)
    return _next_occurrence(trigger, now, sun)


def _next_occurrence(trigger: Trigger, now: datetime, sun: Sun | None) -> datetime | None:
    match trigger:
        case Delay(seconds=seconds):
            if seconds < 0:
                raise NoOccurrenceError(Reason.TIME_OVER)
            return add_seconds(now, seconds)
        case TimeTrigger(moment=moment):
            return _single_moment(moment.replace(tzinfo=now.tzinfo), now)
        case SunTrigger():
            return _at_sun(trigger, now, sun)
        case RecurringTrigger(seconds=seconds) if seconds:
            if seconds < SHORTEST_PERIOD:
                raise NoOccurrenceError(Reason.TOO_OFTEN)
            return add_seconds(now, seconds)
        case RecurringTrigger(at=SunTrigger() as at, days=days):
            return _next_sun_day(at, days, now, sun)
        case RecurringTrigger(at=at, days=days):
            return _next_day(at if isinstance(at, time) else time(), days, now)
        case ConditionTrigger():
            return None


def is_too_far(trigger: Trigger, now: datetime) -> bool:
    """Whether a trigger is further ahead, or lasts longer, than anybody plans."""
    match trigger:
        case Delay(seconds=seconds) | RecurringTrigger(seconds=seconds) if seconds:
            return seconds > LONGEST
        case TimeTrigger(moment=moment):
            # By its day: what is near the end of all dates cannot be told in another zone.
            return (moment.date() - now.date()) > timedelta(seconds=LONGEST)
        case (
            SunTrigger(offset=offset, day=day)
            | RecurringTrigger(at=SunTrigger(offset=offset, day=day))
        ):
            far = day is not None and (day - now.date()) > timedelta(seconds=LONGEST)
            return far or abs(offset) > LONGEST
        case ConditionTrigger(lasting=lasting, pause=pause):
            return max(lasting, pause) > LONGEST
    return False


def next_repetition(
    every: RecurringTrigger, due: datetime, now: datetime, sun: Sun | None
) -> datetime:
    """When it is to be done again: after it was due, and not in the past."""
    if not every.seconds:
        moment = next_occurrence(every, max(due, now, key=to_utc), sun)
        assert moment is not None
        return moment
    behind = max(0.0, seconds_between(due, now))
    return add_seconds(due, every.seconds * (behind // every.seconds + 1))


def adjust_to_sun(trigger: Trigger, due: datetime, sun: Sun | None) -> datetime:
    """The moment that was worked out, in the light of what the sun is now known to do.

    It rises a little earlier or later each day, and a home tells only of the next time.
    """
    at = trigger.at if isinstance(trigger, RecurringTrigger) else trigger
    if not isinstance(at, SunTrigger) or sun is None:
        return due
    nearest = _nearest_sun(at, sun, due)
    return nearest if abs(seconds_between(nearest, due)) < _DAY.total_seconds() / 4 else due


def _single_moment(moment: datetime, now: datetime) -> datetime:
    """A moment that was named; of one that comes twice, the one that is still ahead."""
    # What is near the beginning of all dates cannot be told in another zone.
    for fold in (0, 1) if moment.date() >= now.date() else ():
        real = skip_gap(moment.replace(fold=fold))
        if to_utc(real) > to_utc(now):
            return real
    raise NoOccurrenceError(Reason.TIME_OVER)


def _next_day(at: time, days: frozenset[int], now: datetime) -> datetime:
    """The next of these days, at this time: of a time that comes twice a day, the first."""
    for day in _days(now.date()):
        moment = skip_gap(datetime.combine(day, at, now.tzinfo))
        if (not days or day.weekday() in days) and to_utc(moment) > to_utc(now):
            return moment
    raise NoOccurrenceError(Reason.TIME_OVER)


def _days(first: date) -> Iterator[date]:
    for ahead in range(_LONGEST_GAP.days + 1):
        yield first + timedelta(days=ahead)


def _at_sun(at: SunTrigger, now: datetime, sun: Sun | None) -> datetime:
    if sun is None:
        raise NoOccurrenceError(Reason.NO_SUN)
    if at.day is None:
        return _next_sun(at, now, sun)
    noon = datetime.combine(at.day, time(12), now.tzinfo)
    moment = _nearest_sun(at, sun, add_seconds(noon, at.offset)).astimezone(now.tzinfo)
    if to_utc(moment) <= to_utc(now):
        raise NoOccurrenceError(Reason.TIME_OVER)
    return moment


def _next_sun_day(at: SunTrigger, days: frozenset[int], now: datetime, sun: Sun | None) -> datetime:
    if sun is None:
        raise NoOccurrenceError(Reason.NO_SUN)
    moment = _next_sun(at, now, sun)
    while days and moment.weekday() not in days:
        moment = add_seconds(moment, _DAY.total_seconds())
    return moment


def _next_sun(at: SunTrigger, now: datetime, sun: Sun) -> datetime:
    moment = _nearest_sun(at, sun, now)
    if to_utc(moment) <= to_utc(now):
        moment = add_seconds(moment, _DAY.total_seconds())
    return moment.astimezone(now.tzinfo)


def _nearest_sun(at: SunTrigger, sun: Sun, near: datetime) -> datetime:
    """What the sun does on the day that brings it nearest to a moment."""
    known = add_seconds(sun.rising if at.event == "sunrise" else sun.setting, at.offset)
    days = round(seconds_between(known, near) / _DAY.total_seconds())
    return add_seconds(known, days * _DAY.total_seconds()).astimezone(near.tzinfo)


def _read_moment(told: object) -> datetime | None:
    """A moment, as an attribute or as it is written."""
    if isinstance(told, datetime):
        return told
    try:
        moment = datetime.fromisoformat(str(told))
    except ValueError:
        return None
    return moment if moment.tzinfo else None
