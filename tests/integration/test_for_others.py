"""Our tools for other agents, and tasks for our model."""

from typing import Any

import pytest
import voluptuous as vol
from homeassistant.components import ai_task
from homeassistant.core import Context, HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import llm, selector
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.tools.settings import ORDER
from custom_components.home_agent.json_schema import as_json_schema
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model


async def _api(
    hass: HomeAssistant, entry: MockConfigEntry, platform: str = "mcp_server"
) -> llm.APIInstance:
    context = llm.LLMContext(
        platform=platform,
        context=Context(),
        language="en",
        assistant="conversation",
        device_id=None,
    )
    return await llm.async_get_api(hass, f"{DOMAIN}-{entry.entry_id}", context)


def _data(result: Any) -> dict[str, Any]:
    data: dict[str, Any] = getattr(result, "data", result)
    return data


async def test_others_use_our_tools(house: HomeAssistant, agent: MockConfigEntry) -> None:
    """The home is told of, and a tool acts in it; no model of ours is needed."""
    api = await _api(house, agent)
    assert "light.bed_light" in api.api_prompt
    result = await api.async_call_tool(
        llm.ToolInput(
            tool_name="ha_control",
            tool_args={"action": "turn_on", "entity_id": "light.bed_light"},
        )
    )
    assert _data(result)["success"]
    light = house.states.get("light.bed_light")
    assert light is not None
    assert light.state == "on"


async def test_the_gate_holds_for_others(house: HomeAssistant, agent: MockConfigEntry) -> None:
    """A machine cannot say yes, so the lock stays locked."""
    api = await _api(house, agent)
    result = await api.async_call_tool(
        llm.ToolInput(
            tool_name="ha_control", tool_args={"action": "unlock", "entity_id": "lock.front_door"}
        )
    )
    assert not _data(result)["success"]
    lock = house.states.get("lock.front_door")
    assert lock is not None
    assert lock.state == "locked"


@pytest.mark.parametrize("agent_options", [{"tools": {"enabled": list(ORDER)}}])
async def test_every_tool_can_be_described(house: HomeAssistant, agent: MockConfigEntry) -> None:
    """Core turns each tool's schema back into JSON for a model, and none gets lost."""
    api = await _api(house, agent)
    assert [one.name for one in api.tools] == list(ORDER)
    for tool in api.tools:
        described = as_json_schema(tool.parameters)
        spec = next(
            one for one in agent.runtime_data.agent.errands.tools() if one.name == tool.name
        )
        assert set(described["properties"]) == set(spec.parameters["properties"])
        assert set(described.get("required", ())) == set(spec.parameters.get("required", ()))


async def test_what_is_offered_goes_with_the_agent(
    house: HomeAssistant, agent: MockConfigEntry
) -> None:
    """Nobody can use the tools of an agent that is gone."""
    assert await house.config_entries.async_unload(agent.entry_id)
    with pytest.raises(HomeAssistantError):
        await _api(house, agent)


class TestTasks:
    """Tasks for a model."""

    @pytest.fixture
    def agent_data(self, server: ScriptedServer) -> dict[str, Any]:
        """An agent with a model."""
        return scripted_model(server)

    @pytest.mark.usefixtures("agent")
    async def test_a_text(self, house: HomeAssistant, server: ScriptedServer) -> None:
        """Without a structure, whatever the model writes."""
        server.say("Roses are red.")
        result = await ai_task.async_generate_data(
            house,
            task_name="poem",
            entity_id="ai_task.home_agent_task",
            instructions="Write a poem.",
        )
        assert result.data == "Roses are red."
        assert "tools" not in server.requests[0].json

    @pytest.mark.usefixtures("agent")
    async def test_data(self, house: HomeAssistant, server: ScriptedServer) -> None:
        """With a structure, data that fit it."""
        server.say('{"count": 3, "colour": "red"}')
        structure = vol.Schema(
            {
                vol.Required("count"): selector.NumberSelector(),
                vol.Optional("colour"): selector.TextSelector(),
            }
        )
        result = await ai_task.async_generate_data(
            house,
            task_name="roses",
            entity_id="ai_task.home_agent_task",
            instructions="How many roses?",
            structure=structure,
        )
        assert result.data == {"count": 3, "colour": "red"}
        asked = server.requests[0].json["response_format"]["json_schema"]["schema"]
        assert set(asked["properties"]) == {"count", "colour"}

    @pytest.mark.usefixtures("agent")
    @pytest.mark.parametrize("agent_options", [{"retries": {"attempts": 1}}])
    async def test_a_model_that_fails(self, house: HomeAssistant, server: ScriptedServer) -> None:
        """The automation is told why."""
        server.fail(500)
        with pytest.raises(HomeAssistantError) as raised:
            await ai_task.async_generate_data(
                house,
                task_name="poem",
                entity_id="ai_task.home_agent_task",
                instructions="Write a poem.",
            )
        assert raised.value.translation_key == "cannot_answer"

    @pytest.mark.usefixtures("agent")
    async def test_no_attachments(self, house: HomeAssistant) -> None:
        """Home Assistant says itself that they cannot be used."""
        with pytest.raises(HomeAssistantError, match="attachments"):
            await ai_task.async_generate_data(
                house,
                task_name="picture",
                entity_id="ai_task.home_agent_task",
                instructions="What is this?",
                attachments=[{"media_content_id": "media-source://x", "media_content_type": "x"}],
            )


async def test_no_tasks_without_a_model(house: HomeAssistant, agent: MockConfigEntry) -> None:
    """There is nobody to give them to."""
    assert agent.state.name == "LOADED"
    assert house.states.async_entity_ids("ai_task") == []
