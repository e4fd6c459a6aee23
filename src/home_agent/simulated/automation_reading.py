"""What an automation's configuration means, as far as we write such: triggers and conditions."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any

from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home.model import State
from home_agent.engine.home.protocol import StateChanged
from home_agent.engine.home.snapshot import Layout

type Config = Mapping[str, Any]
type States = Mapping[str, State]

_TRIGGERS = frozenset({"state", "numeric_state", "time", "sun", "time_pattern"})
_CONDITIONS = frozenset({"state", "numeric_state", "time", "and", "or", "not", "trigger"})
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_PATTERNS = {"hours": 3600, "minutes": 60}


def check_config(config: Config, layout: Layout) -> None:
    """Raise `CallRefusedError` for what a simulated home could not carry out."""
    if not config.get("triggers") or not config.get("actions"):
        raise CallRefusedError("required key not provided: triggers and actions")
    for trigger in config["triggers"]:
        if trigger.get("trigger") not in _TRIGGERS:
            raise CallRefusedError(f"Invalid trigger '{trigger.get('trigger')}' specified")
    for condition in config.get("conditions", ()):
        _check_condition(condition)
    for action in config["actions"]:
        if "action" in action:
            named = action.get("target", {}).get("entity_id", ())
            missing = [entity_id for entity_id in named if entity_id not in layout.entities]
            if missing:
                raise CallRefusedError(f"Unknown entity {missing[0]}")
        elif "delay" not in action:
            _check_condition(action)


def _check_condition(condition: Config) -> None:
    if condition.get("condition") not in _CONDITIONS:
        raise CallRefusedError(f"Invalid condition '{condition.get('condition')}' specified")
    for part in condition.get("conditions", ()):
        _check_condition(part)


def was_set_off(trigger: Config, change: StateChanged) -> bool | None:
    """Whether a change makes a trigger so, or no longer so; None if it is about something else."""
    if change.entity_id not in trigger.get("entity_id", ()):
        return None
    assert change.before is not None
    assert change.after is not None
    if trigger["trigger"] == "numeric_state":
        before, now = (_in_range(trigger, state) for state in (change.before, change.after))
        return None if before == now else now
    before_value, value = (_value(trigger, state) for state in (change.before, change.after))
    if before_value == value:
        return None
    return _fits(value, trigger.get("to"), trigger.get("not_to")) and _fits(
        before_value, trigger.get("from"), trigger.get("not_from")
    )


def next_moment(trigger: Config, now: datetime, states: States) -> datetime | None:
    """When the clock next sets a trigger off, None if it never does."""
    match trigger["trigger"]:
        case "time":
            at = time.fromisoformat(trigger["at"])
            moment = datetime.combine(now.date(), at, now.tzinfo)
            return moment if moment > now else moment + timedelta(days=1)
        case "sun":
            told = states["sun.sun"].attributes if "sun.sun" in states else {}
            name = "next_rising" if trigger["event"] == "sunrise" else "next_setting"
            if name not in told:
                return None
            moment = datetime.fromisoformat(told[name]) + _offset(trigger.get("offset", ""))
            return moment if moment > now else moment + timedelta(days=1)
        case "time_pattern":
            for unit, size in _PATTERNS.items():
                if unit in trigger:
                    step = int(trigger[unit].lstrip("/")) * size
                    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
                    passed = int((now - midnight).total_seconds())
                    return midnight + timedelta(seconds=(passed // step + 1) * step)
    return None


def is_so(condition: Config, states: States, now: datetime) -> bool:
    """Whether a condition is so now; which trigger fired is not looked at."""
    parts = [is_so(part, states, now) for part in condition.get("conditions", ())]
    match condition["condition"]:
        case "and":
            return all(parts)
        case "or":
            return any(parts)
        case "not":
            return not any(parts)
        case "state":
            wanted = condition["state"]
            fits = [
                entity_id in states and _value(condition, states[entity_id]) in wanted
                for entity_id in condition["entity_id"]
            ]
            return any(fits) if condition.get("match") == "any" else all(fits)
        case "numeric_state":
            ids = condition["entity_id"]
            return all(
                entity_id in states and _in_range(condition, states[entity_id]) for entity_id in ids
            )
        case "time":
            return _is_time(condition, now)
    return True


def _is_time(condition: Config, now: datetime) -> bool:
    if "weekday" in condition and _DAYS[now.weekday()] not in condition["weekday"]:
        return False
    at = now.time()
    after = time.fromisoformat(condition.get("after", "00:00:00"))
    before = time.fromisoformat(condition.get("before", "23:59:59.999999"))
    return after <= at < before if after < before else at >= after or at < before


def _in_range(config: Config, state: State) -> bool:
    try:
        figure = float(_value(config, state) or "")
    except ValueError:
        return False
    low, high = float(config.get("above", "-inf")), float(config.get("below", "inf"))
    return low < figure < high


def _value(config: Config, state: State) -> str | None:
    if "attribute" not in config:
        return state.value
    value = state.attributes.get(config["attribute"])
    return None if value is None else str(value)


def _fits(value: str | None, wanted: list[str] | None, unwanted: list[str] | None) -> bool:
    if wanted is not None and value not in wanted:
        return False
    return unwanted is None or value not in unwanted


def _offset(written: str) -> timedelta:
    if not written:
        return timedelta()
    hours, minutes, seconds = (int(part) for part in written.lstrip("-").split(":"))
    length = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    return -length if written.startswith("-") else length
