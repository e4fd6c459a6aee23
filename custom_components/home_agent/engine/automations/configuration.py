"""An automation → the configuration that Home Assistant keeps of it.

Only what we know the meaning of is written: states, figures, times and services by their names.
No template is ever among it, so that what is written is all that will happen.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ..home import ServiceCall, Snapshot
from ..home.service_kinds import is_entity_id
from .automation import Automation, AutomationAction, ConditionGuard, NotAnAutomationError, Pause
from .condition_config import build_condition
from .trigger_config import build_trigger

_TEMPLATES = ("{{", "{%", "{#")


def build_config(automation: Automation, home: Snapshot) -> dict[str, Any]:
    """Return all of it but the id. Raises `NotAnAutomationError` for what cannot be written."""
    triggers, conditions = _triggers(automation, home)
    if automation.condition is not None:
        conditions.append(build_condition(automation.condition, home))
    config = {
        "alias": automation.alias,
        "description": automation.description,
        "triggers": triggers,
        "conditions": conditions,
        "actions": [_action(action, home) for action in automation.actions],
        "mode": automation.mode,
    }
    if any(map(has_template, (triggers, conditions, config["actions"]))):
        raise NotAnAutomationError("template")
    return config


def strip_names(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return a configuration without its name and description."""
    return {key: value for key, value in config.items() if key not in ("alias", "description")}


def has_template(value: object) -> bool:
    """Whether Home Assistant would read any text in it as a template."""
    match value:
        case str():
            return any(mark in value for mark in _TEMPLATES)
        case Mapping():
            return any(has_template(key) or has_template(item) for key, item in value.items())
        case list() | tuple():
            return any(map(has_template, value))
    return False


def entity_ids_in(config: object) -> tuple[str, ...]:
    """What a configuration names by an entity's id, wherever in it, once each."""
    return tuple(dict.fromkeys(_named(config)))


def _named(value: object) -> Iterator[str]:
    match value:
        case str() if is_entity_id(value.strip().lower()):
            yield value.strip().lower()
        case Mapping():
            for key, item in value.items():
                yield from _named(key)
                yield from _named(item)
        case list() | tuple():
            for item in value:
                yield from _named(item)


def without_templates(text: str) -> str:
    """A text that Home Assistant reads as nothing but text."""
    for mark in _TEMPLATES:
        text = text.replace(mark, f"{mark[0]} {mark[1]}")
    return text


def _triggers(
    automation: Automation, home: Snapshot
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What sets it off; and what must then be so, each trigger by itself."""
    read = [build_trigger(trigger, home) for trigger in automation.triggers]
    if not read:
        raise NotAnAutomationError("no_trigger")
    if len(read) == 1 or not any(config.conditions for config in read):
        triggers = [trigger for config in read for trigger in config.triggers]
        return triggers, [condition for config in read for condition in config.conditions]
    # Which of them fired decides on what must be so.
    named = [
        {**trigger, "id": f"t{number}"}
        for number, config in enumerate(read, 1)
        for trigger in config.triggers
    ]
    ways = [
        _all([{"condition": "trigger", "id": [f"t{number}"]}, *config.conditions])
        for number, config in enumerate(read, 1)
    ]
    return named, [{"condition": "or", "conditions": ways}]


def _all(conditions: list[dict[str, Any]]) -> dict[str, Any]:
    if len(conditions) == 1:
        return conditions[0]
    return {"condition": "and", "conditions": conditions}


def _action(action: AutomationAction, home: Snapshot) -> dict[str, Any]:
    match action:
        case ServiceCall():
            return _call(action)
        case Pause(seconds=seconds):
            return {"delay": {"seconds": _whole(seconds)}}
        case ConditionGuard(condition=condition):
            return build_condition(condition, home)
    # Messages become calls before this.
    raise NotAnAutomationError("message")


def _call(call: ServiceCall) -> dict[str, Any]:
    written: dict[str, Any] = {"action": call.full_name}
    if call.targets:
        written["target"] = {"entity_id": [*call.targets]}
    if call.data:
        written["data"] = dict(_plain(call.data))
    return written


def _plain(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        yield str(key), _plain_value(value)


def _plain_value(value: object) -> object:
    match value:
        case str() | int() | float() | bool() | None:
            return value
        case Mapping():
            return dict(_plain(value))
        case list() | tuple():
            return [_plain_value(item) for item in value]
    # What an earlier step would bring to light, which no automation knows.
    raise NotAnAutomationError("data")


def _whole(seconds: float) -> int | float:
    return int(seconds) if float(seconds).is_integer() else seconds
