"""What a family wants to be asked about before it is done."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from ..home import Entity, ServiceCall, Snapshot, State


class Sensitive(StrEnum):
    """Why something is sensitive."""

    UNLOCK = "unlock"
    ENTRANCE = "entrance"
    """Opening a door, a gate or a garage."""

    VALVE = "valve"
    """Opening a valve."""

    DISARM = "disarm"
    SECURITY_OFF = "security_off"
    """Silencing a siren, or switching off an automation that looks after the home."""

    MARKED = "marked"
    """A person said that it is."""


_ENTRANCES = frozenset({"door", "garage", "gate"})
_SECURITY = frozenset({"alarm_control_panel", "lock", "siren"})

# By domain, the services that may open, unlock, disarm or silence something.
_RISKY: Mapping[str, Mapping[str, Sensitive]] = {
    "alarm_control_panel": {"alarm_disarm": Sensitive.DISARM},
    "automation": dict.fromkeys(("turn_off", "toggle"), Sensitive.SECURITY_OFF),
    "cover": dict.fromkeys(
        (
            *("open_cover", "open_cover_tilt", "set_cover_position", "set_cover_tilt_position"),
            *("toggle", "toggle_cover_tilt", "turn_on", "turn_off"),
        ),
        Sensitive.ENTRANCE,
    ),
    "lock": dict.fromkeys(("open", "toggle", "turn_off", "turn_on", "unlock"), Sensitive.UNLOCK),
    "siren": dict.fromkeys(("toggle", "turn_off"), Sensitive.SECURITY_OFF),
    "valve": dict.fromkeys(
        ("open_valve", "set_valve_position", "toggle", "turn_off", "turn_on"), Sensitive.VALVE
    ),
}

# What sets off whatever it holds, and by which services.
_SETS_OFF = {
    "automation": frozenset({"trigger", "turn_on", "toggle"}),
    "scene": frozenset({"turn_on", "apply"}),
    "script": frozenset({"turn_on", "toggle"}),
}
_DEEPEST = 4


def sensitivity(call: ServiceCall, entity: Entity, home: Snapshot) -> Sensitive | None:
    """Why this is sensitive, on this entity or on anything that it stands for; nothing if not."""
    return _sensitivity(call, entity, home, _DEEPEST)


def _sensitivity(
    call: ServiceCall, entity: Entity, home: Snapshot, deepest: int
) -> Sensitive | None:
    state = home.states.get(entity.entity_id)
    if own := _own(call, entity, state, home):
        return own
    if not deepest:
        return None
    sets_off = call.service in _SETS_OFF.get(entity.domain, ())
    for member in _members(entity, state, home):
        if member.entity_id == entity.entity_id:
            continue
        if sets_off and (risk := _worst(member, home.states.get(member.entity_id))):
            return risk
        if found := _sensitivity(call, member, home, deepest - 1):
            return found
    return None


def _own(
    call: ServiceCall, entity: Entity, state: State | None, home: Snapshot
) -> Sensitive | None:
    """What is sensitive about the entity itself."""
    risk = _RISKY.get(entity.domain, {}).get(call.service)
    if risk is None or not _is_guarded(entity, state, home):
        return None
    return risk if _may_open(call, state) else None


def _worst(entity: Entity, state: State | None) -> Sensitive | None:
    """What may be done to a member: of a scene, only what it is about is known, not how."""
    if entity.domain in ("lock", "alarm_control_panel"):
        return Sensitive.UNLOCK if entity.domain == "lock" else Sensitive.DISARM
    if entity.domain == "cover" and _device_class(entity, state) in _ENTRANCES:
        return Sensitive.ENTRANCE
    return None


def _is_guarded(entity: Entity, state: State | None, home: Snapshot) -> bool:
    """Whether it keeps something in or out: a blind does not, a garage door does."""
    if entity.domain == "cover":
        return _device_class(entity, state) in _ENTRANCES
    if entity.domain == "automation":
        return any(member.domain in _SECURITY for member in _members(entity, state, home))
    return True


def _may_open(call: ServiceCall, state: State | None) -> bool:
    """Whether a position opens it further than it is; anything else may."""
    position = call.data.get("position", call.data.get("tilt_position"))
    now = state.attributes.get("current_position") if state else None
    if not isinstance(position, int | float) or not isinstance(now, int | float):
        return True
    return position > now


def _device_class(entity: Entity, state: State | None) -> str | None:
    return entity.device_class or (state.attributes.get("device_class") if state else None)


def _members(entity: Entity, state: State | None, home: Snapshot) -> Iterable[Entity]:
    """What a group, scene, script or automation stands for."""
    listed = state.attributes.get("entity_id") if state else None
    ids = set(entity.holds).union(listed if isinstance(listed, list | tuple) else ())
    entities = home.layout.entities
    return (entities[one] for one in sorted(map(str, ids)) if one in entities)
