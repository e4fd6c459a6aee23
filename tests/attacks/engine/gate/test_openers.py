"""Relays, switches and buttons that open a gate, and are asked for as if they were lamps."""

import unicodedata
from typing import Any, Literal

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


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKD"])
# "Gate" in full width is written by code points: it looks like the plain word.
@pytest.mark.parametrize(
    "name", ["Portón", "Türöffner", "Gâche électrique", "\uff27\uff41\uff54\uff45", "BRÁNA"]
)
async def test_nor_where_its_name_is_made_of_other_signs(
    name: str, form: Literal["NFC", "NFD", "NFKD"], make_warded: MakeWarded
) -> None:
    called = unicodedata.normalize(form, name)
    house = make_warded({"id": "switch.relay", "name": called, "state": "off"})
    [outcome] = await house.ask("switch.turn_on", "switch.relay")
    assert outcome.status is Status.AWAITING


VALUES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "select": ("select.select_option", {"option": "Open"}, {"options": ["Open", "Closed"]}),
    "input_select": ("input_select.select_next", {}, {"options": ["Open", "Closed"]}),
    "number": ("number.set_value", {"value": 100}, {"min": 0, "max": 100}),
    "input_number": ("input_number.set_value", {"value": 100}, {"min": 0, "max": 100}),
}


@pytest.mark.parametrize("origin", [Origin.CHAT, Origin.MODEL])
@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("name", ["Garage door", "Portail", "Tor", "Cancello", "Portón"])
async def test_nor_by_a_value_that_is_called_like_it(
    name: str, kind: str, origin: Origin, make_warded: MakeWarded
) -> None:
    service, data, attributes = VALUES[kind]
    thing = {"id": f"{kind}.value", "name": name, "state": "Closed", "attributes": attributes}
    house = make_warded(thing)
    [outcome] = await house.ask(service, f"{kind}.value", data=data, origin=origin)
    assert outcome.status in (Status.AWAITING, Status.REFUSED)
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
