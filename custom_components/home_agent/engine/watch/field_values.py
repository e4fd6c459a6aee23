"""How people may be told, as it is written down."""

import re

from ..validation.fields import FieldReader
from ..validation.problems import MisreadError

_WAY = re.compile(r"persistent_notification|speak|notify\.[a-z0-9_]+")


def read_notify_targets(reader: FieldReader) -> tuple[str, ...]:
    """The ways in `notify`: one or a list."""
    value = reader.values.get("notify") or ()
    listed = (value,) if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not all(
        isinstance(item, str) and _WAY.fullmatch(item.strip()) for item in listed
    ):
        reader.note("notify", "way")
        return ()
    return tuple(dict.fromkeys(item.strip() for item in listed))


_EVENT_TYPE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}")
# States are watched as they are, and what would be heard of each of them would be a flood.
_NOT_EVENTS = frozenset({"state_changed", "state_reported", "*"})


def is_event_type(written: object) -> bool:
    """Whether something can be the type of an event that is listened for."""
    text = written.strip() if isinstance(written, str) else ""
    return _EVENT_TYPE.fullmatch(text) is not None and text not in _NOT_EVENTS


def read_event_types(reader: FieldReader) -> tuple[str, ...]:
    """The types in `events`: a list of names."""
    listed = reader.values.get("events") or ()
    if not isinstance(listed, list | tuple) or not all(map(is_event_type, listed)):
        reader.note("events", "event_types")
        return ()
    return tuple(dict.fromkeys(str(event_type).strip() for event_type in listed))


_ENTITY_ID = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
_MOST = 50


def read_entity_ids(reader: FieldReader, name: str) -> tuple[str, ...]:
    """One id or a list of them. Whether there are such things shows in the home, not here."""
    value = reader.values.get(name)
    listed = (value,) if isinstance(value, str) else value
    if isinstance(listed, list | tuple) and 0 < len(listed) <= _MOST:
        ids = [str(item).strip().casefold() for item in listed]
        if all(map(_ENTITY_ID.fullmatch, ids)):
            return tuple(dict.fromkeys(ids))
    reader.note(name, "entity_ids")
    return ()


_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_PART = re.compile(
    r"(\d+(?:\.\d+)?)\s*"
    r"(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])\s*(?:,|and)?\s*"
)
_LONGEST = 365 * 86_400
_LONGEST_TEXT = 100


def read_duration(written: object) -> float:
    """So many seconds; raise `MisreadError` for what is no length."""
    seconds: float | None = None
    if isinstance(written, str) and len(written) <= _LONGEST_TEXT:
        seconds = _parse(written.strip().casefold())
    elif isinstance(written, int | float) and not isinstance(written, bool):
        seconds = written
    if seconds is None or not 0 <= seconds <= _LONGEST:
        raise MisreadError("length")
    return seconds


def _parse(text: str) -> float | None:
    parts = _PART.findall(text)
    if not parts or _PART.sub("", text):
        return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else None
    return sum(float(number) * _SECONDS[unit[0]] for number, unit in parts)
