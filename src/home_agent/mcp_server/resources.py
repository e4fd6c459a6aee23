"""Areas and entities with their states, as resources; only what whoever asks may see."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, unquote

import mcp_types as types

from home_agent.engine.home import Area, Entity, Snapshot
from home_agent.engine.tools.entities import describe_entity, name_entity
from home_agent.engine.tools.text import clean

AREAS = "home://areas"
ENTITIES = "home://entities"
_JSON = "application/json"
_PAGE = 500


def area_uri(area_id: str) -> str:
    """The resource of an area."""
    return f"{AREAS}/{quote(area_id, safe='')}"


def entity_uri(entity_id: str) -> str:
    """The resource of an entity."""
    return f"{ENTITIES}/{quote(entity_id, safe='')}"


def list_resources(home: Snapshot, cursor: str | None) -> types.ListResourcesResult:
    """The home's areas, each with its entities; entities alone are found by their template."""
    areas = [
        types.Resource(
            uri=area_uri(area.area_id),
            name=area.area_id,
            title=clean(area.name),
            description=f"What is in {clean(area.name)}, and how it is",
            mime_type=_JSON,
        )
        for area in _areas(home)
    ]
    start = int(cursor) if cursor and cursor.isdecimal() else 0
    first = [] if start else [_resource(AREAS, "Areas"), _resource(ENTITIES, "Entities")]
    end = start + _PAGE
    return types.ListResourcesResult(
        resources=[*first, *areas[start:end]],
        next_cursor=str(end) if end < len(areas) else None,
    )


def list_templates() -> types.ListResourceTemplatesResult:
    """How the resource of any area or entity is called."""
    return types.ListResourceTemplatesResult(
        resource_templates=[
            types.ResourceTemplate(
                uri_template=f"{AREAS}/{{area_id}}",
                name="area",
                title="An area and what is in it",
                mime_type=_JSON,
            ),
            types.ResourceTemplate(
                uri_template=f"{ENTITIES}/{{entity_id}}",
                name="entity",
                title="An entity with its state",
                mime_type=_JSON,
            ),
        ]
    )


def read_resource(uri: str, home: Snapshot) -> types.ReadResourceResult | None:
    """What a resource holds; `None` if there is none of that name for whoever asks."""
    document = _read(uri, home)
    if document is None:
        return None
    text = json.dumps(document, ensure_ascii=False)
    contents = types.TextResourceContents(uri=uri, mime_type=_JSON, text=text)
    return types.ReadResourceResult(contents=[contents])


def can_read(uri: str, home: Snapshot) -> bool:
    """Whether there is such a resource for whoever asks."""
    return uri in (AREAS, ENTITIES) or _read(uri, home) is not None


def uris_of(entity: Entity) -> Iterator[str]:
    """The resources in which an entity is."""
    yield entity_uri(entity.entity_id)
    yield ENTITIES
    if entity.area_id:
        yield area_uri(entity.area_id)


def _read(uri: str, home: Snapshot) -> Any:  # noqa: ANN401 - JSON
    if uri == AREAS:
        return [_describe_area(area, home) for area in _areas(home)]
    if uri == ENTITIES:
        return [{**name_entity(entity, home), "state": state} for entity, state in _states(home)]
    kind, _, name = uri.rpartition("/")
    name = unquote(name)
    if kind == ENTITIES:
        entity, state = home.layout.entities.get(name), home.states.get(name)
        if entity is None or state is None or not entity.exposed:
            return None
        return describe_entity(entity, state, home, attributes=None)
    if kind == AREAS and (area := next((a for a in _areas(home) if a.area_id == name), None)):
        inside = [
            describe_entity(entity, state, home)
            for entity, state in home.exposed()
            if entity.area_id == area.area_id
        ]
        return {**_describe_area(area, home), "contents": inside}
    return None


def _states(home: Snapshot) -> Iterator[tuple[Entity, str]]:
    for entity, state in home.exposed():
        yield entity, str(describe_entity(entity, state, home)["state"])


def _areas(home: Snapshot) -> list[Area]:
    """The areas in which there is something to see."""
    used = {entity.area_id for entity, _state in home.exposed()}
    return [area for area in home.layout.areas.values() if area.area_id in used]


def _describe_area(area: Area, home: Snapshot) -> dict[str, Any]:
    floor = home.layout.floor_of(area)
    count = sum(entity.area_id == area.area_id for entity, _state in home.exposed())
    described: dict[str, Any] = {"area_id": area.area_id, "name": clean(area.name)}
    if area.aliases:
        described["aliases"] = [*map(clean, area.aliases)]
    if floor is not None:
        described["floor"] = clean(floor.name)
    return {**described, "entities": count, "uri": area_uri(area.area_id)}


def _resource(uri: str, title: str) -> types.Resource:
    name = uri.rpartition("/")[2]
    return types.Resource(uri=uri, name=name, title=title, mime_type=_JSON)
