"""What things are, as their owner says: in the form, and by Home Assistant's own "show as"."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import entity_registry as er
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from .connections import fill_in, kept, open_settings

type Say = Callable[..., Awaitable[ConversationResult]]

PLUG, LAMP = "switch.shelly", "switch.reading_lamp"


@pytest.fixture(autouse=True)
async def _plugs(house: HomeAssistant) -> None:
    """Two plugs in a room that has no light."""
    plugs = {
        name: {"name": name.title().replace("_", " "), "unique_id": name, "optimistic": True}
        | {"turn_on": [], "turn_off": [], "state": "{{ true }}"}
        for name in ("shelly", "reading_lamp")
    }
    config = [{"switch": [plug]} for plug in plugs.values()]
    assert await async_setup_component(house, "template", {"template": config})
    await house.async_block_till_done()
    study = ar.async_get(house).async_create("Study")
    for entity_id in (PLUG, LAMP):
        er.async_get(house).async_update_entity(entity_id, area_id=study.id)
        async_expose_entity(house, "conversation", entity_id, should_expose=True)
    await house.async_block_till_done()


async def configure(hass: HomeAssistant, entry: MockConfigEntry, things: list[Any]) -> Any:
    form = await open_settings(hass, entry, "treat_as")
    result = await fill_in(hass, form, {"things": things})
    await hass.async_block_till_done()
    return result


def speech(result: ConversationResult) -> str:
    return str(result.response.speech["plain"]["speech"])


async def test_a_plug_becomes_a_light(
    hass: HomeAssistant, agent: MockConfigEntry, say: Say
) -> None:
    assert speech(await say("which lights are on in the study?")) == "Reading Lamp is on"
    result = await configure(hass, agent, [{"entity_id": PLUG, "kind": "light"}])
    assert result["type"] is FlowResultType.ABORT
    assert kept(agent)["treat_as"] == {PLUG: "light"}
    told = speech(await say("which lights are on in the study?"))
    assert told == "Reading Lamp and Shelly are on"
    form = await open_settings(hass, agent, "treat_as")
    (field,) = form["data_schema"].schema
    assert field.description["suggested_value"] == [{"entity_id": PLUG, "kind": "light"}]


async def test_what_cannot_be_and_what_is_not_there(
    hass: HomeAssistant, agent: MockConfigEntry
) -> None:
    wrong = await configure(hass, agent, [{"entity_id": PLUG, "kind": "curtain"}])
    assert wrong["errors"] == {"things": "choice"}
    assert wrong["description_placeholders"]["where"] == f"{PLUG}: "
    absent = await configure(hass, agent, [{"entity_id": "switch.gone", "kind": "light"}])
    assert absent["errors"] == {"things": "absent"}
    assert "treat_as" not in kept(agent)
    insisted = await fill_in(
        hass, absent, {"things": [{"entity_id": "switch.gone", "kind": "light"}]}
    )
    assert insisted["type"] is FlowResultType.ABORT
    emptied = await configure(hass, agent, [])
    assert emptied["type"] is FlowResultType.ABORT
    assert kept(agent)["treat_as"] == {}


@pytest.mark.parametrize("exposed", [True, False])
async def test_what_the_home_shows_as_a_light_is_one(
    hass: HomeAssistant, agent: MockConfigEntry, say: Say, *, exposed: bool
) -> None:
    """Once: the switch behind it is no second lamp, whether or not it is still exposed."""
    options = {"entity_id": LAMP, "target_domain": "light", "invert": False}
    shown = MockConfigEntry(
        domain="switch_as_x", options=options, title="Reading Lamp", minor_version=3
    )
    shown.add_to_hass(hass)
    assert await hass.config_entries.async_setup(shown.entry_id)
    await hass.async_block_till_done()
    for entity_id, expose in (("light.reading_lamp", True), (LAMP, exposed)):
        async_expose_entity(hass, "conversation", entity_id, should_expose=expose)
    study = ar.async_get(hass).async_get_area_by_name("Study")
    assert study is not None
    er.async_get(hass).async_update_entity("light.reading_lamp", area_id=study.id)
    await hass.async_block_till_done()
    told = speech(await say("how many lights are on in the study?"))
    assert told == "1: Reading Lamp (Study)"
    done = await say("turn off the lights in the study")
    assert [target.id for target in done.response.success_results] == ["light.reading_lamp"]
