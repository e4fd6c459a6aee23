"""When a model wants something done: after a delay, or at a time."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from ..instants import absolute
from ..triggers import At, Delay, Trigger
from .data import MisaskedError
from .text import clean

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


def occasion(delay: Mapping[str, Any] | None, at: str | None, now: datetime) -> Trigger | None:
    """When something is to be done; nothing if at once. Raises `MisaskedError`."""
    if at:
        return At(moment=_moment(at, now))
    if not delay:
        return None
    seconds = sum(delay.get(one, 0) * many for one, many in _SECONDS.items())
    if seconds < 0:
        raise MisaskedError("delay: that time is over.")
    return Delay(seconds=seconds) if seconds else None


_SECONDS = {"hours": 3600, "minutes": 60, "seconds": 1}


def moment_before(text: str, now: datetime) -> datetime:
    """A moment that is over: a time of day is the last time that it was. Raises `MisaskedError`."""
    moment = _moment(text, now, name="since")
    if _CLOCK.fullmatch(text.strip()):
        return moment - timedelta(days=1)
    local = moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)
    if absolute(local) > absolute(now):
        raise MisaskedError("since: that is still to come.")
    return local


def _moment(text: str, now: datetime, name: str = "at") -> datetime:
    """A moment in the home's own time."""
    try:
        if found := _CLOCK.fullmatch(text.strip()):
            hour, minute, second = (int(one or 0) for one in found.groups())
            today = now.replace(hour=hour, minute=minute, second=second, microsecond=0, fold=0)
            return today if today > now else today + timedelta(days=1)
        moment = datetime.fromisoformat(text.strip())
        return moment if moment.tzinfo is None else moment.astimezone(now.tzinfo)
    except (ValueError, OverflowError) as error:
        wrong = (
            f"{name}: '{clean(text)}' is no time. Use HH:MM, or ISO 8601 such as 2026-01-31T18:30."
        )
        raise MisaskedError(wrong) from error
