"""A rule names a service, and another one does the same."""

from typing import Any

import pytest

from home_agent.engine.authority import Origin
from home_agent.engine.outcome import Reason, Status

from .conftest import MakeWarded

THINGS: list[dict[str, Any]] = [
    {"id": "lock.l", "name": "L", "state": "locked", "attributes": {"supported_features": 1}},
    {"id": "cover.c", "name": "C", "state": "closed",
     "attributes": {"device_class": "blind", "current_position": 0, "current_tilt_position": 0,
                    "supported_features": 255}},
    {"id": "siren.s", "name": "S", "state": "on", "attributes": {"supported_features": 31}},
    {"id": "media_player.p", "name": "P", "state": "off",
     "attributes": {"supported_features": 152461}},
    {"id": "climate.c", "name": "H", "state": "off",
     "attributes": {"supported_features": 385, "hvac_modes": ["off", "heat"]}},
    {"id": "fan.f", "name": "F", "state": "on",
     "attributes": {"supported_features": 57, "percentage": 50, "preset_modes": ["eco"]}},
    {"id": "valve.v", "name": "V", "state": "closed",
     "attributes": {"supported_features": 15, "current_position": 0}},
]  # fmt: skip

WAYS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("light.turn_on", "light.toggle", "light.hall", {}),
    ("light.turn_on", "homeassistant.toggle", "light.hall", {}),
    ("light.turn_on", "homeassistant.turn_on", "light.hall", {}),
    ("light.turn_off", "light.toggle", "light.hall", {}),
    ("light.turn_off", "light.turn_on", "light.hall", {"brightness_pct": 0}),
    ("lock.unlock", "lock.open", "lock.l", {}),
    ("cover.open_cover", "cover.toggle", "cover.c", {}),
    ("cover.open_cover", "homeassistant.toggle", "cover.c", {}),
    ("cover.open_cover", "cover.set_cover_position", "cover.c", {"position": 100}),
    ("cover.open_cover_tilt", "cover.toggle_cover_tilt", "cover.c", {}),
    ("cover.open_cover_tilt", "cover.set_cover_tilt_position", "cover.c", {"tilt_position": 90}),
    ("valve.open_valve", "valve.set_valve_position", "valve.v", {"position": 100}),
    ("valve.open_valve", "valve.toggle", "valve.v", {}),
    ("siren.turn_off", "siren.toggle", "siren.s", {}),
    ("media_player.turn_on", "media_player.toggle", "media_player.p", {}),
    ("climate.turn_on", "climate.set_hvac_mode", "climate.c", {"hvac_mode": "heat"}),
    ("climate.turn_on", "climate.toggle", "climate.c", {}),
    (
        "climate.set_hvac_mode",
        "climate.set_temperature",
        "climate.c",
        {"temperature": 20, "hvac_mode": "heat"},
    ),
    ("fan.turn_off", "fan.set_percentage", "fan.f", {"percentage": 0}),
    ("fan.set_percentage", "fan.turn_on", "fan.f", {"percentage": 100}),
    ("fan.set_preset_mode", "fan.turn_on", "fan.f", {"preset_mode": "eco"}),
]


@pytest.mark.parametrize(("denied", "service", "target", "data"), WAYS)
@pytest.mark.parametrize("by", ["itself", "script", "everything"])
async def test_what_is_denied_is_not_done_by_another_service(
    by: str, denied: str, service: str, target: str, data: dict[str, Any], make_warded: MakeWarded
) -> None:
    named = "all" if by == "everything" else target
    sequence = [{"action": service, "target": {"entity_id": named}, "data": data}]
    script = {"id": "script.s", "name": "Script", "sequence": sequence}
    house = make_warded(*THINGS, script, deny=[f"service:{denied}"], confirm=False)
    if by == "itself":
        [outcome] = await house.ask(service, target, data=data)
    else:
        [outcome] = await house.ask("script.turn_on", "script.s")
    assert outcome.reason is Reason.NOT_ALLOWED
    assert house.sent == []


@pytest.mark.parametrize(("marked", "service", "target", "data"), WAYS)
async def test_what_is_marked_is_asked_about_by_any(
    marked: str, service: str, target: str, data: dict[str, Any], make_warded: MakeWarded
) -> None:
    house = make_warded(*THINGS, mark=[f"service:{marked}"], confirm=False)
    [outcome] = await house.ask(service, target, data=data, origin=Origin.CHAT)
    assert outcome.status in (Status.AWAITING, Status.REFUSED)
    assert house.sent == []


@pytest.mark.parametrize(
    ("denied", "service", "target", "data"),
    [
        ("light.turn_off", "light.turn_on", "light.hall", {}),
        ("climate.turn_off", "climate.set_hvac_mode", "climate.c", {"hvac_mode": "heat"}),
        ("cover.open_cover_tilt", "cover.open_cover", "cover.c", {}),
        ("lock.open", "lock.unlock", "lock.l", {}),
    ],
)
async def test_another_deed_is_done(
    denied: str, service: str, target: str, data: dict[str, Any], make_warded: MakeWarded
) -> None:
    house = make_warded(*THINGS, deny=[f"service:{denied}"], confirm=False)
    [outcome] = await house.ask(service, target, data=data)
    assert outcome.reason is not Reason.NOT_ALLOWED
