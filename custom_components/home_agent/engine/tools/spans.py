"""How far back a model asks: "30m", "24h", "7d", "1d12h", or today."""

import re
from datetime import datetime

from ..instants import later
from .data import MisaskedError
from .text import clean

_SPAN = re.compile(r"(?:\d+(?:\.\d+)?\s*[smhdw][a-z]*\s*)+")
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_LONGEST = 366 * 86_400
_LONGEST_TEXT = 100


def began(duration: str, now: datetime) -> datetime:
    """When a span that ends now began. Raises `MisaskedError`."""
    said = duration.strip().casefold()
    if said == "today":
        return now.replace(hour=0, minute=0, second=0, microsecond=0)
    if len(said) > _LONGEST_TEXT or not _SPAN.fullmatch(said) or re.search(r"mo|y", said):
        raise MisaskedError(
            f"history.duration: '{clean(duration)}' is no time range."
            " Use a number with m, h, d or w, such as 30m, 24h or 7d, or today."
        )
    seconds = sum(float(number) * _SECONDS[unit] for number, unit in _PART.findall(said))
    if not 0 < seconds <= _LONGEST:
        raise MisaskedError("history.duration: must be more than nothing and at most 366d.")
    return later(now, -seconds)
