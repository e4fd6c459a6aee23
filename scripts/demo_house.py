"""Home Assistant's demo devices, put into the rooms of a house."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .real_hass import Client

HOUSE: dict[str, dict[str, tuple[str, ...]]] = {
    "Ground floor": {
        "Kitchen": (
            "cover.kitchen_window",
            "light.kitchen_lights",
            "sensor.carbon_monoxide",
        ),
        "Living room": (
            "climate.heatpump",
            "cover.living_room_window",
            "fan.living_room_fan",
            "light.ceiling_lights",
            "light.living_room_rgbww_lights",
            "switch.decorative_lights",
        ),
        "Hallway": ("cover.hall_window", "light.entrance_color_white_lights"),
        "Garage": ("cover.garage_door",),
    },
    "Upper floor": {
        "Bedroom": (
            "climate.ecobee",
            "fan.ceiling_fan",
            "light.bed_light",
        ),
        "Office": ("climate.hvac", "light.office_rgbw_lights", "switch.ac"),
    },
    "Outside": {
        "Garden": (
            "sensor.outside_humidity",
            "sensor.outside_temperature",
            "valve.front_garden",
            "valve.back_garden",
        ),
    },
}


async def arrange(client: Client) -> None:
    """Make the floors and rooms, and put every device where it belongs."""
    (entries,) = await client.commands({"type": "config/entity_registry/list"})
    devices = {entry["entity_id"]: entry["device_id"] for entry in entries}
    for level, (floor_name, rooms) in enumerate(HOUSE.items()):
        (floor,) = await client.commands(
            {"type": "config/floor_registry/create", "name": floor_name, "level": level}
        )
        place = {"type": "config/area_registry/create", "floor_id": floor["floor_id"]}
        areas = await client.commands(*({**place, "name": room} for room in rooms))
        for area in areas:
            moved = rooms[area["name"]]
            await client.commands(
                *(_move(device, devices[device], area["area_id"]) for device in moved)
            )


def _move(entity_id: str, device_id: str | None, area_id: str) -> dict[str, str]:
    """Return the command that puts an entity into a room: with its device, if it has one."""
    if device_id is None:
        kind, subject = "entity", {"entity_id": entity_id}
    else:
        kind, subject = "device", {"device_id": device_id}
    return {"type": f"config/{kind}_registry/update", "area_id": area_id, **subject}
