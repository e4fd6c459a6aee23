"""When next: an occasion and the time it is → a moment. Pure, and right twice a year as well.

Two local times of one zone are compared and subtracted as a wall clock shows them, which is wrong
by an hour when summer time comes or goes. Whatever is measured here goes through UTC.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from ...home import Snapshot
from ...home.model import NOTHING
from ...occasions import At, AtSun, Delay, Every, Occasion, When
from ...outcome import Reason

SHORTEST_PERIOD = 60
"""Seconds: nothing is repeated more often."""

_DAY = timedelta(days=1)
_LONGEST_GAP = timedelta(days=8)
_SUN = "sun.sun"


class NeverError(Exception):
    """Raised inside this room where an occasion has no moment; says why."""

    def __init__(self, reason: Reason) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Sun:
    """When the sun next rises and sets."""

    rising: datetime
    setting: datetime


def sun_of(home: Snapshot) -> Sun | None:
    """The sun of this home, as far as it knows one."""
    state = home.states.get(_SUN)
    told = state.attributes if state else NOTHING
    rising, setting = _moment(told.get("next_rising")), _moment(told.get("next_setting"))
    return Sun(rising=rising, setting=setting) if rising and setting else None


def upcoming(occasion: Occasion, now: datetime, sun: Sun | None) -> datetime | None:
    """The first moment after now; nothing where only a condition tells. Raises `NeverError`."""
    match occasion:
        case Delay(seconds=seconds):
            if seconds < 0:
                raise NeverError(Reason.TIME_OVER)
            return later(now, seconds)
        case At(moment=moment):
            return _only(moment.replace(tzinfo=now.tzinfo), now)
        case AtSun():
            return _at_sun(occasion, now, sun)
        case Every(seconds=seconds) if seconds:
            if seconds < SHORTEST_PERIOD:
                raise NeverError(Reason.TOO_OFTEN)
            return later(now, seconds)
        case Every(at=AtSun() as at, days=days):
            return _sunny_day(at, days, now, sun)
        case Every(at=at, days=days):
            return _next_day(at if isinstance(at, time) else time(), days, now)
        case When():
            return None


def following(every: Every, due: datetime, now: datetime, sun: Sun | None) -> datetime:
    """When it is to be done again: after it was due, and not in the past."""
    if not every.seconds:
        moment = upcoming(every, max(due, now, key=_absolute), sun)
        assert moment is not None
        return moment
    behind = max(0.0, seconds_between(due, now))
    return later(due, every.seconds * (behind // every.seconds + 1))


def refined(occasion: Occasion, due: datetime, sun: Sun | None) -> datetime:
    """The moment that was worked out, in the light of what the sun is now known to do.

    It rises a little earlier or later each day, and a home tells only of the next time.
    """
    at = occasion.at if isinstance(occasion, Every) else occasion
    if not isinstance(at, AtSun) or sun is None:
        return due
    nearest = _shifted(at, sun, due)
    return nearest if abs(seconds_between(nearest, due)) < _DAY.total_seconds() / 4 else due


def later(moment: datetime, seconds: float) -> datetime:
    """The moment that many true seconds later."""
    return (_absolute(moment) + timedelta(seconds=seconds)).astimezone(moment.tzinfo)


def seconds_between(earlier: datetime, after: datetime) -> float:
    """True seconds from one moment to another."""
    return (_absolute(after) - _absolute(earlier)).total_seconds()


def _absolute(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


def _only(moment: datetime, now: datetime) -> datetime:
    """A moment that was named; of one that comes twice, the one that is still ahead."""
    for fold in (0, 1):
        real = existing(moment.replace(fold=fold))
        if _absolute(real) > _absolute(now):
            return real
    raise NeverError(Reason.TIME_OVER)


def _next_day(at: time, days: frozenset[int], now: datetime) -> datetime:
    """The next of these days, at this time: of a time that comes twice a day, the first."""
    for day in _days(now.date()):
        moment = existing(datetime.combine(day, at, now.tzinfo))
        if (not days or day.weekday() in days) and _absolute(moment) > _absolute(now):
            return moment
    raise NeverError(Reason.TIME_OVER)


def _days(first: date) -> Iterator[date]:
    for ahead in range(_LONGEST_GAP.days + 1):
        yield first + timedelta(days=ahead)


def existing(moment: datetime) -> datetime:
    """The moment; where clocks skip it, the first moment after the gap."""
    real = _absolute(moment).astimezone(moment.tzinfo)
    if real.replace(tzinfo=None, fold=0) == moment.replace(tzinfo=None, fold=0):
        return moment
    # The gap lies between what the clock would show by the old rule and by the new one.
    before, after = sorted(_absolute(moment.replace(fold=fold)) for fold in (0, 1))
    old = before.astimezone(moment.tzinfo).utcoffset()
    while (after - before) > timedelta(seconds=1):
        middle = before + (after - before) // 2
        if middle.astimezone(moment.tzinfo).utcoffset() == old:
            before = middle
        else:
            after = middle
    return _whole(after).astimezone(moment.tzinfo)


def _whole(moment: datetime) -> datetime:
    """Clocks change at whole minutes, and the search ends within a second after."""
    return moment.replace(second=0, microsecond=0)


def _at_sun(at: AtSun, now: datetime, sun: Sun | None) -> datetime:
    if sun is None:
        raise NeverError(Reason.NO_SUN)
    if at.day is None:
        return _next_sun(at, now, sun)
    noon = datetime.combine(at.day, time(12), now.tzinfo)
    moment = _shifted(at, sun, later(noon, at.offset)).astimezone(now.tzinfo)
    if _absolute(moment) <= _absolute(now):
        raise NeverError(Reason.TIME_OVER)
    return moment


def _sunny_day(at: AtSun, days: frozenset[int], now: datetime, sun: Sun | None) -> datetime:
    if sun is None:
        raise NeverError(Reason.NO_SUN)
    moment = _next_sun(at, now, sun)
    while days and moment.weekday() not in days:
        moment = later(moment, _DAY.total_seconds())
    return moment


def _next_sun(at: AtSun, now: datetime, sun: Sun) -> datetime:
    moment = _shifted(at, sun, now)
    if _absolute(moment) <= _absolute(now):
        moment = later(moment, _DAY.total_seconds())
    return moment.astimezone(now.tzinfo)


def _shifted(at: AtSun, sun: Sun, near: datetime) -> datetime:
    """What the sun does on the day that brings it nearest to a moment."""
    known = later(sun.rising if at.event == "sunrise" else sun.setting, at.offset)
    days = round(seconds_between(known, near) / _DAY.total_seconds())
    return later(known, days * _DAY.total_seconds()).astimezone(near.tzinfo)


def _moment(told: object) -> datetime | None:
    """A moment, as an attribute or as it is written."""
    if isinstance(told, datetime):
        return told
    try:
        moment = datetime.fromisoformat(str(told))
    except ValueError:
        return None
    return moment if moment.tzinfo else None
