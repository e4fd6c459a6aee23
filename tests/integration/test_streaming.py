"""Sentences that a model answers: what the chat log gets, what the model is told, and by whom."""

from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, override
from unittest.mock import patch

import pytest
import voluptuous as vol
from homeassistant.auth.models import User
from homeassistant.components import conversation
from homeassistant.components.conversation import (
    AssistantContent,
    ChatLog,
    ConversationResult,
    ToolResultContent,
    UserContent,
)
from homeassistant.components.conversation.chat_log import DATA_CHAT_LOGS
from homeassistant.core import Context, HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import chat_session, llm

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.tools.settings import ToolSettings
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model

type Say = Callable[..., Awaitable[ConversationResult]]

LIGHT_ON = ("ha_control", {"action": "turn_on", "entity_id": "light.bed_light"})


@pytest.fixture
def agent_data(server: ScriptedServer) -> dict[str, Any]:
    """An agent with a model."""
    return scripted_model(server)


@pytest.fixture
def agent_options() -> dict[str, Any]:
    """A model that fails is not asked again."""
    return {"retries": {"attempts": 1}}


def _log(hass: HomeAssistant, result: ConversationResult) -> ChatLog:
    assert result.conversation_id is not None
    log: ChatLog = hass.data[DATA_CHAT_LOGS][result.conversation_id]
    return log


def _speech(result: ConversationResult) -> str:
    speech: str = result.response.speech["plain"]["speech"]
    return speech


def _tool_data(content: ToolResultContent) -> Any:
    result = getattr(content, "result", None)
    return content.tool_result if result is None else result.data


async def test_words_and_tools_in_the_chat_log(
    house: HomeAssistant, say: Say, server: ScriptedServer
) -> None:
    """Other agents, and whoever debugs, see what was said, what was used and what came of it."""
    server.call_tool(*LIGHT_ON)
    server.say("The bed light is on now.")
    result = await say("make it cosy in the bedroom", conversation_id=None)
    assert _speech(result) == "The bed light is on now."
    assert [target.id for target in result.response.success_results] == ["light.bed_light"]

    asked, called, came, said = _log(house, result).content[1:]
    assert isinstance(asked, UserContent)
    assert isinstance(called, AssistantContent)
    assert called.tool_calls is not None
    (call,) = called.tool_calls
    assert (call.tool_name, call.tool_args, call.external) == (*LIGHT_ON, True)
    assert isinstance(came, ToolResultContent)
    assert (came.tool_call_id, came.tool_name) == (call.id, "ha_control")
    assert _tool_data(came)["success"]
    assert isinstance(said, AssistantContent)
    assert said.content == "The bed light is on now."


async def _streamed(
    house: HomeAssistant, text: str
) -> tuple[ConversationResult, list[dict[str, Any]]]:
    """What somebody who listens to the chat log hears, besides the result."""
    deltas: list[dict[str, Any]] = []

    def listen(_log: ChatLog, delta: dict[str, Any]) -> None:
        deltas.append(delta)

    with (
        chat_session.async_get_chat_session(house) as session,
        conversation.async_get_chat_log(house, session, None, chat_log_delta_listener=listen),
    ):
        result = await conversation.async_converse(
            house,
            text,
            session.conversation_id,
            Context(),
            language="en",
            agent_id="conversation.home_agent",
        )
    return result, deltas


@pytest.mark.usefixtures("agent")
async def test_words_come_as_they_are_made(house: HomeAssistant, server: ScriptedServer) -> None:
    """Whoever listens to the chat log hears the answer in pieces, which together are the answer."""
    server.say("Why did the lamp go to school? To get brighter! And then? It was switched off.")
    result, deltas = await _streamed(house, "tell me a joke")
    assert deltas[0] == {"role": "assistant"}
    pieces = [delta["content"] for delta in deltas[1:]]
    assert len(pieces) > 1
    assert "".join(pieces) == _speech(result)


@pytest.mark.usefixtures("agent")
@pytest.mark.parametrize("agent_options", [{"safety": {"deny": ["light.bed_light"]}}])
async def test_an_error_is_shown_once(house: HomeAssistant) -> None:
    """Assist shows an error in a bubble of its own: nothing of it is streamed, but it is kept."""
    result, deltas = await _streamed(house, "turn on the bed light")
    assert result.response.error_code is not None
    assert deltas == []
    said = _log(house, result).content[-1]
    assert isinstance(said, AssistantContent)
    assert said.content == _speech(result)


@pytest.mark.usefixtures("agent")
@pytest.mark.parametrize("agent_options", [{"safety": {"deny": ["light.bed_light"]}}])
async def test_what_was_streamed_is_no_error_any_more(
    house: HomeAssistant, server: ScriptedServer
) -> None:
    """Or it is shown by whichever of the two people get: never twice, and never not at all."""
    server.call_tool(*LIGHT_ON)
    server.say("I may not switch that light. Ask whoever set me up. They know why that is so.")
    result, deltas = await _streamed(house, "make it cosy in the bedroom")
    words = "".join(delta.get("content") or "" for delta in deltas)
    as_error = _speech(result) if result.response.error_code is not None else ""
    assert words + as_error == _speech(result)
    assert [failed_result.id for failed_result in result.response.failed_results] == [
        "light.bed_light"
    ]


@pytest.mark.parametrize("agent_options", [{"debug": {"streaming": False}}])
async def test_all_words_at_once(house: HomeAssistant, say: Say, server: ScriptedServer) -> None:
    """Whoever switches streaming off gets the same words in one piece."""
    entity = house.data["conversation"].get_entity("conversation.home_agent")
    assert entity is not None
    assert not entity.supports_streaming
    server.say("Why did the lamp go to school? To get brighter!")
    result = await say("tell me a joke")
    (said,) = _log(house, result).content[2:]
    assert isinstance(said, AssistantContent)
    assert said.content == _speech(result) == "Why did the lamp go to school? To get brighter!"


async def test_a_question_keeps_the_microphone_open(say: Say, server: ScriptedServer) -> None:
    """Whatever the model asks can be answered at once, in the same conversation."""
    server.say("Which colour do you like best?")
    result = await say("paint me a picture")
    assert result.continue_conversation
    server.say("Blue it is.")
    result = await say("blue", conversation_id=result.conversation_id)
    assert not result.continue_conversation
    heard = [message["content"] for message in server.requests[-1].json["messages"]]
    assert any("Which colour" in event for event in heard)


async def test_what_the_model_is_told(
    say: Say, server: ScriptedServer, hass_admin_user: User
) -> None:
    """Who speaks, and what Home Assistant adds; last, and also for the answer to a question."""
    server.say("Should I let them in?")
    context = Context(user_id=hass_admin_user.id)
    first = await say(
        "who is it", context=context, extra_system_prompt="The doorbell rang at the garden gate."
    )
    server.say("As you like.")
    await say("let me think", context=context, conversation_id=first.conversation_id)
    for request in server.requests:
        system, *_said, last = request.json["messages"]
        assert "doorbell" not in system["content"]
        assert f"speaker: {hass_admin_user.name}" in last["content"]
        assert "from Home Assistant: The doorbell rang at the garden gate." in last["content"]


async def test_no_model_answers(house: HomeAssistant, say: Say, server: ScriptedServer) -> None:
    """The reply is honest, and what needs no model goes on working."""
    server.fail(500)
    result = await say("tell me a joke")
    assert result.response.error_code is not None
    assert _speech(result)
    await say("turn on the bed light")
    light = house.states.get("light.bed_light")
    assert light is not None
    assert light.state == "on"


class Chime(llm.Tool):
    """A tool of somebody else's."""

    name = "ring_chime"
    description = "Ring the chime."
    integration = "chime"

    @override
    async def async_call(
        self, _hass: HomeAssistant, tool_input: llm.ToolInput, _context: llm.LLMContext
    ) -> Any:
        """Ring."""
        data = {"rung": tool_input.tool_args}
        result = getattr(llm, "ToolResult", None)
        return result(data=data) if result else data


class ChimeAPI(llm.API):
    """An API with one tool, twice."""

    tools: ClassVar[list[llm.Tool]] = [Chime(), Chime()]

    @override
    async def async_get_api_instance(self, llm_context: llm.LLMContext) -> llm.APIInstance:
        """The chime."""
        return llm.APIInstance(api=self, api_prompt="", llm_context=llm_context, tools=self.tools)


@pytest.mark.parametrize("agent_options", [{"tools": {"llm_apis": ["chime", "gone"]}}])
async def test_tools_of_others(house: HomeAssistant, say: Say, server: ScriptedServer) -> None:
    """Those of chosen APIs are used like ours; an API that is gone costs nobody the others."""
    llm.async_register_api(house, ChimeAPI(hass=house, id="chime", name="Chime"))
    server.call_tool("ring_chime", {})
    server.say("Ding dong, done.")
    result = await say("ring the chime for me")
    assert _speech(result) == "Ding dong, done."
    names = [tool["function"]["name"] for tool in server.requests[0].json["tools"]]
    assert "ha_control" in names
    assert names[-2:] == ["ring_chime", "chime__ring_chime"]
    assert '"rung"' in server.requests[1].json["messages"][-1]["content"]


@pytest.mark.parametrize("agent_options", [{"tools": {"llm_apis": [llm.LLM_API_ASSIST]}}])
async def test_tools_of_assist(house: HomeAssistant, say: Say, server: ScriptedServer) -> None:
    """Core's own tools, under whatever name this Home Assistant has for them, switch a light."""
    context = llm.LLMContext(
        platform=DOMAIN, context=Context(), language="en", assistant="conversation", device_id=None
    )
    assist = await llm.async_get_api(house, llm.LLM_API_ASSIST, context)
    (turn_on,) = [tool.name for tool in assist.tools if tool.name.endswith("HassTurnOn")]
    server.call_tool(turn_on, {"name": "Bed Light", "domain": ["light"]})
    server.say("There you are.")
    result = await say("make it cosy in the bedroom")
    assert _speech(result) == "There you are."
    names = [tool["function"]["name"] for tool in server.requests[0].json["tools"]]
    assert {turn_on, "ha_control"} <= set(names)
    light = house.states.get("light.bed_light")
    assert light is not None
    assert light.state == "on"


class Broken(Chime):
    """A tool that does not work, in one of several ways."""

    def __init__(self, way: Exception | dict[str, Any]) -> None:
        """Fail like this."""
        self._way = way

    @override
    async def async_call(
        self, _hass: HomeAssistant, _tool_input: llm.ToolInput, _context: llm.LLMContext
    ) -> Any:
        """Fail."""
        if isinstance(self._way, Exception):
            raise self._way
        result = getattr(llm, "ToolResult", None)
        return result(data=self._way, error=True) if result else self._way


@pytest.mark.parametrize("agent_options", [{"tools": {"llm_apis": ["chime"]}}])
@pytest.mark.parametrize(
    "way", [HomeAssistantError("no power"), vol.Invalid("no power"), {"error": "no power"}]
)
async def test_a_tool_of_others_that_fails(
    house: HomeAssistant, say: Say, server: ScriptedServer, way: Exception | dict[str, Any]
) -> None:
    """The model is told why, and may not claim that it worked."""
    llm.async_register_api(house, ChimeAPI(hass=house, id="chime", name="Chime"))
    server.call_tool("ring_chime", {})
    server.say("The chime has no power.")
    with patch.object(ChimeAPI, "tools", [Broken(way)]):
        result = await say("ring the chime for me")
    assert _speech(result).startswith("The chime has no power.")
    told = server.requests[1].json["messages"][-1]["content"]
    assert '"success":false' in told
    assert "no power" in told


async def test_tools_of_others_are_off(
    house: HomeAssistant, say: Say, server: ScriptedServer
) -> None:
    """What passes our gate is all that a model gets, unless somebody chooses otherwise."""
    server.say("Hello.")
    await say("tell me a joke")
    names = {tool["function"]["name"] for tool in server.requests[0].json["tools"]}
    assert names == set(ToolSettings().enabled)
