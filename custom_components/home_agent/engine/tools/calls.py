"""What a model asks of things in the home, as service calls with their targets resolved."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..act.gate import find_entity_ids, normalize_call
from ..home import Entity, ServiceCall, Snapshot
from ..home.model import NOTHING
from ..home.service_kinds import is_entity_id
from .actions import call_for
from .data import MisaskedError
from .entity_finder import Finder, Wish, asked_for, by_id
from .text import clean
from .tool import Surroundings

_SWITCHES = frozenset({"turn_on", "turn_off", "toggle"})

# What these set off shows only when it happens.
_SETS_OFF = frozenset({"automation", "button", "group", "input_button", "scene", "script"})

# What names targets. In the data of a call it would reach things that nobody judged.
_TARGETS = frozenset({"area_id", "device_id", "entity_id", "floor_id", "label_id", "target"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """An action, on what, and with what data, as a model wrote it."""

    action: str
    on: str | list[str]
    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


def aims(on: str | list[str], home: Snapshot) -> frozenset[str] | None:
    """What ids and patterns mean; nothing where names must be looked up, or more is set off."""
    found = [by_id(one, home) for one in asked_for(on, home)]
    entities = [entity for some in found for entity in some or ()]
    if None in found or any(one.domain in _SETS_OFF for one in entities):
        return None
    ids = [one.entity_id for one in entities]
    return frozenset((*ids, *(other for one in ids for other in _members(one, home))))


def _members(entity_id: str, home: Snapshot) -> Iterable[str]:
    """What a group stands for."""
    listed = home.states[entity_id].attributes.get("entity_id")
    return map(str, listed) if isinstance(listed, list | tuple) else ()


async def calls_for(ask: Ask, around: Surroundings, finder: Finder) -> list[ServiceCall]:
    """A call for each entity that is meant. Raises `MisaskedError`: all of it is clear or none."""
    home = around.home.snapshot()
    if wrong := _misplaced(ask.data, home):
        raise MisaskedError(wrong)

    def call(entity: Entity) -> ServiceCall:
        state = home.states[entity.entity_id]
        return call_for(ask.action, ask.data, entity, state, home.layout.services)

    def suits(entity: Entity) -> bool:
        asked = call(entity)
        service = home.layout.services.get(asked.full_name)
        return service is not None and service.suits(home.states[entity.entity_id].features)

    wish = Wish(suits=suits, kinds=_kinds(ask.action))
    found = await finder.find(ask.on, home, around.authority, wish)
    if found.problems:
        raise MisaskedError(" ".join(("Nothing was done.", *found.problems)))
    if not found.entities:
        raise MisaskedError("entity_id: say what to control.")
    return [_able(call(one), one, home) for one in found.entities]


def _kinds(action: str) -> frozenset[str]:
    """What is meant by a room alone: its lights where something is switched, as people mean it."""
    domain, _, name = action.rpartition(".")
    if domain not in ("", "homeassistant"):
        return frozenset({domain})
    return frozenset({"light"} if name in _SWITCHES else ())


def _able(call: ServiceCall, entity: Entity, home: Snapshot) -> ServiceCall:
    """The call, if there is such a service at all; else what there is."""
    own = normalize_call(call, home.layout)
    if own is not call and own.targets == call.targets:
        # A script that is asked for by its own name.
        return own
    if call.full_name in home.layout.services or call.domain != entity.domain:
        return call
    services = home.layout.services.values()
    known = ", ".join(sorted(one.name for one in services if one.domain == entity.domain))
    told = f"It can: {known}." if known else "It can only be looked at."
    raise MisaskedError(f"{entity.entity_id} has no action '{clean(call.service)}'. {told}")


def _misplaced(data: Mapping[str, Any], home: Snapshot) -> str:
    """What is wrong with data that names entities; nothing if it may go to the home.

    Whatever is done with an entity is judged by its id among the targets, never in the data.
    """
    if named := _TARGETS & data.keys():
        return f"Say what to control in entity_id, and leave {min(named)} out of the parameters."
    known = home.layout.entities
    for key, value in data.items():
        names = [str(one).strip().casefold() for one in value] if isinstance(value, Mapping) else []
        if any(one in known or is_entity_id(one) for one in names):
            return f"{clean(key)}: entities cannot be set there. Make a call for each of them."
        for entity_id in find_entity_ids({key: value}, home):
            entity = known.get(entity_id)
            if entity is None or not entity.exposed:
                return f"{clean(key)}: there is no '{clean(entity_id)}' in this home."
    return ""
