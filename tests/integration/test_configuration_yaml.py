"""What stands under `home_agent:` in configuration.yaml."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import voluptuous as vol
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers import llm
from homeassistant.setup import async_setup_component
from homeassistant.util.yaml import load_yaml_dict
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.configuration import CONFIG_SCHEMA
from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.diagnostics import async_get_config_entry_diagnostics
from custom_components.home_agent.engine.jobs import Job
from custom_components.home_agent.json_schema import as_json_schema
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model
from .connections import running

type Say = Callable[..., Awaitable[ConversationResult]]

KEY = "sk-very-secret"
LOCATION = {"location": {"type": "string"}}
WEATHER = {
    "name": "check_weather",
    "description": "Get the weather forecast for a location.",
    "parameters": {"type": "object", "properties": LOCATION},
    "handler": {
        "type": "rest",
        "url": "https://api.weather.example/v1/forecast",
        "headers": {"Authorization": f"Bearer {KEY}"},
        "query_params": {"at": "{{ location }}"},
    },
}
EVERY_KIND = {
    "text": {"type": "string", "title": "Text", "format": "date", "pattern": ".*", "default": ""},
    "length": {"type": "string", "minLength": 1, "maxLength": 3, "examples": ["a"]},
    "choice": {"type": "string", "enum": ["a", "b"], "description": "One of them."},
    "whole": {"type": "integer", "minimum": 0, "maximum": 3},
    "number": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 3},
    "list": {"type": "array", "items": {"type": "string"}},
    "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    "maybe": {"type": ["string", "null"]},
    "table": {"type": "object", "additionalProperties": {"type": "string"}},
    "row": {"type": "object", "properties": {"yes": {"type": "boolean"}}, "required": ["yes"]},
}
LAMP = {
    "name": "reading_light",
    "description": "Turn on the light to read by.",
    "parameters": {
        "type": "object",
        "properties": {"lamp": {"type": "string"}, "percent": {"type": "integer"}},
        "required": ["lamp"],
    },
    "handler": {
        "type": "service",
        "service": "light.turn_on",
        "data": {"entity_id": "{{ lamp }}", "brightness_pct": "{{ percent | default(60) }}"},
    },
}
UNLOCK = {
    "name": "let_in",
    "description": "Unlock the front door.",
    "handler": {
        "type": "service",
        "service": "lock.unlock",
        "target": {"entity_id": "lock.front_door"},
    },
}


async def set_up(hass: HomeAssistant, section: Any) -> bool:
    """Start with this section."""
    assert await async_setup_component(hass, "homeassistant", {})
    return await async_setup_component(hass, DOMAIN, {DOMAIN: section})


@pytest.mark.parametrize(
    "section", [None, {}, {"custom_tools": []}, {"custom_tools": [WEATHER, LAMP, UNLOCK]}]
)
async def test_what_is_right(hass: HomeAssistant, section: Any) -> None:
    """Nobody needs to be told anything."""
    assert await set_up(hass, section)
    assert not ir.async_get(hass).issues
    assert hass.services.has_service(DOMAIN, "process")


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ({"custom_tolls": []}, "custom_tolls"),
        ({"custom_tools": "weather"}, "must be a table"),
        ({"custom_tools": [{**WEATHER, "name": "check weather"}]}, "such as check_weather"),
        ({"custom_tools": [{**WEATHER, "name": "ha_query"}]}, "ha_query is a tool of Home Agent"),
        ({"custom_tools": [{**WEATHER, "parameters": {"type": "array"}}]}, "type: object"),
        (
            {"custom_tools": [{**WEATHER, "handler": {"type": "shell"}}]},
            "handler.type: must be one of",
        ),
        ({"custom_tools": [{**WEATHER, "handler": "curl"}]}, "handler.type: must be one of"),
        ({"custom_tools": [{**WEATHER, "handler": {"type": "rest"}}]}, "handler.url: must"),
        ({"custom_tools": [LAMP, {**WEATHER, "parameters": {}}]}, "there is no parameter location"),
        ({"custom_tools": [{"name": "nothing"}]}, "description: must tell"),
        ({"custom_tools": [WEATHER, WEATHER]}, "several tools named check_weather"),
    ],
)
async def test_what_is_wrong_is_told(
    hass: HomeAssistant, caplog: pytest.LogCaptureFixture, section: Any, told: str
) -> None:
    """It is left out, and a repair and the log say why; no key is in either."""
    assert await set_up(hass, section)
    assert hass.services.has_service(DOMAIN, "process")
    shown = " ".join(_problems(hass))
    assert told in shown
    assert KEY not in f"{shown} {caplog.text}"
    assert f"home_agent: {next(iter(section))}" in caplog.text


def _problems(hass: HomeAssistant) -> list[str]:
    """What the repairs say, without the marks of Markdown."""
    placeholders = (issue.translation_placeholders for issue in ir.async_get(hass).issues.values())
    return [
        placeholder["problems"].replace("\\", "") for placeholder in placeholders if placeholder
    ]


async def test_everything_wrong_is_told_at_once(
    hass: HomeAssistant, caplog: pytest.LogCaptureFixture
) -> None:
    """So that nobody has to restart for each of them."""
    wrong = {**WEATHER, "name": "1", "handler": {**WEATHER["handler"], "method": "TRACE"}}  # type: ignore[dict-item]
    assert await set_up(hass, {"custom_tools": [wrong]})
    [told] = _problems(hass)
    assert "name: must be" in told
    assert "handler.method: must be" in told
    assert KEY not in told + caplog.text


WRITTEN = """\
home_agent:
  custom_tools:
    - name: porch_light
      description: Switch the light at the door.
      handler:
        type: service
        service: light.turn_on
        target:
          entity_id: light.bed_light
    - name: sky
      description: Look at the sky.
      handler:
        type: rest
        url: https://sky.example/now
        haeders:
          Authorization: sk-very-secret
    - name: evening
      description: Make it evening.
      handler:
        type: script
        sequence:
          - delay: 1
          - action: shell_command.evening
    - name: book
      description: Find a book.
      handler:
        type: mcp
        server: library
        tool: find_book
  watches:
    - name: Freezer
      entity: sensor.freezer
      abov: -10
    - name: Door
      entity: lock.front_door
      state: unlocked
"""


async def test_a_slip_costs_nobody_the_rest(
    house: HomeAssistant, agent_entry: MockConfigEntry, tmp_path: Path
) -> None:
    """The repair names file, line and key; the other tool, the other watch and the agent work."""
    file = tmp_path / "configuration.yaml"
    await house.async_add_executor_job(file.write_text, WRITTEN)
    config = await house.async_add_executor_job(load_yaml_dict, str(file))
    assert await async_setup_component(house, DOMAIN, config)
    await house.async_block_till_done()
    assert agent_entry.state is ConfigEntryState.LOADED
    issues = {key: issue for (_, key), issue in ir.async_get(house).issues.items()}
    dropped = {f"tool_dropped_custom_tools_{number}" for number in (2, 3, 4)}
    assert issues.keys() == {*dropped, "watch_dropped_watches_1"}
    for number, slip in (
        (3, "line 23: handler.sequence.2.action: must be a service that runs no program"),
        (4, "line 28: handler.server: there is no MCP server library."),
    ):
        told = issues[f"tool_dropped_custom_tools_{number}"].translation_placeholders
        assert told is not None
        assert told["problems"].startswith(f"- configuration.yaml, {slip}")
    tool = issues["tool_dropped_custom_tools_2"].translation_placeholders
    assert tool is not None
    assert tool["name"] == "sky"
    slip = "line 15: handler.haeders: there is no such setting. Did you mean headers?"
    assert tool["problems"] == f"- configuration.yaml, {slip}"
    tools = [tool.name for tool in running(agent_entry).agent.api.tools()]
    assert "porch_light" in tools
    assert "sky" not in tools
    [watch] = running(agent_entry).agent.api.planned()
    assert isinstance(watch, Job)
    assert watch.notice is not None
    assert watch.notice.name == "Door"


@pytest.mark.usefixtures("agent")
async def test_a_check_before_a_restart_says_so(house: HomeAssistant) -> None:
    """While the agent runs, nobody is let through to a restart that leaves something out."""
    section = {"custom_tools": [{**WEATHER, "handler": {"type": "shell"}}]}
    with pytest.raises(vol.MultipleInvalid) as raised:
        CONFIG_SCHEMA({DOMAIN: section})
    [error] = raised.value.errors
    assert "custom_tools 1 check_weather: handler.type: must be one of" in str(error)
    assert error.path == [DOMAIN, "custom_tools", 0, "name"]
    assert house.services.has_service(DOMAIN, "process")


def _speech(result: ConversationResult) -> str:
    speech: str = result.response.speech["plain"]["speech"]
    return speech


class TestUsed:
    """Tools that a model uses."""

    @pytest.fixture
    def agent_data(self, server: ScriptedServer) -> dict[str, Any]:
        """An agent with a model."""
        return scripted_model(server)

    @pytest.fixture
    def own(self, server: ScriptedServer) -> dict[str, Any]:
        """A tool that asks the scripted server itself, and says a key to it."""
        handler = {
            "type": "rest",
            "url": f"http://{server.host}/v1/models",
            "headers": {"Authorization": f"Bearer {KEY}"},
            "query_params": {"at": "{{ location }}"},
        }
        return {**WEATHER, "handler": handler}

    @pytest.fixture
    async def house(self, house: HomeAssistant, own: dict[str, Any]) -> HomeAssistant:
        """A house with such tools in its configuration.yaml."""
        assert await set_up(house, {"custom_tools": [own, LAMP, UNLOCK]})
        return house

    async def test_a_service_through_the_gate(
        self, house: HomeAssistant, say: Say, server: ScriptedServer
    ) -> None:
        """The model is told of it, uses it, and the reply stands for what was seen."""
        server.call_tool("reading_light", {"lamp": "light.bed_light", "percent": 40})
        server.say("Enjoy your book.")
        result = await say("I would like to read a while in bed")
        assert _speech(result) == "Brightness set. Enjoy your book."
        assert [target.id for target in result.response.success_results] == ["light.bed_light"]
        light = house.states.get("light.bed_light")
        assert light is not None
        assert light.attributes["brightness"] == 102
        offered = [tool["function"]["name"] for tool in server.requests[0].json["tools"]]
        assert offered[-3:] == ["check_weather", "reading_light", "let_in"]

    async def test_a_lock_is_asked_about_first(
        self, house: HomeAssistant, say: Say, server: ScriptedServer
    ) -> None:
        """A tool of one's own is no way around that."""
        async_expose_entity(house, "conversation", "lock.front_door", should_expose=True)
        await house.async_block_till_done()
        server.call_tool("let_in", {})
        result = await say("please let aunt Frieda come in here")
        assert _speech(result) == "Shall I unlock Front Door?"
        lock = house.states.get("lock.front_door")
        assert lock is not None
        assert lock.state == "locked"

    @pytest.mark.parametrize(
        "own", [{**WEATHER, "parameters": {"type": "object", "properties": EVERY_KIND | LOCATION}}]
    )
    async def test_others_use_them_too(self, house: HomeAssistant, agent: MockConfigEntry) -> None:
        """Whatever their parameters are, Home Assistant can tell other agents of them."""
        context = llm.LLMContext(
            platform="test",
            context=Context(),
            language="en",
            assistant="conversation",
            device_id=None,
        )
        api = await llm.async_get_api(house, f"{DOMAIN}-{agent.entry_id}", context)
        describe_dropped = {tool.name: as_json_schema(tool.parameters) for tool in api.tools}
        assert describe_dropped["check_weather"]["properties"].keys() == {*EVERY_KIND, *LOCATION}
        arguments = {"lamp": "light.bed_light"}
        await api.async_call_tool(llm.ToolInput(tool_name="reading_light", tool_args=arguments))
        light = house.states.get("light.bed_light")
        assert light is not None
        assert light.attributes["brightness"] == 153

    async def test_an_address(
        self,
        house: HomeAssistant,
        agent: MockConfigEntry,
        say: Say,
        server: ScriptedServer,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        """It is asked with the key, which nobody else sees."""
        heard: list[Any] = []
        house.bus.async_listen("home_agent.tool.executed", heard.append)
        server.call_tool("check_weather", {"location": "Bad Ems & so on"})
        server.say("It will be sunny.")
        assert _speech(await say("do tell me what the sky has in store")) == "It will be sunny."
        [asked] = (listing for listing in server.listings if "at=" in listing.path)
        assert asked.path.endswith("?at=Bad+Ems+%26+so+on")
        assert asked.headers["authorization"] == f"Bearer {KEY}"
        told = server.requests[-1].json["messages"][-1]
        assert '"success":true' in told["content"]
        diagnostics = await async_get_config_entry_diagnostics(house, agent)
        assert "check_weather" in str(diagnostics)
        shown = (diagnostics, heard, caplog.text, server.requests[-1].json)
        assert KEY not in str(shown)

    @pytest.mark.parametrize(
        "own", [{**WEATHER, "handler": {"type": "rest", "url": "http://127.0.0.1:1/"}}]
    )
    @pytest.mark.usefixtures("agent")
    async def test_an_address_where_nobody_is(self, house: HomeAssistant) -> None:
        """The model is told so, and not in words of our libraries."""
        asked = {"tool_name": "check_weather", "parameters": {"location": "Bad Ems"}}
        response = await house.services.async_call(
            DOMAIN, "execute_tool", asked, blocking=True, return_response=True
        )
        assert response == {
            "success": False,
            "result": None,
            "error": "check_weather: the server cannot be reached.",
        }
