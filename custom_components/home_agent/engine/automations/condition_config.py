"""What must be so → the conditions of Home Assistant's automations."""

from datetime import time
from typing import Any

from ..conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs, TimeIs
from ..home import Snapshot
from ..home.measures import attribute_of
from .errors import NotAnAutomationError

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def condition_config(condition: Condition, home: Snapshot) -> dict[str, Any]:
    """One condition. Raises `NotAnAutomationError`."""
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


def measured_by(condition: Measures, home: Snapshot) -> dict[str, Any]:
    """The figure that is looked at, and what it is held against."""
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


def clock(at: time) -> str:
    """A time of day as Home Assistant reads it."""
    return at.strftime("%H:%M:%S")


def weekdays(days: frozenset[int]) -> list[str]:
    """Days of the week as Home Assistant names them."""
    return [DAYS[day] for day in sorted(days)]


def _each(parts: tuple[Condition, ...], home: Snapshot) -> list[dict[str, Any]]:
    return [condition_config(part, home) for part in parts]


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
    return {"condition": "numeric_state", **measured_by(condition, home)}


def _time(condition: TimeIs) -> dict[str, Any]:
    written: dict[str, Any] = {"condition": "time"}
    if condition.after is not None:
        written["after"] = clock(condition.after)
    if condition.before is not None:
        written["before"] = clock(condition.before)
    if condition.days:
        written["weekday"] = weekdays(condition.days)
    if len(written) == 1:
        raise NotAnAutomationError("time")
    return written
