"""Reads recurring times that a model asks for: by clock, weekday or sun."""

from collections.abc import Mapping
from datetime import time
from typing import Any

from ..instants import WEEKDAYS
from ..triggers import LONGEST, RecurringTrigger, SunTrigger
from .durations import read_duration_argument, read_signed_duration
from .text import clean
from .tool import InvalidRequestError

FIELDS = frozenset({"every", "days", "sun", "offset"})
"""What says so, besides `at`."""

_DAYS = {day[:3]: number for number, day in enumerate(WEEKDAYS)}
_NAMED = {
    "day": frozenset[int](),
    "daily": frozenset[int](),
    "weekday": frozenset(range(5)),
    "weekdays": frozenset(range(5)),
    "weekend": frozenset({5, 6}),
}
_EVENTS = ("sunrise", "sunset")


def read_recurrence(wanted: Mapping[str, Any]) -> RecurringTrigger | SunTrigger | None:
    """The recurring trigger; None if there is none. Raises `InvalidRequestError`."""
    every, at, sun = wanted.get("every"), wanted.get("at"), _read_sun(wanted)
    named = str(every).strip().casefold().removeprefix("every ") if every is not None else ""
    days = _read_days(wanted.get("days")) | _read_days(_day_of(named))
    again = bool(days) or named in _NAMED or bool(_day_of(named))
    if named in _NAMED:
        days |= _NAMED[named]
    elif named and not _day_of(named):
        if at is not None or sun is not None or days:
            raise InvalidRequestError("every: with at, sun or days it can only be day.")
        seconds = read_duration_argument(every, "every")
        if not 0 < seconds <= LONGEST:
            raise InvalidRequestError("every: must be more than nothing and at most a year.")
        return RecurringTrigger(seconds=seconds)
    if sun is not None:
        return RecurringTrigger(at=sun, days=days) if again else sun
    if not again:
        return None
    if at is None:
        raise InvalidRequestError("Say at what time, with at (HH:MM) or sun.")
    return RecurringTrigger(at=_read_clock(at), days=days)


def _read_sun(wanted: Mapping[str, Any]) -> SunTrigger | None:
    event = wanted.get("sun")
    if event is None:
        if "offset" in wanted:
            raise InvalidRequestError("offset: goes with sun, sunrise or sunset.")
        return None
    if event not in _EVENTS:
        raise InvalidRequestError("sun: must be sunrise or sunset.")
    offset = wanted.get("offset")
    return SunTrigger(event=event, offset=read_signed_duration(offset, "offset") if offset else 0)


def _day_of(named: str) -> str:
    return named if named[:3] in _DAYS and WEEKDAYS[_DAYS[named[:3]]].startswith(named) else ""


def _read_days(written: object) -> frozenset[int]:
    if not written:
        return frozenset()
    listed = written if isinstance(written, list | tuple) else str(written).split(",")
    found: set[int] = set()
    for day in listed:
        said = str(day).strip().casefold()
        if said in _NAMED:
            found |= _NAMED[said]
        elif said[:3] in _DAYS:
            found.add(_DAYS[said[:3]])
        else:
            known = ", ".join(_DAYS)
            raise InvalidRequestError(f"days: '{clean(str(day))}' is no day. They are {known}.")
    return frozenset(found)


def _read_clock(at: object) -> time:
    try:
        return time.fromisoformat(str(at).strip().zfill(5))
    except ValueError as error:
        raise InvalidRequestError(
            f"at: '{clean(str(at))}' is no time of day. Use HH:MM."
        ) from error
