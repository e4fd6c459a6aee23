"""What a family wants to be asked about before it is done."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from ...home import Entity, ServiceCall, Snapshot, State
from ...home.routine import UNKNOWN
from ...language import entrance_words


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

# By which services whatever a routine asks for is set off, now or at a time of its own.
_SETS_OFF = frozenset({"apply", "toggle", "trigger", "turn_on"})

# A script may call a script that calls a script; one that calls itself has an end too.
_DEEPEST = 4


def sensitivities(call: ServiceCall, entity: Entity, home: Snapshot) -> Iterator[Sensitive]:
    """Why this is sensitive, on this entity and on anything that it sets off."""
    return _reasons(call, entity.entity_id, home, _DEEPEST)


def _reasons(
    call: ServiceCall, entity_id: str, home: Snapshot, deepest: int
) -> Iterator[Sensitive]:
    entity, state = home.layout.entities.get(entity_id), home.states.get(entity_id)
    if entity is not None and (own := _own(call, entity, state, home)):
        yield own
    if not deepest:
        return
    for member in _members(state):
        if member != entity_id:
            yield from _reasons(call, member, home, deepest - 1)
    if call.service in _SETS_OFF:
        for asked in home.layout.routines.get(entity_id, ()):
            yield from _asked_in_turn(asked, home, deepest)


def _asked_in_turn(call: ServiceCall, home: Snapshot, deepest: int) -> Iterator[Sensitive]:
    """Why what a routine asks for is sensitive; of what cannot be told, the worst is assumed."""
    if call == UNKNOWN:
        yield from (risk for risks in _RISKY.values() for risk in risks.values())
    if call.domain in _RISKY and not call.targets and (risk := _risk(call, call.domain)):
        yield risk
    for target in call.targets:
        domain = target.partition(".")[0]
        if not call.service and domain in _RISKY:
            yield from _RISKY[domain].values()
        yield from _reasons(call, target, home, deepest - 1)


def _risk(call: ServiceCall, domain: str) -> Sensitive | None:
    return _RISKY.get(domain, {}).get(call.service)


def _own(
    call: ServiceCall, entity: Entity, state: State | None, home: Snapshot
) -> Sensitive | None:
    """What is sensitive about the entity itself."""
    risk = _risk(call, entity.domain)
    if risk is None or not _is_guarded(entity, state, home):
        return None
    return risk if _may_open(call, state) else None


def _is_guarded(entity: Entity, state: State | None, home: Snapshot) -> bool:
    """Whether it keeps something in or out: a blind does not, a garage door does."""
    if entity.domain == "cover":
        reported = state.attributes.get("device_class") if state else None
        kind = entity.device_class or reported
        return kind in _ENTRANCES if kind else _is_called_entrance(entity)
    if entity.domain == "automation":
        return any(
            call.domain in _SECURITY or call == UNKNOWN
            for call in home.layout.routines.get(entity.entity_id, ())
        )
    return True


def _is_called_entrance(entity: Entity) -> bool:
    """Whether its name tells that it lets somebody in, where its class does not."""
    words, parts = entrance_words()
    own_id = entity.entity_id.partition(".")[2].replace("_", " ")
    names = " ".join((entity.name, *entity.names, own_id)).casefold()
    return any(part in names for part in parts) or not words.isdisjoint(names.split())


def _may_open(call: ServiceCall, state: State | None) -> bool:
    """Whether a position opens it further than it is; anything else may."""
    position = call.data.get("position", call.data.get("tilt_position"))
    now = state.attributes.get("current_position") if state else None
    if not isinstance(position, int | float) or not isinstance(now, int | float):
        return True
    return position > now


def _members(state: State | None) -> tuple[str, ...]:
    """What a group stands for."""
    listed = state.attributes.get("entity_id") if state else None
    return tuple(map(str, listed)) if isinstance(listed, list | tuple) else ()
