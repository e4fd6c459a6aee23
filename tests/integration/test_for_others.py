"""Our tools for other agents, and tasks for our model."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import voluptuous as vol
from homeassistant.components import ai_task, conversation
from homeassistant.core import Context, HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import llm, selector
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.tools.settings import ORDER
from custom_components.home_agent.json_schema import as_json_schema
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model
from .connections import running


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
    assert [tool.name for tool in api.tools] == list(ORDER)
    for tool in api.tools:
        described = as_json_schema(tool.parameters)
        spec = next(
            api_tool for api_tool in running(agent).agent.api.tools() if api_tool.name == tool.name
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
            entity_id="ai_task.home_agent_ai_task",
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
            entity_id="ai_task.home_agent_ai_task",
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
                entity_id="ai_task.home_agent_ai_task",
                instructions="Write a poem.",
            )
        assert raised.value.translation_key == "cannot_answer"

    @pytest.mark.usefixtures("agent")
    async def test_attachments(
        self, house: HomeAssistant, server: ScriptedServer, tmp_path: Path
    ) -> None:
        """Pictures and documents go along, as OpenAI's protocol has them."""
        (tmp_path / "door.png").write_bytes(b"picture")
        (tmp_path / "bill.pdf").write_bytes(b"document")
        server.say("A door.")
        result = await self._asked(
            house, tmp_path / "door.png", "image/png", tmp_path / "bill.pdf", None
        )
        assert result.data == "A door."
        words, picture, document = server.requests[0].json["messages"][-1]["content"]
        assert words == {"type": "text", "text": "What is this?"}
        assert picture["image_url"]["url"] == "data:image/png;base64,cGljdHVyZQ=="
        assert document["file"] == {
            "filename": "bill.pdf",
            "file_data": "data:application/pdf;base64,ZG9jdW1lbnQ=",
        }

    @pytest.mark.usefixtures("agent")
    @pytest.mark.parametrize(
        ("name", "mime_type", "key"),
        [
            ("song.mp3", "audio/mpeg", "attachment_kind"),
            ("unknown", None, "attachment_kind"),
            ("gone.png", "image/png", "attachment_unreadable"),
            ("large.png", "image/png", "attachment_too_large"),
        ],
    )
    async def test_attachments_that_cannot_be_sent(
        self, house: HomeAssistant, tmp_path: Path, name: str, mime_type: str | None, key: str
    ) -> None:
        """It is told which, and why."""
        (tmp_path / "song.mp3").write_bytes(b"la")
        with (tmp_path / "large.png").open("wb") as large:
            large.truncate(21 * 1024 * 1024)
        with pytest.raises(HomeAssistantError) as raised:
            await self._asked(house, tmp_path / name, mime_type)
        assert raised.value.translation_key == key
        assert raised.value.translation_placeholders is not None
        assert name in raised.value.translation_placeholders["file"]

    @pytest.mark.usefixtures("agent")
    async def test_a_model_that_cannot_see(
        self, house: HomeAssistant, server: ScriptedServer, tmp_path: Path
    ) -> None:
        """The automation is told so."""
        (tmp_path / "door.png").write_bytes(b"picture")
        server.fail(400, "image input is not supported by this model")
        with pytest.raises(HomeAssistantError) as raised:
            await self._asked(house, tmp_path / "door.png", "image/png")
        assert raised.value.translation_placeholders is not None
        assert "cannot look at what was attached" in raised.value.translation_placeholders["error"]

    async def _asked(self, house: HomeAssistant, *files: Any) -> ai_task.GenDataTaskResult:
        """What comes of a question with these files, each with its kind."""
        attachments = [
            conversation.Attachment(
                media_content_id=f"media-source://{path.name}", mime_type=kind, path=path
            )
            for path, kind in zip(files[::2], files[1::2], strict=True)
        ]
        # Where Home Assistant finds them is its own affair.
        with patch(
            "homeassistant.components.ai_task.task._resolve_attachments", return_value=attachments
        ):
            return await ai_task.async_generate_data(
                house,
                task_name="picture",
                entity_id="ai_task.home_agent_ai_task",
                instructions="What is this?",
                attachments=[{"media_content_id": "media-source://x"}],
            )


async def test_no_tasks_without_a_model(house: HomeAssistant, agent: MockConfigEntry) -> None:
    """There is nobody to give them to."""
    assert agent.state.name == "LOADED"
    assert house.states.async_entity_ids("ai_task") == []
