"""Reads the times in a model's request."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from ..instants import add_seconds, to_utc
from ..triggers import Delay, TimeTrigger, Trigger
from .text import clean
from .tool import InvalidRequestError

DELAY: Mapping[str, Any] = {
    "type": "object",
    "description": "How long from now",
    "properties": {
        "hours": {"type": "integer"},
        "minutes": {"type": "integer"},
        "seconds": {"type": "integer"},
    },
}
AT: Mapping[str, Any] = {
    "type": "string",
    "description": "Local time, as HH:MM or ISO 8601",
}

_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_DELAY_UNITS = {"hours": 3600, "minutes": 60, "seconds": 1}

_SPAN = re.compile(r"(?:\d+(?:\.\d+)?\s*[smhdw][a-z]*\s*)+")
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_LONGEST_SPAN = 366 * 86_400
_LONGEST_TEXT = 100


def read_time(delay: Mapping[str, Any] | None, at: str | None, now: datetime) -> Trigger | None:
    """The time of an action; None if at once. Raises `InvalidRequestError`."""
    if at:
        return TimeTrigger(moment=_moment(at, now))
    if not delay:
        return None
    seconds = sum(delay.get(unit, 0) * many for unit, many in _DELAY_UNITS.items())
    if seconds < 0:
        raise InvalidRequestError("delay: that time is over.")
    return Delay(seconds=seconds) if seconds else None


def read_past_moment(text: str, now: datetime) -> datetime:
    """A moment in the past: a time of day is the last one. Raises `InvalidRequestError`."""
    moment = _moment(text, now, name="since")
    if _CLOCK.fullmatch(text.strip()):
        return moment - timedelta(days=1)
    local = moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)
    if to_utc(local) > to_utc(now):
        raise InvalidRequestError("since: that is still to come.")
    return local


def _moment(text: str, now: datetime, name: str = "at") -> datetime:
    """A moment in the home's own time."""
    try:
        if found := _CLOCK.fullmatch(text.strip()):
            hour, minute, second = (int(group or 0) for group in found.groups())
            today = now.replace(hour=hour, minute=minute, second=second, microsecond=0, fold=0)
            return today if today > now else today + timedelta(days=1)
        moment = datetime.fromisoformat(text.strip())
        return moment if moment.tzinfo is None else moment.astimezone(now.tzinfo)
    except (ValueError, OverflowError) as error:
        raise InvalidRequestError(
            f"{name}: '{clean(text)}' is no time. Use HH:MM, or ISO 8601 such as 2026-01-31T18:30."
        ) from error


def find_start(duration: str, now: datetime) -> datetime:
    """When a span that ends now began. Raises `InvalidRequestError`."""
    said = duration.strip().casefold()
    if said == "today":
        return now.replace(hour=0, minute=0, second=0, microsecond=0)
    if len(said) > _LONGEST_TEXT or not _SPAN.fullmatch(said) or re.search(r"mo|y", said):
        raise InvalidRequestError(
            f"history.duration: '{clean(duration)}' is no time range."
            " Use a number with m, h, d or w, such as 30m, 24h or 7d, or today."
        )
    seconds = sum(float(number) * _SECONDS[unit] for number, unit in _PART.findall(said))
    if not 0 < seconds <= _LONGEST_SPAN:
        raise InvalidRequestError("history.duration: must be more than nothing and at most 366d.")
    return add_seconds(now, -seconds)
