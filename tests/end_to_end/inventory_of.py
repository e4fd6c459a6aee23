"""A real Home Assistant as an inventory that the simulated home is made of."""

from collections.abc import Mapping
from typing import Any

from scripts.real_hass import Client

# What no inventory has, because Home Assistant makes it of others or it is about nothing at home.
_LEFT_OUT = frozenset({"conversation", "event", "image", "sensor", "stt", "sun", "tts", "update"})
_TOLD_BY_ITSELF = frozenset({"friendly_name", "icon", "attribution", "entity_picture", "restored"})


async def expose_all(client: Client) -> None:
    """Show every entity to the agent, as the owner of a home may."""
    entities = [state["entity_id"] for state in await client.get("/api/states")]
    await client.commands(
        {
            "type": "homeassistant/expose_entity",
            "assistants": ["conversation"],
            "entity_ids": entities,
            "should_expose": True,
        }
    )


async def read_registries(client: Client) -> tuple[Any, ...]:
    """What seldom changes: floors, areas, devices and entities."""
    found = await client.commands(
        {"type": "config/floor_registry/list"},
        {"type": "config/area_registry/list"},
        {"type": "config/device_registry/list"},
        {"type": "config/entity_registry/list"},
    )
    return tuple(found)


async def read_inventory(client: Client, registries: tuple[Any, ...]) -> dict[str, Any]:
    """The home as it is now."""
    floors, areas, devices, entries = registries
    registered = {entry["entity_id"]: entry for entry in entries}
    states = await client.get("/api/states")
    return {
        "time_zone": "UTC",
        "floors": [_place(floor, "floor_id") | {"level": floor["level"]} for floor in floors],
        "areas": [_place(area, "area_id") | _of("floor", area["floor_id"]) for area in areas],
        "devices": [_device(device) for device in devices],
        "entities": [
            _entity(state, registered.get(state["entity_id"], {}))
            for state in states
            if state["entity_id"].partition(".")[0] not in _LEFT_OUT
        ],
    }


def _place(place: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {"id": place[key], "name": place["name"], "aliases": [*place["aliases"]]}


def _device(device: Mapping[str, Any]) -> dict[str, Any]:
    name = device["name_by_user"] or device["name"] or device["id"]
    info = {key: device[key] for key in ("manufacturer", "model") if device[key]}
    found = {"id": device["id"], "name": name, "info": info}
    return found | _of("area", device["area_id"])


def _entity(state: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    attributes = {
        key: value
        for key, value in state["attributes"].items()
        if key not in _TOLD_BY_ITSELF and value is not None
    }
    return {
        "id": state["entity_id"],
        "name": state["attributes"].get("friendly_name") or state["entity_id"],
        "state": state["state"],
        "attributes": attributes,
        **_of("area", entry.get("area_id")),
        **_of("device", entry.get("device_id")),
    }


def _of(key: str, value: str | None) -> dict[str, str]:
    return {} if value is None else {key: value}
