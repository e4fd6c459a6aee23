"""Services asked for by domain and name, as the older tools have them."""

from collections.abc import Mapping
from typing import Any

from ..home import ServiceCall, Snapshot
from ..home.routine import PLACES
from .calls import ActionRequest, build_calls, find_target_ids
from .entity_finder import EntityFinder
from .text import clean
from .tool import InvalidRequestError, ToolContext


def targets_of(wanted: Mapping[str, Any], data: Mapping[str, Any]) -> str | list[str]:
    """What a call is about, wherever a model wrote it; empty if nowhere."""
    nested = (wanted.get("target"), data.get("target"))
    places = (wanted, data, *(place for place in nested if isinstance(place, Mapping)))
    for place in places:
        named = place.get("entity_id")
        if isinstance(named, str) and named:
            return named
        if isinstance(named, list):
            return [str(entity_id) for entity_id in named]
    return ""


def places_of(wanted: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """The areas, floors, devices and labels in the target of a call."""
    tables = (wanted.get("target"), data.get("target"))
    return {
        key: table[key]
        for table in tables
        if isinstance(table, Mapping)
        for key in PLACES
        if table.get(key)
    }


def service_target_ids(wanted: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
    """What the ids and patterns of a call mean."""
    data = wanted.get("service_data", {})
    on = targets_of(wanted, data)
    return find_target_ids(on, home) if on and not places_of(wanted, data) else None


async def build_service_calls(
    wanted: Mapping[str, Any], context: ToolContext, finder: EntityFinder
) -> list[ServiceCall]:
    """The calls for one service, resolved. Raises `InvalidRequestError`."""
    domain, service = wanted["domain"].strip(), wanted["service"].strip()
    service = service.removeprefix(f"{domain}.")
    data = wanted.get("service_data", {})
    on = targets_of(wanted, data)
    target = places_of(wanted, data)
    given = {key: value for key, value in data.items() if key not in ("entity_id", "target")}
    home = context.home.snapshot()
    if not on and not target:
        on, service, given = _routine(domain, service, given, home) or (on, service, given)
    if not on and not target and (area := home.layout.areas.get(str(given.get("area_id", "")))):
        on, given = area.name, {key: value for key, value in given.items() if key != "area_id"}
    if not on and not target:
        raise InvalidRequestError(f"{clean(domain)}.{clean(service)}: entity_id is missing.")
    request = ActionRequest(action=f"{domain}.{service}", targets=on, data=given, target=target)
    return await build_calls(request, context, finder)


def _routine(
    domain: str, service: str, data: Mapping[str, Any], home: Snapshot
) -> tuple[str, str, dict[str, Any]] | None:
    """A script is called by its own name too: `script.good_night`."""
    named = f"{domain}.{service}".lower()
    entity = home.layout.entities.get(home.layout.routine_services.get(named, ""))
    if entity is None or not entity.exposed:
        return None
    return entity.entity_id, "turn_on", {"variables": dict(data)} if data else {}
