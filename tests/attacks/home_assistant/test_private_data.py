"""A PIN or a code that is given through an action, looked for in all that core writes down."""

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import voluptuous as vol
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.const import MATCH_ALL
from homeassistant.core import Event, HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.json import ExtendedJSONEncoder
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.diagnostics import async_get_config_entry_diagnostics

PIN = "739157"
SPOKEN = "seven three nine one five seven"


@pytest.fixture
def agent_options() -> dict[str, Any]:
    return {"safety": {"pin": PIN}}


@pytest.fixture
def events(house: HomeAssistant) -> list[Event]:
    """All that happens, as whoever listens to everything is told it."""
    seen: list[Event] = []
    house.bus.async_listen(MATCH_ALL, seen.append)
    return seen


def _written(events: list[Event]) -> str:
    return json.dumps([(event.event_type, event.data) for event in events], cls=ExtendedJSONEncoder)


async def _kept(house: HomeAssistant, agent: MockConfigEntry, storage: dict[str, Any]) -> str:
    """What is in diagnostics, and what we keep. The agent's settings hold the PIN, of course."""
    await house.async_block_till_done()
    found = json.dumps(await async_get_config_entry_diagnostics(house, agent), default=str)
    # Whatever is still to be written is written now.
    assert await house.config_entries.async_unload(agent.entry_id)
    ours = [item for key, item in storage.items() if key.startswith(DOMAIN)]
    return found + json.dumps(ours, default=str)


async def _unlock(house: HomeAssistant, **more: Any) -> dict[str, Any]:
    async_expose_entity(house, "conversation", "lock.front_door", should_expose=True)
    await house.async_block_till_done(wait_background_tasks=True)
    said = {"text": "unlock the front door", **more}
    response = await house.services.async_call(
        DOMAIN, "process", said, blocking=True, return_response=True
    )
    assert response is not None
    return dict(response)


@pytest.mark.parametrize("given", [PIN, int(PIN), f" {PIN} "])
async def test_a_pin_in_its_field(
    given: Any,
    hass_storage: dict[str, Any],
    house: HomeAssistant,
    agent: MockConfigEntry,
    events: list[Event],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It unlocks the door, and nobody else hears of it."""
    caplog.set_level(logging.DEBUG)
    response = await _unlock(house, pin=given)
    state = house.states.get("lock.front_door")
    assert state is not None
    assert state.state == "unlocked"
    assert PIN not in str(response)
    assert PIN not in _written(events)
    assert PIN not in caplog.text
    kept = await _kept(house, agent, hass_storage)
    assert "unlock the front door" in kept
    assert PIN not in kept
    [called] = [event for event in events if event.data.get("service") == "process"]
    assert called.data["service_data"]["text"] == "unlock the front door"


@pytest.mark.parametrize("given", ["000000", "73915", "7391570"])
async def test_a_wrong_pin(
    given: str, house: HomeAssistant, agent: MockConfigEntry, events: list[Event]
) -> None:
    response = await _unlock(house, pin=given)
    state = house.states.get("lock.front_door")
    assert state is not None
    assert state.state == "locked"
    assert response["expects_answer"]
    assert given not in _written(events)


@pytest.mark.parametrize("given", ["abc 739157 def", "", ["739157"], {"pin": "739157"}])
async def test_what_is_no_pin_is_not_repeated(
    given: Any, house: HomeAssistant, agent: MockConfigEntry, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(vol.Invalid) as error:
        await _unlock(house, pin=given)
    assert PIN not in str(error.value)
    assert PIN not in caplog.text


@pytest.mark.parametrize(
    "text",
    [
        f"the pin is {PIN}",
        f"disarm the alarm with code {PIN}",
        f"my code is {SPOKEN}",
        f"{SPOKEN}",
        f"{PIN}",
        "the wifi password is swordfish-739157",
    ],
)
async def test_a_sentence_with_a_secret(
    text: str, house: HomeAssistant, agent: MockConfigEntry, events: list[Event]
) -> None:
    await house.async_block_till_done(wait_background_tasks=True)
    await house.services.async_call(DOMAIN, "process", {"text": text}, blocking=True)
    found = _written(events)
    assert PIN not in found
    assert SPOKEN not in found
    assert "swordfish" not in found


@pytest.mark.parametrize(
    "parameters",
    [
        {"action": "unlock", "entity_id": "lock.front_door", "parameters": {"code": PIN}},
        {"action": "alarm_disarm", "entity_id": "alarm_control_panel.x", "code": PIN},
        '{"action": "unlock", "entity_id": "lock.front_door", "parameters": {"code": "739157"}}',
    ],
)
async def test_a_code_for_a_tool(
    parameters: Any, house: HomeAssistant, agent: MockConfigEntry, events: list[Event]
) -> None:
    await house.services.async_call(
        DOMAIN,
        "execute_tool",
        {"tool_name": "ha_control", "parameters": parameters},
        blocking=True,
        return_response=True,
    )
    assert PIN not in _written(events)


@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        ("ha_query", {"entity_id": f"the lock with the code {PIN}"}),
        (
            "ha_control",
            {"action": "turn_on", "entity_id": "light.x", "parameters": {"n": f"pin {PIN}"}},
        ),
        ("ha_control", {"action": "turn_on", "entity_id": ["light.x", f"the code is {PIN}"]}),
        ("get_time", {"reason": "the wifi password is swordfish-739157"}),
        ("no_such_tool", {"text": f"unlock the front door with {PIN}"}),
        ("no_such_tool", json.dumps({"text": f"unlock the front door with {SPOKEN}"})),
    ],
)
async def test_a_sentence_for_a_tool(
    tool: str,
    parameters: Any,
    house: HomeAssistant,
    agent: MockConfigEntry,
    events: list[Event],
) -> None:
    await house.async_block_till_done(wait_background_tasks=True)
    asked = {"tool_name": tool, "parameters": parameters}
    with suppress(HomeAssistantError):
        await house.services.async_call(
            DOMAIN, "execute_tool", asked, blocking=True, return_response=True
        )
    written = json.dumps(
        [event.data.get("service_data") or event.data.get("parameters") for event in events],
        cls=ExtendedJSONEncoder,
    )
    assert PIN not in written
    assert SPOKEN not in written
    assert "swordfish" not in written


def _traces(house: HomeAssistant) -> Iterator[Any]:
    for item in house.data["trace"].values():
        # Since 2026.10, those that were not triggered are apart.
        yield from item.all_traces() if hasattr(item, "all_traces") else item.values()


async def test_a_script_and_its_trace(
    house: HomeAssistant, agent: MockConfigEntry, events: list[Event]
) -> None:
    """A template gives the PIN, so that it is in no configuration; the trace does not have it."""
    async_expose_entity(house, "conversation", "lock.front_door", should_expose=True)
    house.states.async_set("sensor.where_the_pin_is", "unknown", {"pin": PIN})
    call = {
        "action": f"{DOMAIN}.process",
        "data": {
            "text": "unlock the front door",
            "pin": "{{ state_attr('sensor.where_the_pin_is', 'pin') }}",
        },
    }
    await house.async_block_till_done()
    events.clear()
    assert await async_setup_component(house, "trace", {})
    assert await async_setup_component(
        house, "script", {"script": {"let_in": {"sequence": [call]}}}
    )
    await house.services.async_call("script", "let_in", {}, blocking=True)
    await house.async_block_till_done()
    state = house.states.get("lock.front_door")
    assert state is not None
    assert state.state == "unlocked"
    traces = [trace.as_extended_dict() for trace in _traces(house)]
    assert traces
    assert PIN not in json.dumps(traces, cls=ExtendedJSONEncoder)
    assert PIN not in _written(events)
