"""Attacks by way of watched events of the bus: what they carry is told to models."""

import copy
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from home_agent.engine import Settings, build_agent
from home_agent.engine.authority import Authority
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE

type Ask = Callable[[], Any]

SAFE = {
    "id": "input_text.safe",
    "name": "Safe",
    "state": "old",
    "attributes": {"mode": "password"},
}
GROUP = {
    "id": "group.texts",
    "name": "Texts",
    "state": "on",
    "attributes": {"entity_id": ["input_text.safe"]},
}
SETTINGS = {
    "patience": 0.2,
    "watch": {"events": ["call_service", "my_event"]},
    "tools": {"enabled": ["check_for_recent_ha_events"]},
}
RACK = "switch.rack"
SET_VALUE = {"domain": "input_text", "service": "set_value"}


@pytest.fixture
def home() -> SimulatedHome:
    house = copy.deepcopy(HOUSE)
    house["entities"] += [SAFE, GROUP]
    return SimulatedHome.from_inventory(house)


@pytest.fixture
async def ask(home: SimulatedHome) -> AsyncIterator[Ask]:
    settings = Settings.from_mapping(SETTINGS)
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=settings)
    await agent.start()

    async def told() -> Any:
        call = ToolCall(id="1", name="check_for_recent_ha_events", arguments={"limit": 50})
        result = await agent.api.use_tool(call, Authority())
        assert result.success, result.error
        return result.result.get("home_events", [])

    yield told
    await agent.close()
    home.close()


@pytest.mark.parametrize(
    "data",
    [
        {"deep": {"code": "4711"}},
        {"calls": [{"service": "lock.unlock", "code": "4711"}]},
        {"calls": [[{"data": [{"pin": ["4711"]}]}]]},
        {"code": {"digits": [4711]}},
        {"code": "4711", "message": "Try 4711 at the gate"},
        {**SET_VALUE, "service_data": {"entity_id": "input_text.safe", "value": "4711"}},
        {**SET_VALUE, "service_data": {"entity_id": ["Input_Text.Safe"], "value": "4711"}},
        {**SET_VALUE, "service_data": {"area_id": "kitchen", "value": "4711"}},
        {**SET_VALUE, "service_data": {"entity_id": "all", "value": "4711"}},
        {**SET_VALUE, "service_data": {"entity_id": "group.texts", "value": "4711"}},
        {**SET_VALUE, "service_data": {"entity_id": "{{ safe }}", "value": "4711"}},
        {"steps": [{"action": "input_text.set_value", "data": {"value": "4711"}}]},
        {"table": {"input_text.safe": "4711"}},
        {"what": f"{'x' * 150} input_text.safe", "typed": "4711"},
    ],
)
async def test_a_secret_is_not_told(home: SimulatedHome, ask: Ask, data: dict[str, Any]) -> None:
    home.fire("my_event", **data)
    assert "4711" not in str(await ask())


@pytest.mark.parametrize(
    "data",
    [
        {"entity_id": RACK},
        {"entity_id": "Switch.Rack"},
        {"calls": [{"entity_id": RACK}]},
        {"a": {"b": {"c": {"d": {"e": RACK}}}}},
        {"message": f"{RACK} was switched off"},
        {"message": f"see home.{RACK}."},
        {"entity_id": [*(f"light.a_long_name_of_lamp_{n}" for n in range(9)), RACK]},
        {"many": {f"field_{number}": number for number in range(30)}, "z": RACK},
        {"entities": {RACK: "off"}},
        {"domain": "switch", "service": "rack"},
        {"entity_id": "switch.nobody_knows"},
        {"long": "x" * 30_000, "entity_id": RACK},
        {"long": list(range(2000))},
        {"set": {RACK}},
    ],
)
async def test_what_is_hidden_is_not_told(
    home: SimulatedHome, ask: Ask, data: dict[str, Any]
) -> None:
    """Nor is what cannot be read whole, nor a thing that nobody knows."""
    home.fire("my_event", **data, canary="CANARY")
    assert await ask() == []


@pytest.mark.parametrize(
    "data",
    [
        {"name": "Server rack"},
        {"message": f"{'x ' * 55}THE SERVER RACK IS OFF"},
        {"list": [{"Server rack": "off"}]},
        {"a\nb": "one\ntwo", "Server\nrack": {"of the server\n rack": "Server\u2028rack"}},
    ],
)
async def test_a_hidden_name_is_not_told(
    home: SimulatedHome, ask: Ask, data: dict[str, Any]
) -> None:
    """Nor the beginning of one, where a text is cut."""
    assert home.snapshot().layout.entities[RACK].name == "Server rack"
    home.fire("my_event", **data)
    (event,) = await ask()
    assert "server" not in event["data"].casefold()


async def test_what_is_neither_is_told(home: SimulatedHome, ask: Ask) -> None:
    """With what was asked of a thing that is known, and of things in lists."""
    lamp = {"entity_id": "light.ceiling", "brightness": 120}
    home.fire("call_service", domain="light", service="turn_on", service_data=lamp)
    home.fire("my_event", pressed=[{"button": 1}, {"button": 2}], who=["Anna", "Ben"])
    told = [event["data"] for event in await ask()]
    called, pressed = told
    assert called.startswith("domain: light, service: turn_on, service_data.entity_id: light.cei")
    assert called.endswith("service_data.brightness: 120")
    assert pressed == "pressed.0.button: 1, pressed.1.button: 2, who: Anna, Ben"
