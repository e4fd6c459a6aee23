"""Moments as they follow each other, whatever clocks show.

Two local times of one zone are compared and subtracted as a wall clock shows them, which is wrong
by an hour when summer time comes or goes. Whatever is measured goes through UTC.
"""

from datetime import UTC, datetime, timedelta

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""By the number that `date.weekday` gives."""

_AGES = 1000 * 366 * 86_400.0


def to_utc(moment: datetime) -> datetime:
    """The moment in the time that has no summer."""
    return moment.astimezone(UTC)


def add_seconds(moment: datetime, seconds: float) -> datetime:
    """The moment that many true seconds later; before it, if negative.

    What is further away than a thousand years is as far as that.
    """
    seconds = max(-_AGES, min(seconds, _AGES))
    return (to_utc(moment) + timedelta(seconds=seconds)).astimezone(moment.tzinfo)


def measure_between(earlier: datetime, after: datetime) -> timedelta:
    """True time from one moment to another."""
    return to_utc(after) - to_utc(earlier)


def seconds_between(earlier: datetime, after: datetime) -> float:
    """True seconds from one moment to another."""
    return measure_between(earlier, after).total_seconds()


def skip_gap(moment: datetime) -> datetime:
    """The moment; where clocks skip it, the first moment after the gap."""
    real = to_utc(moment).astimezone(moment.tzinfo)
    if real.replace(tzinfo=None, fold=0) == moment.replace(tzinfo=None, fold=0):
        return moment
    # The gap lies between what the clock would show by the old rule and by the new one.
    before, after = sorted(to_utc(moment.replace(fold=fold)) for fold in (0, 1))
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
