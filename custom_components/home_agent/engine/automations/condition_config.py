"""What must be so → the conditions of Home Assistant's automations."""

from datetime import time
from typing import Any

from ..conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs, TimeIs
from ..home import Snapshot
from ..home.measures import attribute_of
from .automation import NotAnAutomationError

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def build_condition(condition: Condition, home: Snapshot) -> dict[str, Any]:
    """Return a condition as Home Assistant writes it. Raises `NotAnAutomationError`."""
    match condition:
        case StateIs():
            return _negated(_state(condition), negated=condition.negated)
        case Measures():
            return _negated(_measures(condition, home), negated=condition.negated)
        case TimeIs():
            return _time(condition)
        case AllOf(conditions=parts):
            return {"condition": "and", "conditions": _each(parts, home)}
        case AnyOf(conditions=parts):
            return {"condition": "or", "conditions": _each(parts, home)}
        case Changes():
            raise NotAnAutomationError("change_as_condition")


def build_threshold(condition: Measures, home: Snapshot) -> dict[str, Any]:
    """Return the keys that say which figure is read, and its limits."""
    entity = home.layout.entities.get(condition.entity_id)
    state = home.states.get(condition.entity_id)
    told: dict[str, Any] = {"entity_id": [condition.entity_id]}
    if condition.attribute is not None:
        attribute = attribute_of(entity, state, condition.attribute) if entity and state else None
        if attribute is None:
            raise NotAnAutomationError("figure")
        if attribute:
            told["attribute"] = attribute
    if condition.above is not None:
        told["above"] = condition.above
    if condition.below is not None:
        told["below"] = condition.below
    return told


def format_time(at: time) -> str:
    """Return a time of day as Home Assistant reads it."""
    return at.strftime("%H:%M:%S")


def name_weekdays(days: frozenset[int]) -> list[str]:
    """Return days of the week as Home Assistant names them."""
    return [DAYS[day] for day in sorted(days)]


def _each(parts: tuple[Condition, ...], home: Snapshot) -> list[dict[str, Any]]:
    return [build_condition(part, home) for part in parts]


def _negated(written: dict[str, Any], *, negated: bool) -> dict[str, Any]:
    return {"condition": "not", "conditions": [written]} if negated else written


def _state(condition: StateIs) -> dict[str, Any]:
    written: dict[str, Any] = {
        "condition": "state",
        "entity_id": [*condition.entity_ids],
        "state": sorted(condition.states),
    }
    if condition.attribute is not None:
        written["attribute"] = condition.attribute
    if len(condition.entity_ids) > 1:
        written["match"] = "all" if condition.every else "any"
    return written


def _measures(condition: Measures, home: Snapshot) -> dict[str, Any]:
    return {"condition": "numeric_state", **build_threshold(condition, home)}


def _time(condition: TimeIs) -> dict[str, Any]:
    written: dict[str, Any] = {"condition": "time"}
    if condition.after is not None:
        written["after"] = format_time(condition.after)
    if condition.before is not None:
        written["before"] = format_time(condition.before)
    if condition.days:
        written["weekday"] = name_weekdays(condition.days)
    if len(written) == 1:
        raise NotAnAutomationError("time")
    return written
