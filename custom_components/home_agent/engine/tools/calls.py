"""Builds service calls with resolved targets from what a model asks for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..act.gate import find_entity_ids
from ..home import Entity, ServiceCall, Snapshot
from ..home.domains import SETS_OFF
from ..home.model import NOTHING
from ..home.service_kinds import is_entity_id, normalize_call
from .actions import build_call
from .entity_finder import EntityFilter, EntityFinder, find_by_id, split_names
from .targets import resolve_target
from .text import clean
from .tool import InvalidRequestError, ToolContext

_SWITCHES = frozenset({"turn_on", "turn_off", "toggle"})

# What these set off shows only when it happens; and a group may hold groups.
_SETS_OFF = SETS_OFF | {"group"}

# What names targets. In the data of a call it would reach things that nobody judged.
_TARGETS = frozenset({"area_id", "device_id", "entity_id", "floor_id", "label_id", "target"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRequest:
    """An action with its target and data, as a model wrote it."""

    action: str
    targets: str | list[str]
    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    target: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """Ids of areas, floors, devices or labels, besides."""


class FinderTool:
    """A tool that resolves the entities in `entity_id`."""

    def __init__(self, finder: EntityFinder) -> None:
        """Find with this what is meant."""
        self._finder = finder

    def target_ids(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """The entities of ids and patterns; None if names must be resolved, or more is set off."""
        if arguments.get("target"):
            return None
        return find_target_ids(arguments.get("entity_id", ""), home)


def find_target_ids(on: str | list[str], home: Snapshot) -> frozenset[str] | None:
    """The entities of ids and patterns; None if names must be resolved, or more is set off."""
    found = [find_by_id(name, home) for name in split_names(on, home)]
    entities = [entity for matches in found for entity in matches or ()]
    if None in found or any(entity.domain in _SETS_OFF for entity in entities):
        return None
    ids = [entity.entity_id for entity in entities]
    return frozenset((*ids, *(member for entity_id in ids for member in _members(entity_id, home))))


def _members(entity_id: str, home: Snapshot) -> Iterable[str]:
    """The members of a group."""
    listed = home.states[entity_id].attributes.get("entity_id")
    return map(str, listed) if isinstance(listed, list | tuple) else ()


async def build_calls(
    request: ActionRequest, context: ToolContext, finder: EntityFinder
) -> list[ServiceCall]:
    """A call for each entity that is meant.

    Raises `InvalidRequestError` unless all of it is clear.
    """
    home = context.home.snapshot()
    if wrong := _misplaced(request.data, home):
        raise InvalidRequestError(wrong)

    def call(entity: Entity) -> ServiceCall:
        state = home.states[entity.entity_id]
        return build_call(request.action, request.data, entity, state, home.layout.services)

    def suits(entity: Entity) -> bool:
        asked = call(entity)
        service = home.layout.services.get(asked.full_name)
        return service is not None and service.suits(home.states[entity.entity_id].features)

    kinds = _kinds(request.action)
    wanted = EntityFilter(suits=suits, kinds=kinds)

    def is_meant_there(entity: Entity) -> bool:
        return (not kinds or entity.domain in kinds) and suits(entity)

    targets = [request.targets] if isinstance(request.targets, str) else request.targets
    targets = [*targets, *resolve_target(request.target, home, is_meant_there)]
    found = await finder.find(targets, home, context.authority, wanted)
    if found.problems:
        raise InvalidRequestError(" ".join(("Nothing was done.", *found.problems)))
    if not found.entities:
        raise InvalidRequestError("entity_id: say what to control.")
    return [_able(call(entity), entity, home) for entity in found.entities]


def _kinds(action: str) -> frozenset[str]:
    """The domains that a room alone means: its lights, if something is switched."""
    domain, _, name = action.rpartition(".")
    if domain not in ("", "homeassistant"):
        return frozenset({domain})
    return frozenset({"light"} if name in _SWITCHES else ())


def _able(call: ServiceCall, entity: Entity, home: Snapshot) -> ServiceCall:
    """The call, if the service exists; otherwise raise with the services that do."""
    own = normalize_call(call, home.layout)
    if own is not call and own.targets == call.targets:
        # A script that is asked for by its own name.
        return own
    if call.full_name in home.layout.services or call.domain != entity.domain:
        return call
    services = home.layout.services.values()
    known = ", ".join(
        sorted(service.name for service in services if service.domain == entity.domain)
    )
    told = f"It can: {known}." if known else "It can only be looked at."
    raise InvalidRequestError(f"{entity.entity_id} has no action '{clean(call.service)}'. {told}")


def _misplaced(data: Mapping[str, Any], home: Snapshot) -> str:
    """What is wrong with data that names entities; empty if it may go to the home.

    Whatever is done with an entity is judged by its id among the targets, never in the data.
    """
    if misplaced := _TARGETS & data.keys():
        return (
            f"Say what to control in entity_id, and leave {min(misplaced)} out of the parameters."
        )
    known = home.layout.entities
    for key, value in data.items():
        names = [str(key).strip().casefold() for key in value] if isinstance(value, Mapping) else []
        if any(name in known or is_entity_id(name) for name in names):
            return f"{clean(key)}: entities cannot be set there. Make a call for each of them."
        for entity_id in find_entity_ids({key: value}, home):
            entity = known.get(entity_id)
            if entity is None or not entity.exposed:
                return f"{clean(key)}: there is no '{clean(entity_id)}' in this home."
    return ""
