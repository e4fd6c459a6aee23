"""Resolves targets by area, floor, device and label."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..home import Area, Device, Entity, Floor, Label, Layout, ServiceCall, Snapshot
from ..home.places import Places
from ..home.routine import PLACES, split_list
from .text import clean
from .tool import InvalidRequestError

TARGET: Mapping[str, Any] = {
    "type": "object",
    "description": "Instead of entity_id: area_id, floor_id, device_id or label_id",
}

_KEYS = frozenset({"entity_id", *PLACES})

type _Named = Mapping[str, Area] | Mapping[str, Floor] | Mapping[str, Device] | Mapping[str, Label]


def resolve_target(
    target: Mapping[str, Any], home: Snapshot, suits: Callable[[Entity], bool]
) -> list[str]:
    """The ids of the entities that a target means.

    What is named itself may be anything, also a name; of a place only what may be seen and suits
    is meant. Raises `InvalidRequestError`.
    """
    if unknown := target.keys() - _KEYS:
        known = ", ".join(sorted(_KEYS))
        raise InvalidRequestError(f"target: takes {known}, not {clean(min(unknown))}.")
    named = [str(name) for name in _each(target.get("entity_id"))]
    places = {
        key: tuple(_place_id(key, str(name), home.layout) for name in _each(target[key]))
        for key in PLACES
        if target.get(key)
    }
    if not places:
        return named
    found = Places(home.layout).named_by(ServiceCall(domain="", service="", data=places))
    meant = [
        entity_id
        for entity_id in (found.by_place if found else ())
        if entity_id in home.states
        and home.layout.entities[entity_id].exposed
        and suits(home.layout.entities[entity_id])
    ]
    if not meant:
        raise InvalidRequestError("target: there is nothing there that can do this.")
    return [*named, *dict.fromkeys(meant)]


def _each(value: object) -> Iterable[object]:
    return value if isinstance(value, list | tuple) else split_list(value)


def _place_id(key: str, name: str, layout: Layout) -> str:
    """The id of a place, by its id or its name."""
    kinds: Mapping[str, _Named] = {
        "area_id": layout.areas,
        "device_id": layout.devices,
        "floor_id": layout.floors,
        "label_id": layout.labels,
    }
    places = kinds[key]
    if name in places:
        return name
    said = name.strip().casefold()
    found = [place_id for place_id, place in places.items() if said in _names(place)]
    if len(found) != 1:
        told = ", ".join(clean(place_id, 40) for place_id in [*places][:20]) or "none"
        raise InvalidRequestError(f"target: there is no {key} '{clean(name)}'. There are: {told}.")
    return found[0]


def _names(place: Area | Floor | Device | Label) -> set[str]:
    aliases = place.aliases if isinstance(place, Area | Floor) else ()
    return {name.casefold() for name in (place.name, *aliases)}
