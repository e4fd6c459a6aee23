"""Ways around our gate that a home may have open, and the repairs that tell of them."""

from typing import Any

import pytest
from homeassistant.components import assist_pipeline
from homeassistant.components.assist_pipeline.pipeline import async_get_pipeline
from homeassistant.core import HomeAssistant
from homeassistant.helpers import issue_registry as ir
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import (
    MockConfigEntry,
    MockModule,
    mock_integration,
)

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.diagnostics import async_get_config_entry_diagnostics
from custom_components.home_agent.repairs import async_create_fix_flow

AGENT = "conversation.home_agent"


@pytest.fixture
async def assistant(house: HomeAssistant, agent: MockConfigEntry) -> assist_pipeline.Pipeline:
    """A voice assistant with our agent, as Home Assistant makes a new one."""
    assert await async_setup_component(house, "assist_pipeline", {})
    pipeline = async_get_pipeline(house)
    await assist_pipeline.async_update_pipeline(
        house, pipeline, conversation_engine=AGENT, prefer_local_intents=True
    )
    return async_get_pipeline(house)


def _raised(hass: HomeAssistant) -> dict[str, ir.IssueEntry]:
    issues = ir.async_get(hass).issues
    return {issue_id: issue for (domain, issue_id), issue in issues.items() if domain == DOMAIN}


async def test_an_assistant_that_answers_by_itself_is_told(
    house: HomeAssistant, agent: MockConfigEntry, assistant: assist_pipeline.Pipeline
) -> None:
    (issue,) = _raised(house).values()
    assert issue.translation_key == "prefers_local"
    assert issue.is_fixable
    assert issue.translation_placeholders == {"agent": "Home Agent", "assistant": assistant.name}
    told = await async_get_config_entry_diagnostics(house, agent)
    assert told["around_the_gate"]["voice_assistants"] == [assistant.name]


async def test_a_yes_has_the_agent_hear_everything_first(
    house: HomeAssistant, assistant: assist_pipeline.Pipeline
) -> None:
    ((issue_id, issue),) = _raised(house).items()
    flow = await async_create_fix_flow(house, issue_id, issue.data)
    flow.hass, flow.handler, flow.issue_id = house, DOMAIN, issue_id
    form: Any = await flow.async_step_init()
    assert form["type"] == "form"
    assert async_get_pipeline(house).prefer_local_intents
    done: Any = await flow.async_step_confirm({})
    assert done["type"] == "create_entry"
    assert not async_get_pipeline(house).prefer_local_intents
    assert not _raised(house)


async def test_what_a_person_changes_is_seen_at_once(
    house: HomeAssistant, assistant: assist_pipeline.Pipeline
) -> None:
    await assist_pipeline.async_update_pipeline(house, assistant, prefer_local_intents=False)
    assert not _raised(house)
    await assist_pipeline.async_update_pipeline(house, assistant, prefer_local_intents=True)
    assert len(_raised(house)) == 1
    other = "conversation.home_assistant"
    await assist_pipeline.async_update_pipeline(house, assistant, conversation_engine=other)
    assert not _raised(house)


async def test_an_agent_that_is_removed_leaves_no_repair(
    house: HomeAssistant, agent: MockConfigEntry, assistant: assist_pipeline.Pipeline
) -> None:
    assert await house.config_entries.async_remove(agent.entry_id)
    assert not _raised(house)
    # Nothing of it listens any more.
    await assist_pipeline.async_update_pipeline(house, assistant, name="Other")
    assert not _raised(house)


@pytest.mark.parametrize(
    ("served", "told"),
    [
        ({"all_llm_apis": True, "llm_hass_api": []}, True),
        ({"llm_hass_api": ["assist"]}, True),
        ({"llm_hass_api": "assist"}, True),
        ({"llm_hass_api": ["home_agent-ours"]}, False),
        ({"all_llm_apis": False, "llm_hass_api": ["home_agent-ours", "assist"]}, True),
    ],
)
async def test_an_mcp_server_that_serves_others_is_told(
    house: HomeAssistant, agent: MockConfigEntry, served: dict[str, Any], told: bool
) -> None:
    # What it takes to serve is not installed with every Home Assistant.
    mock_integration(house, MockModule("mcp_server"))
    server = MockConfigEntry(domain="mcp_server", data=served)
    server.add_to_hass(house)
    house.config_entries.async_update_entry(server, title="MCP")
    await house.async_block_till_done()
    assert [item.translation_key for item in _raised(house).values()] == ["mcp_open"] * told
    if told:
        (issue,) = _raised(house).values()
        assert issue.translation_placeholders
        assert agent.entry_id in issue.translation_placeholders["address"]
        await house.config_entries.async_remove(server.entry_id)
        await house.async_block_till_done()
        assert not _raised(house)
