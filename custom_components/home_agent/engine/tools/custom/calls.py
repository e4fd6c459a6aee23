"""The calls that a written service means: its targets resolved, so that the gate can judge them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ...home import Entity, ServiceCall, Snapshot
from ..entity_finder import EntityFinder
from ..services import build_service_calls
from ..tool import InvalidRequestError, ToolContext

_PLACES = ("area_id", "device_id", "floor_id", "label_id")


async def resolve_calls(
    name: str,
    target: Mapping[str, Any],
    data: Mapping[str, Any],
    context: ToolContext,
    finder: EntityFinder,
) -> list[ServiceCall]:
    """The calls of one service. Raises `InvalidRequestError`."""
    domain, _, service = name.partition(".")
    home = context.home.snapshot()
    entity_ids = [*_listed(target.get("entity_id"))]
    for place in _PLACES:
        entity_ids += _find_in(place, _listed(target.get(place)), domain, home)
    if target and not entity_ids:
        raise InvalidRequestError(f"{name}: there is nothing there to act on.")
    is_routine = name in home.layout.routine_services
    if not entity_ids and domain != "script" and not is_routine:
        untargeted = ServiceCall(domain=domain, service=service, data=dict(data))
        return [replace(untargeted, wants_response=True)]
    wanted: dict[str, Any] = {"domain": domain, "service": service, "service_data": dict(data)}
    if entity_ids:
        wanted["entity_id"] = entity_ids
    calls = await build_service_calls(wanted, context, finder)
    return [replace(call, wants_response=True) for call in calls]


def _listed(value: Any) -> Iterable[str]:  # noqa: ANN401 - one or several
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return [str(part) for part in value] if isinstance(value, list | tuple) else []


def _find_in(place: str, ids: Iterable[str], domain: str, home: Snapshot) -> list[str]:
    """What is exposed there, of the kind that the service is for."""
    wanted = frozenset(ids)
    if not wanted:
        return []
    return [
        entity.entity_id
        for entity, _state in home.exposed()
        if domain in (entity.domain, "homeassistant")
        and not wanted.isdisjoint(_ids(place, entity, home))
    ]


def _ids(place: str, entity: Entity, home: Snapshot) -> frozenset[str]:
    area = home.layout.area_of(entity)
    match place:
        case "area_id":
            return frozenset({area.area_id, area.name} if area else ())
        case "floor_id":
            floor = home.layout.floor_of(area)
            return frozenset({floor.floor_id, floor.name} if floor else ())
        case "device_id":
            return frozenset({entity.device_id} if entity.device_id else ())
    return entity.labels
