"""What is visible of a house, set in the forms: before sentence, tool, page and what others see."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp.test_utils import TestClient
from homeassistant.components.conversation import ConversationResult
from homeassistant.core import HomeAssistant
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import label_registry as lr
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from .connections import fill_in, kept, open_settings, running
from .test_for_others import _api

type Connect = Callable[..., Awaitable[TestClient[Any, Any]]]
type Say = Callable[..., Awaitable[ConversationResult]]
LAMP = "light.bed_light"


async def set_visible(hass: HomeAssistant, entry: MockConfigEntry, **given: Any) -> None:
    """Fill in the form."""
    form = await open_settings(hass, entry, "visible")
    told = await fill_in(hass, form, given)
    assert told["reason"] == "reconfigure_successful"
    await hass.async_block_till_done()


def seen(entry: MockConfigEntry) -> set[str]:
    """What there is for the agent."""
    return {entity.entity_id for entity, _ in running(entry).agent.api.home.snapshot().exposed()}


@pytest.mark.parametrize("agent_options", [{"debug": {"panel": True}}])
async def test_nobody_is_shown_what_is_left_out(
    house: HomeAssistant, agent: MockConfigEntry, hass_client: Connect
) -> None:
    assert await async_setup_component(house, "frontend", {})
    assert LAMP in seen(agent)
    await set_visible(house, agent, exclude_entities=[LAMP], exclude_patterns=["cover.*"])
    assert kept(agent)["visible"] == {"exclude_entities": [LAMP, "cover.*"]}
    assert LAMP not in seen(agent)
    assert not [entity_id for entity_id in seen(agent) if entity_id.startswith("cover.")]
    api = await _api(house, agent)
    assert LAMP not in api.api_prompt
    assert "light.ceiling_lights" in api.api_prompt
    client = await hass_client()
    response = await client.get(f"/api/home_agent/page/{agent.entry_id}/house")
    shown = {entity["id"] for entity in (await response.json())["entities"]}
    assert "light.ceiling_lights" in shown
    assert LAMP not in shown
    form = await open_settings(house, agent, "visible")
    values = {
        str(field): field.description["suggested_value"]
        for field in form["data_schema"].schema
        if field.description
    }
    assert (values["exclude_entities"], values["exclude_patterns"]) == ([LAMP], ["cover.*"])


async def test_by_area_and_label(house: HomeAssistant, agent: MockConfigEntry) -> None:
    """As the pickers give them: by id."""
    every = seen(agent)
    bedroom = next(area for area in ar.async_get(house).async_list_areas() if "ed" in area.name)
    await set_visible(house, agent, include_areas=[bedroom.id])
    inside = seen(agent)
    assert inside
    assert inside < every
    label = lr.async_get(house).async_create("Private things")
    ar.async_get(house).async_update(bedroom.id, labels={label.label_id})
    await set_visible(house, agent, include_areas=[], exclude_labels=[label.label_id])
    assert seen(agent) == every - inside
    await set_visible(house, agent, exclude_labels=[], include_domains=["light"])
    assert {entity_id.partition(".")[0] for entity_id in seen(agent)} == {"light"}


@pytest.mark.parametrize("agent_options", [{"visible": {"exclude_entities": [LAMP]}}])
async def test_a_sentence_does_not_reach_it(house: HomeAssistant, say: Say) -> None:
    before = house.states.get(LAMP)
    await say("toggle the bed light")
    assert house.states.get(LAMP) == before
