"""Lengths of time as models write them: "10 min", 600, 00:10:00, {minutes: 10}."""

import re
from collections.abc import Mapping

from ..validation.problems import MisreadError
from ..watch.field_values import read_duration
from .text import clean
from .tool import InvalidRequestError

_CLOCK = re.compile(r"(\d+):(\d{2})(?::(\d{2}))?")
_UNITS = {"days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1}


def read_duration_argument(written: object, name: str) -> float:
    """So many seconds. Raises `InvalidRequestError`."""
    try:
        if isinstance(written, Mapping):
            # An unknown unit is no length either.
            return read_duration(sum(float(many) * _UNITS[unit] for unit, many in written.items()))
        if isinstance(written, str) and (found := _CLOCK.fullmatch(written.strip())):
            hours, minutes, seconds = (int(part or 0) for part in found.groups())
            return read_duration(hours * 3600 + minutes * 60 + seconds)
        return read_duration(written)
    except (LookupError, MisreadError, ValueError, TypeError) as error:
        raise InvalidRequestError(
            f"{name}: '{clean(str(written))}' is no length of time. Write it as 10 min."
        ) from error


def read_signed_duration(written: object, name: str) -> float:
    """Likewise, with a minus where it is before."""
    if isinstance(written, str) and written.strip()[:1] in ("-", "+"):
        length = read_duration_argument(written.strip()[1:].strip(), name)
        return -length if written.strip().startswith("-") else length
    if isinstance(written, int | float) and not isinstance(written, bool) and written < 0:
        return -read_duration_argument(-written, name)
    return read_duration_argument(written, name)
