"""Relays, switches and buttons that open a gate, and are asked for as if they were lamps."""

import pytest

from home_agent.engine.authority import Origin
from home_agent.engine.outcome import Status

from .conftest import MakeWarded

OPENERS = (
    *("Garage door", "Garage door relay", "Gate", "Driveway gate", "Gate opener", "Garagentor"),
    *("Tor", "Einfahrtstor", "Hoftor öffnen", "Garagedeur", "Tuinpoort", "Portail", "Cancello"),
    *("Porte de garage", "Puerta del garaje", "Portón", "Portão da garagem", "Garageport"),
    *("Brama garażowa", "Garážová vrata", "Ворота", "Гаражні ворота", "Ușa garajului", "Barrier"),
    *("Garage relay", "Garage roller door", "Roller door", "Front door buzzer", "Door strike"),
    *("Garage Taster", "Türöffner", "Garage deur", "Inrijpoort", "Serranda garage", "Apriporta"),
    *("Puerta garaje", "Cancela", "Porte garage", "Gâche électrique", "Rideau garage"),
)
SERVICES = {
    "switch": ("switch.turn_on", "switch.turn_off", "switch.toggle", "homeassistant.toggle"),
    "button": ("button.press",),
    "input_boolean": ("input_boolean.turn_on", "input_boolean.toggle"),
    "input_button": ("input_button.press",),
}
NOT_OPENERS = (
    *("Gate light", "Garage light", "Garage", "Garage freezer", "Torbeleuchtung", "Gate camera"),
    *("Front door bell", "Doorbell chime", "USB port 3", "Port 1 PoE", "Garagenlicht", "Desk"),
    *("Luce cancello", "Lumière du portail", "Coffee machine", "Navigator", "Motor", "Agate lamp"),
    *("Zigbee gateway", "Garage fan", "Garage heater", "Garage Steckdose", "Garage door light"),
)


@pytest.mark.parametrize("origin", [Origin.CHAT, Origin.MODEL])
@pytest.mark.parametrize("kind", SERVICES)
@pytest.mark.parametrize("name", OPENERS)
async def test_nobody_opens_a_gate_by_its_relay_unasked(
    name: str, kind: str, origin: Origin, make_warded: MakeWarded
) -> None:
    house = make_warded({"id": f"{kind}.relay", "name": name, "state": "off"})
    for service in SERVICES[kind]:
        outcomes = await house.ask(service, f"{kind}.relay", origin=origin)
        assert {outcome.status for outcome in outcomes} <= {Status.AWAITING, Status.REFUSED}
    assert house.sent == []


async def test_nor_by_its_id(make_warded: MakeWarded) -> None:
    house = make_warded({"id": "switch.garage_door_2", "name": "Shelly", "state": "off"})
    [outcome] = await house.ask("switch.turn_on", "switch.garage_door_2")
    assert outcome.status is Status.AWAITING


@pytest.mark.parametrize("name", NOT_OPENERS)
async def test_what_is_beside_a_gate_is_not_asked_about(name: str, make_warded: MakeWarded) -> None:
    house = make_warded({"id": "switch.relay", "name": name, "state": "off"})
    [outcome] = await house.ask("switch.turn_on", "switch.relay")
    assert outcome.status is Status.DONE
