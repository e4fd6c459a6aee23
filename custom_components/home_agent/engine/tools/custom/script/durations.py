"""How long something lasts, as Home Assistant writes it."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

_CLOCK = re.compile(r"(\d{1,3}):(\d{1,2})(?::(\d{1,2}(?:\.\d+)?))?")
_UNITS = frozenset({"days", "hours", "minutes", "seconds", "milliseconds"})


def read_duration(written: Any) -> timedelta | None:  # noqa: ANN401 - as written
    """So many seconds, `HH:MM:SS` or a table of units; `None` if it is none of these."""
    match written:
        case bool():
            return None
        case int() | float() if written >= 0:
            return timedelta(seconds=written)
        case str():
            return _read_text(written.strip())
        case Mapping() if written and written.keys() <= _UNITS:
            try:
                return timedelta(**{unit: float(amount) for unit, amount in written.items()})
            except TypeError, ValueError, OverflowError:
                return None
    return None


def _read_text(text: str) -> timedelta | None:
    if found := _CLOCK.fullmatch(text):
        hours, minutes, seconds = (float(part or 0) for part in found.groups())
        return timedelta(hours=hours, minutes=minutes, seconds=seconds)
    try:
        return timedelta(seconds=float(text)) if float(text) >= 0 else None
    except ValueError, OverflowError:
        return None
