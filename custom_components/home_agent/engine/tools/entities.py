"""Describes an entity for a model, briefly and without secrets."""

from collections.abc import Collection
from typing import Any

from ..home import Entity, Snapshot, State
from .text import clean, clean_value

# Keys to pictures and streams, and what only other programs read.
_SECRET = frozenset({"access_token", "entity_picture", "entity_picture_local", "token"})
_PLUMBING = frozenset(
    {
        *("assumed_state", "attribution", "editable", "friendly_name", "icon", "id", "restored"),
        *("supported_features", "unit_of_measurement"),
    }
)
_HIDDEN = "hidden"


def name_entity(entity: Entity, home: Snapshot) -> dict[str, Any]:
    """The name and area of an entity."""
    area = home.layout.area_of(entity)
    description = {"entity_id": entity.entity_id, "name": clean(entity.name)}
    return {**description, "area": clean(area.name)} if area else description


def describe_entity(
    entity: Entity, state: State, home: Snapshot, attributes: Collection[str] | None = ()
) -> dict[str, Any]:
    """The state with the given attributes, or with all useful ones."""
    description = {**name_entity(entity, home), "state": shown_state(state)}
    if unit := state.attributes.get("unit_of_measurement"):
        description["unit"] = clean(unit)
    if state.is_secret:
        return description
    shown = _all(state) if attributes is None else _asked(state, attributes)
    return {**description, "attributes": shown} if shown else description


def shown_state(state: State) -> str:
    """The state; a password is masked."""
    return _HIDDEN if state.is_secret else clean(state.value)


def _all(state: State) -> dict[str, Any]:
    return {
        key: clean_value(value)
        for key, value in state.attributes.items()
        if value is not None and key not in _PLUMBING | _SECRET
    }


def _asked(state: State, attributes: Collection[str]) -> dict[str, Any]:
    times = {"last_changed": state.changed, "last_updated": state.updated}
    known = {**times, **state.attributes}
    return {
        clean(attribute): clean_value(known.get(attribute))
        for attribute in attributes
        if attribute != "state" and attribute not in _SECRET
    }
