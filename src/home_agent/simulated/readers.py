"""From outside data to values, and how Home Assistant words it when they do not fit."""

import math
import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, override

type Outside = Any
"""Data from outside: YAML, a caller. Nothing is known of it until it was read."""

type Reader = Callable[[Outside], Any]


class InvalidDataError(Exception):
    """Some data is not what the service takes; the path leads to it."""

    def __init__(self, message: str, *path: str | int) -> None:
        """Say what is wrong, and where."""
        super().__init__(message)
        self.message = message
        self.path = path

    @override
    def __str__(self) -> str:
        """The whole sentence, worded as Home Assistant does up to 2026.8."""
        if not self.path:
            return self.message
        return f"{self.message} @ data{''.join(f'[{step!r}]' for step in self.path)}"


def within(minimum: float, maximum: float) -> Reader:
    """Read a number of a range."""
    return limited(to_float, minimum, maximum)


def byte(value: Outside) -> int:
    """Read a number from 0 to 255."""
    return int(limited(to_int, 0, 255)(value))


def one_of(options: Sequence[str]) -> Reader:
    """Read one of some words."""

    def read(value: Outside) -> Outside:
        if not isinstance(value, str) or value not in options:
            raise InvalidDataError(f"value must be one of {sorted(options)}")
        return str(value)

    return read


def to_text(value: Outside) -> str:
    """Read text; a number will do."""
    if value is None:
        raise InvalidDataError("string value is None")
    if isinstance(value, list | tuple | dict):
        raise InvalidDataError("value should be a string")
    return str(value)


def to_date(value: Outside) -> date:
    """Read a day such as 2026-10-31."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(to_text(value))
    except ValueError as error:
        raise InvalidDataError("Could not parse date") from error


def to_time(value: Outside) -> time:
    """Read a time of day such as 18:30."""
    if isinstance(value, time):
        return value
    try:
        return time.fromisoformat(to_text(value))
    except ValueError as error:
        raise InvalidDataError(f"Invalid time specified: {value}") from error


def to_moment(value: Outside) -> datetime:
    """Read a date with a time; without a zone it is local, which the caller knows."""
    if isinstance(value, datetime):
        return value
    try:
        return datetime.fromisoformat(to_text(value))
    except ValueError as error:
        raise InvalidDataError(f"Invalid datetime specified: {value}") from error


_CLOCK = re.compile(r"([+-])?(\d+):(\d\d)(?::(\d\d(?:\.\d+)?))?")
_PERIODS = ("days", "hours", "minutes", "seconds", "milliseconds")
_LONGEST = timedelta(days=365 * 100)


def to_period(value: Outside) -> timedelta:
    """Read a length of time: seconds, H:MM:SS, or a mapping of units."""
    try:
        period = _period(value)
    except (ValueError, TypeError, OverflowError) as error:
        raise InvalidDataError(
            f"offset {value} should be format 'HH:MM', 'HH:MM:SS' or 'HH:MM:SS.F'"
        ) from error
    if abs(period) > _LONGEST:
        raise InvalidDataError(f"Invalid time period: {value}")
    return period


def _period(value: Outside) -> timedelta:
    match value:
        case timedelta():
            return value
        case bool():
            raise TypeError
        case int() | float():
            return timedelta(seconds=value)
        case dict() if value and all(unit in _PERIODS for unit in value):
            return timedelta(**{unit: float(amount) for unit, amount in value.items()})
        case str() if found := _CLOCK.fullmatch(value):
            sign, hours, minutes, seconds = found.groups()
            length = timedelta(hours=int(hours), minutes=int(minutes), seconds=float(seconds or 0))
            return -length if sign == "-" else length
        case str():
            return timedelta(seconds=float(value))
    raise TypeError


def read_at(place: int, read: Reader, value: Outside) -> Outside:
    """Read one thing of a list, and say which one is wrong."""
    try:
        return read(value)
    except InvalidDataError as error:
        raise InvalidDataError(error.message, place, *error.path) from error


def limited(
    read: Callable[[Any], float],
    minimum: float | None,
    maximum: float | None,
    *,
    clamp: bool = False,
) -> Reader:
    """Read a number, and refuse or mend one beyond the limits."""

    def check(value: Outside) -> float:
        number = read(value)
        if minimum is not None and not number >= minimum:
            if clamp:
                return minimum
            raise InvalidDataError(f"value must be at least {minimum}")
        if maximum is not None and not number <= maximum:
            if clamp:
                return maximum
            raise InvalidDataError(f"value must be at most {maximum}")
        return number

    return check


def to_int(value: Outside) -> int:
    """Read a whole number."""
    try:
        return int(value)
    except (ValueError, TypeError, OverflowError) as error:
        raise InvalidDataError("expected int") from error


def to_float(value: Outside) -> float:
    """Read a number."""
    try:
        number = float(value)
    except (ValueError, TypeError, OverflowError) as error:
        raise InvalidDataError("expected float") from error
    # Home Assistant lets these through where no range is checked; no device can be set to them.
    if not math.isfinite(number):
        raise InvalidDataError("expected float")
    return number


def to_filled(value: Outside) -> str:
    """Read text that is more than white space."""
    stripped = to_text(value).strip()
    if not stripped:
        raise InvalidDataError("length of value must be at least 1")
    return stripped


def to_strict_bool(value: Outside) -> bool:
    """Read a boolean."""
    if not isinstance(value, bool):
        raise InvalidDataError("expected bool")
    return value


_WORDS = {
    **dict.fromkeys(("1", "true", "yes", "on", "enable"), True),
    **dict.fromkeys(("0", "false", "no", "off", "disable"), False),
}


def to_bool(value: Outside) -> bool:
    """Read a boolean, or a word or number that means one."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value != 0
    if isinstance(value, str) and (meant := _WORDS.get(value.lower().strip())) is not None:
        return meant
    raise InvalidDataError(f"invalid boolean value {value}")
