"""Jobs and timers as a store keeps them, and back: every value with the tag of its kind.

Steps, outcomes and announcements too, for whoever has another process keep something for later.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from enum import StrEnum
from typing import Any

from ...agreement import Agreement, Effect
from ...authority import WAYS_OF_PEOPLE, AccessKey, Authority, Origin
from ...conditions import AllOf, AnyOf, Changes, Measures, StateIs, TimeIs
from ...events import Announcement, JobEnded, TimerEnded
from ...home import ServiceCall, State
from ...home.model import NOTHING
from ...jobs import Job, Phase, Timer
from ...outcome import AllowedValues, AwaitedAction, Entry, Outcome, Reason, Status
from ...plan import BackStep, CallStep, LaterStep, Plan, PlayStep, ScheduleStep, TimerStep, Wording
from ...storage.type_check import check_types
from ...triggers import ConditionTrigger, Delay, Notice, RecurringTrigger, SunTrigger, TimeTrigger

# What people's stores hold, so it stays whatever a class is called by now: rename the class, never
# the tag. A field's name is stored as well: a renamed field stands in `_STORED_NAMES`.
# `test_documents.py` reads what version 1 wrote.
_VALUES: Mapping[str, type[Any]] = {
    "Job": Job,
    "Timer": Timer,
    "CallStep": CallStep,
    "PlayStep": PlayStep,
    "Wording": Wording,
    "ServiceCall": ServiceCall,
    "State": State,
    "Authority": Authority,
    "AccessKey": AccessKey,
    "Agreement": Agreement,
    "Effect": Effect,
    "Awaited": AwaitedAction,
    "Delay": Delay,
    "At": TimeTrigger,
    "AtSun": SunTrigger,
    "Every": RecurringTrigger,
    "When": ConditionTrigger,
    "Notice": Notice,
    "StateIs": StateIs,
    "Measures": Measures,
    "Changes": Changes,
    "TimeIs": TimeIs,
    "AllOf": AllOf,
    "AnyOf": AnyOf,
    "LaterStep": LaterStep,
    "BackStep": BackStep,
    "TimerStep": TimerStep,
    "ScheduleStep": ScheduleStep,
    "Outcome": Outcome,
    "Allowed": AllowedValues,
    "Entry": Entry,
    "Announcement": Announcement,
    "JobEnded": JobEnded,
    "TimerEnded": TimerEnded,
    "Plan": Plan,
}
_ENUMS: Mapping[str, type[StrEnum]] = {
    "Phase": Phase,
    "Origin": Origin,
    "Status": Status,
    "Reason": Reason,
}
_KINDS: Mapping[str, type[Any]] = {**_VALUES, **_ENUMS}
_TAGS = {kind: tag for tag, kind in _KINDS.items()}
_STORED_NAMES: Mapping[type[Any], Mapping[str, str]] = {Job: {"trigger": "occasion"}}
_TIMES: Mapping[str, type[date | time]] = {"datetime": datetime, "date": date, "time": time}


class UnknownKindError(ValueError):
    """Something that this version does not know, as a newer one may write it."""


def as_document(value: Any) -> Any:  # noqa: ANN401 - whatever a job holds
    """Return the form that is stored. What is no plain value is kept as words.

    Raises `KeyError` for a dataclass that has no tag.
    """
    if isinstance(value, StrEnum) and type(value) in _TAGS:
        return {"is": _TAGS[type(value)], "of": value.value}
    if value is None or isinstance(value, bool | int | float | str):
        return value if not isinstance(value, StrEnum) else str(value)
    if is_dataclass(value):
        stored = _STORED_NAMES.get(type(value), NOTHING)
        held = {
            stored.get(field.name, field.name): as_document(getattr(value, field.name))
            for field in fields(value)
        }
        return {"is": _TAGS[type(value)], **held}
    for name, kind in _TIMES.items():
        if isinstance(value, kind):
            return {"is": name, "of": value.isoformat()}
    if isinstance(value, Mapping):
        return {"is": "map", "of": {str(key): as_document(item) for key, item in value.items()}}
    if isinstance(value, frozenset | set):
        return {"is": "set", "of": [as_document(item) for item in sorted(value, key=str)]}
    if isinstance(value, tuple):
        return {"is": "tuple", "of": [as_document(item) for item in value]}
    return [as_document(item) for item in value] if isinstance(value, list) else str(value)


def from_document(document: Any) -> Any:  # noqa: ANN401 - whatever a job holds
    """Read the stored form. Raises `KeyError`, `TypeError` or `ValueError` for any other.

    What has a kind or a field that this version does not know raises `UnknownKindError`.
    """
    if isinstance(document, list):
        return [from_document(item) for item in document]
    if not isinstance(document, Mapping):
        return document
    kind, of = document["is"], document.get("of")
    if kind in _TIMES:
        return _TIMES[kind].fromisoformat(str(of))
    if kind == "map":
        return {key: from_document(item) for key, item in dict(of or {}).items()}
    if kind in ("set", "tuple"):
        items = (from_document(item) for item in of or ())
        return frozenset(items) if kind == "set" else tuple(items)
    if kind not in _KINDS:
        raise UnknownKindError(f"{kind} is not known")
    return _read_value(_KINDS[kind], document)


def _read_value(kind: type[Any], document: Mapping[str, Any]) -> Any:  # noqa: ANN401 - one of the kinds
    if issubclass(kind, StrEnum):
        of = document.get("of")
        if of not in {member.value for member in kind}:
            raise UnknownKindError(f"{kind.__name__} has {of}")
        return kind(of)
    stored = _STORED_NAMES.get(kind, NOTHING)
    names = {stored.get(field.name, field.name): field.name for field in fields(kind)}
    held = {name: value for name, value in document.items() if name != "is"}
    if unknown := held.keys() - names.keys():
        raise UnknownKindError(f"{kind.__name__} has {', '.join(sorted(unknown))}")
    values = {names[name]: from_document(value) for name, value in held.items()}
    if kind is Authority and "decided_by" not in values:
        values |= _origins_before_chains(values["origin"])
    return check_types(kind(**values))


def _origins_before_chains(origin: Origin) -> dict[str, Any]:
    """What an authority lacks that was kept when only the last link of its chain was known.

    How a model was asked then is not known: it counts as every way.
    """
    return {"possible_origins": WAYS_OF_PEOPLE} if origin is Origin.MODEL else {}
