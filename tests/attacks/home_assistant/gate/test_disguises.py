"""Things that are routines, or other things, in disguise: templates, wrapped switches, players."""

from typing import Any

import pytest
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_component import DATA_INSTANCES
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from tests.attacks.routines import VAULT

from .conftest import Ask, state

UNLOCK = {"action": "lock.unlock", "target": {"entity_id": VAULT.entity}}
LAMP = {"action": "light.turn_on", "target": {"entity_id": "light.hall"}}

DISGUISES: dict[str, tuple[dict[str, Any], str]] = {
    "switch": ({"turn_on": "ACT", "turn_off": []}, "turn_on"),
    "light": ({"turn_on": "ACT", "turn_off": []}, "turn_on"),
    "fan": ({"turn_on": "ACT", "turn_off": []}, "turn_on"),
    "button": ({"press": "ACT"}, "press"),
    "cover": ({"open_cover": "ACT", "close_cover": [], "device_class": "blind"}, "open_cover"),
    "number": (
        {"set_value": "ACT", "state": "{{ 1 }}", "min": 0, "max": 9, "step": 1},
        "set_value",
    ),
    "select": (
        {"select_option": "ACT", "state": "a", "options": "{{ ['a', 'b'] }}"},
        "select_option",
    ),
    "vacuum": ({"start": "ACT"}, "start"),
}
PARAMETERS: dict[str, dict[str, Any]] = {
    "set_value": {"value": 3},
    "select_option": {"option": "b"},
}


async def make(house: HomeAssistant, kind: str, act: dict[str, Any]) -> str:
    """A thing that does this when it is asked for what such things do."""
    written, _service = DISGUISES[kind]
    fields = {key: [act] if value == "ACT" else value for key, value in written.items()}
    config = {"template": [{kind: [{"name": "It", **fields}]}]}
    assert await async_setup_component(house, "template", config)
    await house.async_block_till_done()
    async_expose_entity(house, "conversation", f"{kind}.it", should_expose=True)
    await house.async_block_till_done()
    return f"{kind}.it"


@pytest.mark.parametrize("kind", DISGUISES)
async def test_nothing_made_of_actions_unlocks_unasked(
    kind: str, house: HomeAssistant, ask: Ask
) -> None:
    """And it would have."""
    entity_id = await make(house, kind, UNLOCK)
    service = DISGUISES[kind][1]
    given = PARAMETERS.get(service, {})
    told = await ask(action=service, entity_id=entity_id, parameters=given)
    assert told["result"][0]["reason"] == "Nobody was there to confirm it."
    assert state(house, VAULT) == "locked"
    data = {"entity_id": entity_id, **given}
    await house.services.async_call(kind, service, data, blocking=True)
    await house.async_block_till_done()
    assert state(house, VAULT) == "unlocked"


@pytest.mark.parametrize("agent_options", [{"safety": {"deny": ["light.hall"]}}])
@pytest.mark.parametrize("kind", DISGUISES)
async def test_nothing_made_of_actions_changes_what_is_denied(
    kind: str, house: HomeAssistant, ask: Ask
) -> None:
    entity_id = await make(house, kind, LAMP)
    service = DISGUISES[kind][1]
    given = PARAMETERS.get(service, {})
    told = await ask(action=service, entity_id=entity_id, parameters=given)
    assert told["result"][0]["status"] == "refused"
    assert state(house, "light.hall") == "off"


@pytest.mark.parametrize("kind", ["switch", "light", "button", "vacuum"])
async def test_what_is_made_of_harmless_actions_is_not_asked_about(
    kind: str, house: HomeAssistant, ask: Ask
) -> None:
    entity_id = await make(house, kind, LAMP)
    await ask(action=DISGUISES[kind][1], entity_id=entity_id)
    assert state(house, "light.hall") == "on"


@pytest.mark.parametrize("service", ["turn_on", "turn_off", "toggle"])
@pytest.mark.parametrize("by", ["itself", "script", "everything"])
async def test_a_switch_that_is_a_lock_is_asked_about(
    service: str, by: str, house: HomeAssistant, ask: Ask
) -> None:
    """Home Assistant shows a switch as a lock, and the switch is still there."""
    entity_id = await make(house, "switch", LAMP)
    options = {"entity_id": entity_id, "target_domain": "lock", "invert": False}
    wrapped = MockConfigEntry(domain="switch_as_x", options=options, title="Door", minor_version=3)
    wrapped.add_to_hass(house)
    assert await house.config_entries.async_setup(wrapped.entry_id)
    await house.async_block_till_done()
    assert state(house, "lock.door")
    target = {"entity_id": entity_id if by != "everything" else "all"}
    sequence = [{"action": f"switch.{service}", "target": target}]
    assert await async_setup_component(house, "script", {"script": {"way": {"sequence": sequence}}})
    await house.async_block_till_done()
    asked = entity_id if by == "itself" else "script.way"
    async_expose_entity(house, "conversation", asked, should_expose=True)
    await house.async_block_till_done()
    before = state(house, "lock.door")
    told = await ask(action=service if by == "itself" else "turn_on", entity_id=asked)
    assert not told["success"]
    assert state(house, "lock.door") == before


async def test_a_player_made_of_commands_unlocks_nothing_unasked(
    house: HomeAssistant, ask: Ask
) -> None:
    commands = {"turn_on": UNLOCK, "turn_off": LAMP}
    player = {"platform": "universal", "name": "It", "commands": commands}
    assert await async_setup_component(house, "media_player", {"media_player": [player]})
    await house.async_block_till_done()
    async_expose_entity(house, "conversation", "media_player.it", should_expose=True)
    await house.async_block_till_done()
    told = await ask(action="turn_on", entity_id="media_player.it")
    assert not told["success"]
    assert state(house, VAULT) == "locked"


async def show_as(kind: str, switch: str, house: HomeAssistant) -> str:
    """A switch that is shown as something else, by the two ways that Home Assistant has."""
    if kind == "light.switch":
        light = house.data[DATA_INSTANCES]["light"]
        await light.async_setup_platform("switch", {"entity_id": switch, "name": "Face"})
    else:
        options = {"entity_id": switch, "target_domain": kind, "invert": False}
        entry = MockConfigEntry(
            domain="switch_as_x", options=options, title="Face", minor_version=3
        )
        entry.add_to_hass(house)
        assert await house.config_entries.async_setup(entry.entry_id)
    await house.async_block_till_done()
    face = f"{kind.partition('.')[0]}.face"
    async_expose_entity(house, "conversation", face, should_expose=True)
    await house.async_block_till_done()
    return face


FACES = {
    "light": "turn_on",
    "light.switch": "turn_on",
    "fan": "turn_on",
    "siren": "turn_on",
    "cover": "close_cover",
    "lock": "lock",
    "valve": "close_valve",
}


@pytest.mark.parametrize("agent_options", [{"safety": {"deny": ["switch.it"]}}])
@pytest.mark.parametrize("kind", FACES)
async def test_a_denied_switch_has_no_other_face(kind: str, house: HomeAssistant, ask: Ask) -> None:
    face = await show_as(kind, await make(house, "switch", LAMP), house)
    told = await ask(action=FACES[kind], entity_id=face)
    assert told["result"][0]["status"] == "refused"
    assert state(house, "light.hall") == "off"


async def test_a_switch_that_is_not_denied_has(house: HomeAssistant, ask: Ask) -> None:
    face = await show_as("light", await make(house, "switch", LAMP), house)
    await ask(action="turn_on", entity_id=face)
    assert state(house, "light.hall") == "on"
