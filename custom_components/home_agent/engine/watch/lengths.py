"""How long something lasts, as people write it: 600, "10 min", "1 h 30 min"."""

import re

from ..validation.problems import MisreadError

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_PART = re.compile(
    r"(\d+(?:\.\d+)?)\s*"
    r"(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])\s*(?:,|and)?\s*"
)
_LONGEST = 365 * 86_400
_LONGEST_TEXT = 100


def read_length(written: object) -> float:
    """So many seconds; raise `MisreadError` for what is no length."""
    seconds: float | None = None
    if isinstance(written, str) and len(written) <= _LONGEST_TEXT:
        seconds = _spelt(written.strip().casefold())
    elif isinstance(written, int | float) and not isinstance(written, bool):
        seconds = written
    if seconds is None or not 0 <= seconds <= _LONGEST:
        raise MisreadError("length")
    return seconds


def _spelt(text: str) -> float | None:
    parts = _PART.findall(text)
    if not parts or _PART.sub("", text):
        return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else None
    return sum(float(number) * _SECONDS[unit[0]] for number, unit in parts)
