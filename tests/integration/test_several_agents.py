"""Several agents side by side: each with its own model, memory and sensors, in the same house."""

from types import MappingProxyType
from typing import Any

import pytest
from homeassistant.components import conversation
from homeassistant.config_entries import ConfigEntryState, ConfigSubentry
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers import llm
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import AGENT, CONF_SAFETY, DOMAIN
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model
from .connections import connection


@pytest.fixture
async def jeeves(
    house: HomeAssistant, agent: MockConfigEntry, server: ScriptedServer
) -> MockConfigEntry:
    """A second agent, which has a model; the first has none."""
    assert agent.state is ConfigEntryState.LOADED
    entry = connection(scripted_model(server), title="Jeeves")
    entry.add_to_hass(house)
    assert await house.config_entries.async_setup(entry.entry_id)
    await house.async_block_till_done()
    return entry


async def _say(hass: HomeAssistant, text: str, agent_id: str) -> str:
    result = await conversation.async_converse(
        hass, text, conversation_id="c", context=Context(), language="en", agent_id=agent_id
    )
    return str(result.response.speech["plain"]["speech"])


async def _planned(hass: HomeAssistant, entry: MockConfigEntry) -> list[Any]:
    told: Any = await hass.services.async_call(
        DOMAIN,
        "list_scheduled",
        {"config_entry_id": entry.entry_id},
        blocking=True,
        return_response=True,
    )
    return list(told["scheduled"])


async def test_each_for_itself(
    house: HomeAssistant, agent: MockConfigEntry, jeeves: MockConfigEntry, server: ScriptedServer
) -> None:
    """What one is asked, keeps and spends is nothing to the other."""
    server.say("At your service.")
    assert await _say(house, "who are you really", "conversation.jeeves") == "At your service."
    assert "At your service" not in await _say(house, "say that again", "conversation.home_agent")
    await _say(house, "turn off the bed light in ten minutes", "conversation.jeeves")
    assert len(await _planned(house, jeeves)) == 1
    assert await _planned(house, agent) == []
    await house.async_block_till_done(wait_background_tasks=True)
    assert house.states.get("sensor.jeeves_tokens_today") is not None
    assert house.states.get("sensor.home_agent_tokens_today") is None
    apis = {async_get_api.id for async_get_api in llm.async_get_apis(house)}
    assert {f"{DOMAIN}-{agent.entry_id}", f"{DOMAIN}-{jeeves.entry_id}"} <= apis


async def test_one_goes_and_the_other_stays(
    house: HomeAssistant, agent: MockConfigEntry, jeeves: MockConfigEntry
) -> None:
    """With all that it keeps, and everything that automations can do."""
    await _say(house, "turn off the bed light in ten minutes", "conversation.jeeves")
    assert await house.config_entries.async_remove(agent.entry_id)
    await house.async_block_till_done()
    assert jeeves.state is ConfigEntryState.LOADED
    assert len(await _planned(house, jeeves)) == 1
    assert await _say(house, "turn on the bed light", "conversation.jeeves")
    light = house.states.get("light.bed_light")
    assert light is not None
    assert light.state == "on"


async def test_one_that_cannot_be_set_up_leaves_the_others_alone(
    hass_storage: dict[str, Any],
    house: HomeAssistant,
    agent_entry: MockConfigEntry,
    issue_registry: ir.IssueRegistry,
) -> None:
    """It is left out, a repair says why until it is put right or gone, and the others run."""
    unfit = ConfigSubentry(
        subentry_id="unfit",
        subentry_type=AGENT,
        title="Unfit",
        unique_id=None,
        data=MappingProxyType({CONF_SAFETY: {"pin": "none"}}),
    )
    stored = "home_agent.unfit"
    hass_storage[stored] = {"version": 1, "minor_version": 1, "key": stored, "data": {}}
    house.config_entries.async_add_subentry(agent_entry, unfit)
    assert await house.config_entries.async_setup(agent_entry.entry_id)
    await house.async_block_till_done()
    assert agent_entry.state is ConfigEntryState.LOADED
    assert await _say(house, "turn on the bed light", "conversation.home_agent")
    assert house.states.get("conversation.unfit") is None
    told = issue_registry.async_get_issue(DOMAIN, "agent_unusable_unfit")
    assert told is not None
    placeholders = told.translation_placeholders or {}
    assert placeholders["agent"] == "Unfit"
    assert "pin" in placeholders["error"]

    fit = {CONF_SAFETY: {"pin": "4711"}}
    house.config_entries.async_update_subentry(agent_entry, unfit, data=fit)
    await house.async_block_till_done()
    assert house.states.get("conversation.unfit") is not None
    assert issue_registry.async_get_issue(DOMAIN, "agent_unusable_unfit") is None

    subentry = agent_entry.subentries["unfit"]
    house.config_entries.async_update_subentry(
        agent_entry, subentry, data={CONF_SAFETY: {"pin": "none"}}
    )
    await house.async_block_till_done()
    assert issue_registry.async_get_issue(DOMAIN, "agent_unusable_unfit") is not None
    house.config_entries.async_remove_subentry(agent_entry, "unfit")
    await house.async_block_till_done()
    assert issue_registry.async_get_issue(DOMAIN, "agent_unusable_unfit") is None
    assert stored not in hass_storage
