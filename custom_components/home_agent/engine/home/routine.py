"""What scenes, scripts and automations ask of the home in turn, as their form tells.

Home Assistant keeps them as people wrote them. Here, at the border, they become calls, whatever
way they were written: names in small letters, ids of the registry as entity ids, lists as lists.
What only shows when a routine runs is left open: a call without targets may be about anything that
its service can be about, and `UNKNOWN` may be anything at all. Nothing that may act is left out.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .domains import DOMAINS, all_actions, all_settings
from .model import NOTHING
from .service import ServiceCall

UNKNOWN = ServiceCall(domain="", service="")
"""What a routine asks for whose form we may not read, or do not understand: anything."""

ALL = "all"
"""The target that stands for everything that a service can be about."""

PLACES = ("area_id", "device_id", "floor_id", "label_id")
"""What names targets by where they are, or what they are part of."""

_ROOTS = ("sequence", "actions", "action")
_NAMES = ("action", "service", "service_template")
_DATA = ("data", "data_template")

# Actions that wait, look or remember, and change nothing: those that a home takes an action for
# whatever else is in it, and those that come after all others.
_LOOKING = frozenset({"and", "condition", "delay", "not", "or", "wait_template"})
_QUIET = frozenset({"set_conversation_response", "stop", "variables", "wait_for_trigger"})
_SERVICE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
_DEEPEST = 40

# A device action says what it does in words of its own.
DEVICE_ACTIONS: Mapping[tuple[str, str], str] = {
    **{
        (domain, action.device_action): action.service
        for domain, action in all_actions()
        if action.device_action
    },
    **{
        (domain, setting.device_action): setting.service
        for domain, setting in all_settings()
        if setting.device_action
    },
}

# The services that lead to a state which a scene wants. Of any other only the target is known.
_LEADS_TO: Mapping[tuple[str, str], str] = {
    **{
        (domain, state): action.service
        for domain, action in all_actions()
        if DOMAINS[domain].risk and DOMAINS[domain].risk_told_by != "name"
        if not action.reaches.excluded
        for state in action.reaches.states
    },
    ("lock", "locking"): "lock",
    ("lock", "unlocking"): "unlock",
}
# Where a state comes with one of these, it counts for more than the state.
_POSITIONS = ("current_position", "current_tilt_position")


def read_actions(config: object, registry: Mapping[str, str] = NOTHING) -> tuple[ServiceCall, ...]:
    """What a script or automation that is written like this asks for, in whatever branch.

    `registry` has entity ids by the ids of Home Assistant's registry.
    """
    if not isinstance(config, Mapping):
        return (UNKNOWN,)
    roots = [config[key] for key in _ROOTS if key in config]
    if not roots:
        # Such as a blueprint of which nobody told what it makes.
        return (UNKNOWN,)
    return tuple(call for root in roots for call in _Reader(registry).sequence(root))


def make_scene_call(states: Mapping[str, object]) -> ServiceCall:
    """What a scene asks for: that things be brought to these states."""
    wanted = {entity_id.lower(): state for entity_id, state in states.items()}
    return ServiceCall(
        domain="scene", service="apply", targets=tuple(wanted), data={"entities": wanted}
    )


def find_call_towards(entity_id: str, wanted: object) -> ServiceCall:
    """What brings one thing to a state that a scene wants; without a service where that is open."""
    given: Mapping[str, Any] = wanted if isinstance(wanted, Mapping) else {"state": wanted}
    state = given.get("state")
    if isinstance(state, bool):
        state = "on" if state else "off"
    domain = entity_id.partition(".")[0]
    is_open = any(given.get(name) not in (None, 0) for name in _POSITIONS)
    service = "" if is_open else _LEADS_TO.get((domain, str(state).lower()), "")
    return ServiceCall(domain=domain, service=service, targets=(entity_id,))


class _Reader:
    """Reads sequences of actions, as deep as they are nested."""

    def __init__(self, registry: Mapping[str, str]) -> None:
        self._registry = registry

    def sequence(self, actions: object, depth: int = 0) -> Iterator[ServiceCall]:
        """Every call in one action, or several."""
        if depth > _DEEPEST:
            yield UNKNOWN
            return
        listed = actions if isinstance(actions, list | tuple) else [actions]
        for action in listed:
            if isinstance(action, Mapping):
                yield from self._action(action, depth)
            elif action is not None:
                yield UNKNOWN

    def _action(self, action: Mapping[str, Any], depth: int) -> Iterator[ServiceCall]:
        if action.get("enabled") is False:
            return
        names = [action[key] for key in _NAMES if key in action]
        inner = [*_branches(action)]
        for name in names:
            yield self._service(name, action)
        for branch in inner:
            yield from self.sequence(branch, depth + 1)
        if not _LOOKING.isdisjoint(action):
            return
        others = [*self._others(action)]
        yield from others
        known = names or inner or others or not _QUIET.isdisjoint(action)
        if not known and not _is_empty(action):
            yield UNKNOWN

    def _others(self, action: Mapping[str, Any]) -> Iterator[ServiceCall]:
        """All that it could be taken for besides: a home chooses by an order of its own."""
        if "scene" in action:
            yield self._scene(action["scene"])
        if "device_id" in action:
            yield self._device(action)
        if "event" in action:
            # Who listens for it, in automations and elsewhere, nobody can tell.
            yield ServiceCall(domain="event", service="fire", data={"event": action["event"]})

    def _service(self, name: object, action: Mapping[str, Any]) -> ServiceCall:
        spelt = name.strip().lower() if isinstance(name, str) else ""
        if not _SERVICE.fullmatch(spelt):
            return UNKNOWN
        domain, _, service = spelt.partition(".")
        told = [action[key] for key in ("target", *_DATA) if action.get(key)]
        tables = [table for table in told if isinstance(table, Mapping)]
        data = {
            key: value
            for table in tables
            if table is not action.get("target")
            for key, value in table.items()
            if key not in (*PLACES, "entity_id")
        }
        targets: list[str] = []
        # A target or data that is a template as a whole may name anything.
        is_open = len(tables) < len(told)
        for table in (*tables, {"entity_id": action.get("entity_id")}):
            is_open |= self._add_targets(table, targets, data)
        if is_open:
            kept = {key: value for key, value in data.items() if key not in PLACES}
            return ServiceCall(domain=domain, service=service, data=kept)
        given = tuple(dict.fromkeys(targets))
        return ServiceCall(domain=domain, service=service, targets=given, data=data)

    def _add_targets(
        self, table: Mapping[str, Any], targets: list[str], data: dict[str, Any]
    ) -> bool:
        """Add what a table names; tell whether it may name anything."""
        is_open = False
        for entity_id in split_list(table.get("entity_id")):
            found = self._entity(entity_id)
            is_open |= found is None
            targets += [found] if found else []
        for key in PLACES:
            named = split_list(table.get(key))
            is_open |= any("{" in name for name in named)
            if named:
                data[key] = (*data.get(key, ()), *named)
        return is_open

    def _entity(self, written: str) -> str | None:
        """The id of an entity that is named like this; `None` if it may be any."""
        spelt = written.lower()
        if spelt == ALL:
            return ALL
        if written in self._registry or spelt in self._registry:
            return self._registry.get(written) or self._registry[spelt]
        return spelt if _SERVICE.fullmatch(spelt) else None

    def _scene(self, written: object) -> ServiceCall:
        scene = self._entity(written.strip()) if isinstance(written, str) else None
        targets = (scene,) if scene else ()
        return ServiceCall(domain="scene", service="turn_on", targets=targets)

    def _device(self, action: Mapping[str, Any]) -> ServiceCall:
        """What a device is asked for by its own words."""
        domain = str(action.get("domain", "")).strip().lower()
        kind = str(action.get("type", "")).strip().lower()
        if not re.fullmatch(r"[a-z0-9_]+", domain):
            return UNKNOWN
        service = DEVICE_ACTIONS.get((domain, kind), kind)
        data = {key: action[key] for key in ("option", "position", "value") if key in action}
        named = split_list(action.get("entity_id"))
        found = [self._entity(name) for name in named]
        if named and None not in found:
            targets = tuple(entity_id for entity_id in found if entity_id)
            return ServiceCall(domain=domain, service=service, targets=targets, data=data)
        devices = tuple(split_list(action.get("device_id")))
        data["device_id"] = devices
        return ServiceCall(domain=domain, service=service, data=data)


def _branches(action: Mapping[str, Any]) -> Iterator[object]:
    """The sequences inside an action."""
    for key in ("then", "else", "default", "sequence"):
        if key in action:
            yield action[key]
    for key in ("choose", "repeat", "parallel"):
        held = action.get(key, ())
        for part in held if isinstance(held, list | tuple) else [held]:
            is_nested = isinstance(part, Mapping) and "sequence" in part
            yield part["sequence"] if is_nested else part


def split_list(named: object) -> list[str]:
    """Names in a list, between commas, or one alone."""
    if named is None:
        return []
    several = named if isinstance(named, list | tuple) else [named]
    parts = (part.strip() for name in several for part in str(name).split(","))
    return [part for part in parts if part and part.lower() != "none"]


def _is_empty(action: Mapping[str, Any]) -> bool:
    return not action.keys() - {"alias", "continue_on_error", "enabled", "metadata", "note"}
