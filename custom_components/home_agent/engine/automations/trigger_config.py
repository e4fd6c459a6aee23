"""When something is to happen → the triggers of Home Assistant's automations.

A trigger fires as something becomes so. Where several things must be so at once, each of them may
be the last, and the whole is a condition besides.
"""

from dataclasses import dataclass
from datetime import time
from typing import Any

from ..conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs, TimeIs
from ..home import Snapshot
from ..home.model import UNAVAILABLE, UNKNOWN
from ..triggers import ConditionTrigger, RecurringTrigger, SunTrigger
from .automation import AutomationTrigger, NotAnAutomationError
from .condition_config import build_condition, build_threshold, format_time, name_weekdays

# A thing that comes back was not opened by anybody.
_ABSENT = [UNAVAILABLE, UNKNOWN]

_DAY = 86_400
_UNITS = (("hours", 3600, 24), ("minutes", 60, 60))


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerConfig:
    """What sets an automation off, and what must be so when it does."""

    triggers: tuple[dict[str, Any], ...]
    conditions: tuple[dict[str, Any], ...] = ()


def build_trigger(trigger: AutomationTrigger, home: Snapshot) -> TriggerConfig:
    """Return a trigger as Home Assistant writes it. Raises `NotAnAutomationError`."""
    match trigger:
        case ConditionTrigger():
            return _when(trigger, home)
        case SunTrigger(day=None):
            return TriggerConfig(triggers=(_sun(trigger),))
        case RecurringTrigger(seconds=seconds) if seconds:
            return TriggerConfig(triggers=(_pattern(seconds),))
        case RecurringTrigger(at=at, days=days):
            days_condition = {"condition": "time", "weekday": name_weekdays(days)}
            written = _sun(at) if isinstance(at, SunTrigger) else _clock(at or time())
            return TriggerConfig(triggers=(written,), conditions=(days_condition,) if days else ())
    raise NotAnAutomationError("once")


def _when(when: ConditionTrigger, home: Snapshot) -> TriggerConfig:
    if when.pause:
        raise NotAnAutomationError("pause")
    return _becomes(when.condition, when.lasting, home)


def _becomes(condition: Condition, lasting: float, home: Snapshot) -> TriggerConfig:
    match condition:
        case StateIs():
            return _state(condition, lasting, home)
        case Measures(negated=False):
            written = {"trigger": "numeric_state", **build_threshold(condition, home)}
            return TriggerConfig(triggers=(_lasting(written, lasting),))
        case Measures():
            return _becomes(_opposite(condition), lasting, home)
        case Changes(entity_ids=entity_ids, attribute=attribute):
            written = {"trigger": "state", "entity_id": [*entity_ids]}
            told = {"attribute": attribute} if attribute else {"to": None}
            return TriggerConfig(triggers=({**written, **told},))
        case TimeIs(after=time() as after, days=days):
            days_condition = {"condition": "time", "weekday": name_weekdays(days)}
            return TriggerConfig(
                triggers=(_clock(after),), conditions=(days_condition,) if days else ()
            )
        case AllOf(conditions=parts):
            found = [_becomes(part, lasting, home) for part in _moving(parts)]
            triggers = tuple(written for config in found for written in config.triggers)
            return TriggerConfig(triggers=triggers, conditions=(build_condition(condition, home),))
        case AnyOf(conditions=parts):
            found = [_becomes(part, lasting, home) for part in parts]
            if any(config.conditions for config in found):
                raise NotAnAutomationError("nested")
            return TriggerConfig(
                triggers=tuple(trigger for config in found for trigger in config.triggers)
            )
    raise NotAnAutomationError("time")


def _moving(parts: tuple[Condition, ...]) -> list[Condition]:
    """What may become so last; that a span of time begins sets nothing off by itself."""
    moving: list[Condition] = [part for part in parts if not isinstance(part, TimeIs)]
    return moving or [*parts]


def _state(condition: StateIs, lasting: float, home: Snapshot) -> TriggerConfig:
    states = sorted(condition.states)
    written: dict[str, Any] = {"trigger": "state", "entity_id": [*condition.entity_ids]}
    if condition.attribute is not None:
        written["attribute"] = condition.attribute
    if condition.negated:
        written |= {"from": states, "not_to": [*states, *_ABSENT]}
    else:
        written |= {"to": states, "not_from": [*states, *_ABSENT]}
    several = len(condition.entity_ids) > 1
    together = several and condition.every is not condition.negated
    wanted = (build_condition(condition, home),) if together else ()
    return TriggerConfig(triggers=(_lasting(written, lasting),), conditions=wanted)


def _opposite(condition: Measures) -> Measures:
    """A figure that is no longer above is below, for anybody who measures."""
    if (condition.above is None) is (condition.below is None):
        raise NotAnAutomationError("figure")
    return Measures(
        entity_id=condition.entity_id,
        attribute=condition.attribute,
        above=condition.below,
        below=condition.above,
    )


def _lasting(written: dict[str, Any], seconds: float) -> dict[str, Any]:
    return {**written, "for": {"seconds": int(seconds)}} if seconds else written


def _clock(at: time) -> dict[str, Any]:
    return {"trigger": "time", "at": format_time(at)}


def _sun(at: SunTrigger) -> dict[str, Any]:
    written: dict[str, Any] = {"trigger": "sun", "event": at.event}
    if at.offset:
        minutes, seconds = divmod(abs(int(at.offset)), 60)
        hours, minutes = divmod(minutes, 60)
        sign = "-" if at.offset < 0 else ""
        written["offset"] = f"{sign}{hours:02}:{minutes:02}:{seconds:02}"
    return written


def _pattern(seconds: float) -> dict[str, Any]:
    """Every so many minutes or hours, as far as a clock comes round in them."""
    for unit, size, whole in _UNITS:
        count, rest = divmod(seconds, size)
        if not rest and 0 < count < whole and whole % count == 0:
            return {"trigger": "time_pattern", unit: f"/{int(count)}"}
    if seconds == _DAY:
        return _clock(time())
    raise NotAnAutomationError("interval")
