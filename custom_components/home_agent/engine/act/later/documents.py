"""Jobs and timers as a store keeps them, and back: every value with the name of its kind.

Steps, outcomes and announcements too, for whoever has another process keep something for later.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from enum import StrEnum
from typing import Any

from ...authority import Authority, Origin
from ...conditions import AllOf, AnyOf, Changes, Measures, StateIs, TimeIs
from ...events import Announcement, JobEnded, TimerEnded
from ...home import ServiceCall, State
from ...jobs import Job, Phase, Timer
from ...notice import Notice
from ...occasions import At, AtSun, Delay, Every, When
from ...outcome import Allowed, Entry, Outcome, Reason, Status
from ...plan import BackStep, CallStep, LaterStep, Plan, PlayStep, ScheduleStep, TimerStep, Wording

_VALUES: tuple[type[Any], ...] = (
    *(Job, Timer, CallStep, PlayStep, Wording, ServiceCall, State, Authority),
    *(Delay, At, AtSun, Every, When, Notice),
    *(StateIs, Measures, Changes, TimeIs, AllOf, AnyOf),
    *(LaterStep, BackStep, TimerStep, ScheduleStep, Outcome, Allowed, Entry),
    *(Announcement, JobEnded, TimerEnded, Plan),
)
_ENUMS: tuple[type[StrEnum], ...] = (Phase, Origin, Status, Reason)
_KINDS = {kind.__name__: kind for kind in (*_VALUES, *_ENUMS)}
_TIMES: Mapping[str, type[date | time]] = {"datetime": datetime, "date": date, "time": time}


def as_document(value: Any) -> Any:  # noqa: ANN401 - whatever a job holds
    """The form that is stored. What is no plain value is kept as words."""
    if isinstance(value, _ENUMS):
        return {"is": type(value).__name__, "of": value.value}
    if value is None or isinstance(value, bool | int | float | str):
        return value if not isinstance(value, StrEnum) else str(value)
    if is_dataclass(value):
        held = {one.name: as_document(getattr(value, one.name)) for one in fields(value)}
        return {"is": type(value).__name__, **held}
    for name, kind in _TIMES.items():
        if isinstance(value, kind):
            return {"is": name, "of": value.isoformat()}
    if isinstance(value, Mapping):
        return {"is": "map", "of": {str(key): as_document(one) for key, one in value.items()}}
    if isinstance(value, frozenset | set):
        return {"is": "set", "of": [as_document(one) for one in sorted(value, key=str)]}
    if isinstance(value, tuple):
        return {"is": "tuple", "of": [as_document(one) for one in value]}
    return [as_document(one) for one in value] if isinstance(value, list) else str(value)


def from_document(document: Any) -> Any:  # noqa: ANN401 - whatever a job holds
    """Read the stored form. Raises `KeyError`, `TypeError` or `ValueError` for any other."""
    if isinstance(document, list):
        return [from_document(one) for one in document]
    if not isinstance(document, Mapping):
        return document
    kind, of = document["is"], document.get("of")
    if kind in _TIMES:
        return _TIMES[kind].fromisoformat(str(of))
    if kind == "map":
        return {key: from_document(one) for key, one in dict(of or {}).items()}
    if kind in ("set", "tuple"):
        held = (from_document(one) for one in of or ())
        return frozenset(held) if kind == "set" else tuple(held)
    if issubclass(_KINDS[kind], StrEnum):
        return _KINDS[kind](of)
    return _KINDS[kind](**{k: from_document(v) for k, v in document.items() if k != "is"})
