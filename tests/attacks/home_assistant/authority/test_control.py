"""Changing what Home Assistant's policy does not let a user change, in a roundabout way."""

import pytest
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import HomeAssistant
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from .people import People, async_people

KITCHEN = "light.kitchen_lights"
OFF = {"action": "light.turn_off", "target": {"entity_id": KITCHEN}}
ROUNDABOUT = {
    "script": {
        "party": {"alias": "Party", "sequence": [OFF]},
        "secret": {"alias": "Secret script", "sequence": [OFF]},
    },
    "scene": [
        {"name": "Evening", "entities": {KITCHEN: "off"}},
        {"name": "Secret scene", "entities": {KITCHEN: "off"}},
    ],
}
GROUP = {
    "group_type": "light",
    "name": "Downstairs",
    "entities": [KITCHEN, "light.bed_light"],
    "hide_members": False,
    "all": False,
}
SENTENCES = (
    "turn off the kitchen lights",
    "turn off the lights in the kitchen",
    "turn off all the lights",
    "turn off the downstairs lights",
    "turn off downstairs",
    "run the party script",
    "start party",
    "run the secret script",
    "activate the evening scene",
    "activate the secret scene",
    "dim the kitchen lights to 1 percent",
)
CALLS = (
    {"action": "turn_off", "entity_id": KITCHEN},
    {"action": "toggle", "entity_id": KITCHEN},
    {"action": "turn_off", "entity_id": "light.*"},
    {"action": "turn_off", "entity_id": "light.downstairs"},
    {"action": "turn_on", "entity_id": "script.party"},
    {"action": "turn_on", "entity_id": "script.secret"},
    {"action": "turn_on", "entity_id": "scene.evening"},
    {"action": "turn_on", "entity_id": "scene.secret_scene"},
)


@pytest.fixture
async def people(house: HomeAssistant, agent: MockConfigEntry) -> People:
    """Those who live in the house, with scripts, scenes and groups in it."""
    for domain, configured in ROUNDABOUT.items():
        assert await async_setup_component(house, domain, {domain: configured})
    group = MockConfigEntry(domain="group", options=GROUP, title="Downstairs")
    group.add_to_hass(house)
    assert await house.config_entries.async_setup(group.entry_id)
    await house.async_block_till_done()
    for entity_id in house.states.async_entity_ids():
        async_expose_entity(house, "conversation", entity_id, should_expose=True)
    await house.services.async_call(
        "light",
        "turn_on",
        {"entity_id": ["light.kitchen_lights", "light.bed_light"]},
        blocking=True,
    )
    await house.async_block_till_done()
    return await async_people(house)


def _still_on(house: HomeAssistant) -> bool:
    state = house.states.get(KITCHEN)
    assert state is not None
    return state.state == "on" and (state.attributes.get("brightness") or 255) > 10


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("name", ["guest", "reader"])
async def test_no_sentence_changes_what_somebody_may_not_change(
    people: People, house: HomeAssistant, name: str, sentence: str
) -> None:
    await people.says(name, sentence)
    await house.async_block_till_done(wait_background_tasks=True)
    assert _still_on(house)


@pytest.mark.parametrize(
    "call", CALLS, ids=[f"{call['action']} {call['entity_id']}" for call in CALLS]
)
@pytest.mark.parametrize("name", ["guest", "reader"])
async def test_no_tool_changes_what_somebody_may_not_change(
    people: People, house: HomeAssistant, name: str, call: dict[str, str]
) -> None:
    await people.acts(name, "execute_tool", tool_name="ha_control", parameters=call)
    await house.async_block_till_done(wait_background_tasks=True)
    assert _still_on(house)


@pytest.mark.parametrize(
    "call", CALLS, ids=[f"{call['action']} {call['entity_id']}" for call in CALLS]
)
async def test_whoever_may_does(people: People, house: HomeAssistant, call: dict[str, str]) -> None:
    """Or what went before would prove nothing."""
    await people.acts("anna", "execute_tool", tool_name="ha_control", parameters=call)
    await house.async_block_till_done(wait_background_tasks=True)
    assert not _still_on(house)
