"""The events that automations hear, with their fields."""

import re
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import patch

import pytest
from homeassistant.auth.models import User
from homeassistant.components.conversation import ConversationResult
from homeassistant.config_entries import SOURCE_REAUTH
from homeassistant.const import EVENT_LOGBOOK_ENTRY, MATCH_ALL
from homeassistant.core import Context, Event, HomeAssistant
from homeassistant.helpers import issue_registry as ir
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_capture_events

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.conversation.conversations import Conversations
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
    """A model that fails is not asked again, and left alone after two failures."""
    return {"retries": {"attempts": 1, "failures": 2}}


@pytest.fixture
def heard(house: HomeAssistant) -> list[Event]:
    """Everything of ours on the bus."""
    events: list[Event] = async_capture_events(house, MATCH_ALL)
    return events


def _of(heard: list[Event], kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in heard if event.event_type == f"{DOMAIN}.{kind}"]


async def test_a_turn_with_a_model(
    house: HomeAssistant,
    agent: MockConfigEntry,
    say: Say,
    server: ScriptedServer,
    heard: list[Event],
    hass_admin_user: User,
) -> None:
    """From the sentence to the reply, with the fields that automations rely on."""
    server.call_tool(*LIGHT_ON)
    server.say("The bed light is on now.")
    context = Context(user_id=hass_admin_user.id)
    result = await say("make it cosy in the bedroom", context=context)
    await house.async_block_till_done()
    ids = {
        "conversation_id": result.conversation_id,
        "config_entry_id": agent.entry_id,
        "config_subentry_id": agent.entry_id,
    }

    (started,) = _of(heard, "conversation.started")
    assert started.pop("timestamp")
    assert started == ids | {"user_id": hass_admin_user.id, "context_mode": "relevance"}

    (injected,) = _of(heard, "context.injected")
    assert injected.pop("token_count") > 0
    assert "light.bed_light" in injected.pop("entities_included")
    assert injected == ids | {
        "mode": "relevance",
        "memories_included": [],
        "documents_included": [],
        "vector_db_query": None,
    }

    began, ended = _of(heard, "tool.progress")
    assert began.pop("timestamp") <= ended.pop("timestamp")
    assert began["tool_call_id"]
    assert began == ids | {
        "tool_name": "ha_control",
        "tool_call_id": began["tool_call_id"],
        "status": "started",
    }
    assert ended == began | {"status": "completed"}

    (executed,) = _of(heard, "tool.executed")
    assert executed.pop("duration_ms") >= 0
    assert executed.pop("tool_call_id")
    assert "bed_light" in str(executed.pop("result"))
    assert executed == ids | {
        "tool_name": "ha_control",
        "parameters": LIGHT_ON[1],
        "success": True,
    }

    (finished,) = _of(heard, "conversation.finished")
    assert finished.pop("duration_ms") > 0
    assert finished.pop("tokens_used") > 0
    assert finished == ids | {
        "user_id": hass_admin_user.id,
        "tool_calls": 1,
        "tool_breakdown": {"ha_control": 1},
        "used_external_llm": False,
        "tier": "llm",
        "verdict": "ok",
    }
    ours = [event for event in heard if str(event.event_type).startswith(f"{DOMAIN}.")]
    assert all(our_event.context is context for our_event in ours)

    (logged,) = [event for event in heard if event.event_type == EVENT_LOGBOOK_ENTRY]
    assert logged.data == {
        "name": "Home Agent",
        "message": "The bed light is on now.",
        "domain": DOMAIN,
        "entity_id": "conversation.home_agent",
    }


async def test_a_turn_without_a_model(say: Say, heard: list[Event]) -> None:
    """What we understand ourselves is told of as well, and took nothing."""
    await say("is the bed light on?")
    (finished,) = _of(heard, "conversation.finished")
    assert (finished["tier"], finished["tokens_used"], finished["tool_calls"]) == ("fast", 0, 0)
    assert not [event for event in heard if event.event_type == EVENT_LOGBOOK_ENTRY]


@pytest.mark.parametrize("agent_options", [{"debug": {"emit_events": False}}])
async def test_nothing_where_it_is_not_wanted(say: Say, heard: list[Event]) -> None:
    """Whoever switches the events off hears none."""
    await say("turn on the bed light")
    assert not [event for event in heard if str(event.event_type).startswith(f"{DOMAIN}.")]


async def test_a_refused_key(
    house: HomeAssistant,
    agent: MockConfigEntry,
    say: Say,
    server: ScriptedServer,
    heard: list[Event],
) -> None:
    """Automations hear of it without the key, and the person is asked for another one."""
    server.fail(401)
    result = await say("tell me a joke")
    await house.async_block_till_done()
    (flow,) = house.config_entries.flow.async_progress_by_handler(DOMAIN)
    assert flow["context"]["source"] == SOURCE_REAUTH
    assert flow["step_id"] == "reauth_confirm"
    ids = {
        "conversation_id": result.conversation_id,
        "config_entry_id": agent.entry_id,
        "config_subentry_id": agent.entry_id,
    }
    (failed,) = _of(heard, "streaming.error")
    assert failed.pop("timestamp")
    assert failed.pop("error_message").startswith("scripted refuses the key. ")
    assert failed == ids | {"provider": "scripted", "error_type": "KeyRefusedError"}
    (error,) = _of(heard, "error")
    assert "scripted" in error.pop("error_message")
    assert error == ids | {
        "error_type": "AllFailedError",
        "component": "llm",
        "context": "scripted: KeyRefusedError",
    }
    assert "sk-secret" not in str([event.data for event in heard])


async def test_a_missing_model_is_to_be_repaired(
    house: HomeAssistant, agent: MockConfigEntry, say: Say, server: ScriptedServer
) -> None:
    """The person is told, and no longer once the model is back."""
    server.fail(404)
    await say("tell me a joke")
    issue = ir.async_get(house).async_get_issue(DOMAIN, f"model_missing_{agent.entry_id}")
    assert issue is not None
    assert issue.translation_placeholders is not None
    assert issue.translation_placeholders["agent"] == "Home Agent"

    assert await house.config_entries.async_unload(agent.entry_id)
    assert not ir.async_get(house).issues


async def test_nobody_answers(
    house: HomeAssistant, agent: MockConfigEntry, say: Say, server: ScriptedServer
) -> None:
    """A model that fails again and again is to be looked at; one failure is nothing."""
    server.fail(500)
    await say("tell me a joke")
    assert not ir.async_get(house).issues
    server.fail(500)
    await say("tell me a joke")
    assert ir.async_get(house).async_get_issue(DOMAIN, f"model_failing_{agent.entry_id}")


async def test_trouble_of_our_own(say: Say, heard: list[Event]) -> None:
    """A bug is told of, by what it is and where it came up."""
    with patch.object(Conversations, "recall", side_effect=RuntimeError("a bug")):
        await say("turn on the bed light")
    (error,) = _of(heard, "error")
    assert error.pop("conversation_id")
    assert error.pop("config_entry_id") == error.pop("config_subentry_id")
    assert re.fullmatch(r"engine/agent.py, line \d+, _answer", error.pop("context"))
    assert error == {
        "error_type": "RuntimeError",
        "error_message": "a bug",
        "component": "agent",
    }


async def test_a_conversation_begins_once(say: Say, heard: list[Event]) -> None:
    """However much is said in it; another one begins anew."""
    first = await say("turn on the bed light")
    await say("turn it off", conversation_id=first.conversation_id)
    await say("turn on the bed light")
    ids = [item["conversation_id"] for item in _of(heard, "conversation.started")]
    assert len(ids) == len(set(ids)) == 2
    assert len(_of(heard, "conversation.finished")) == 3


async def test_the_logbook_names_the_thing(
    house: HomeAssistant, agent: MockConfigEntry, say: Say, heard: list[Event]
) -> None:
    """Whatever the answer calls it, and also what a tool did without any."""

    def logged() -> list[str]:
        return [event.data["message"] for event in heard if event.event_type == EVENT_LOGBOOK_ENTRY]

    await say("turn off the ceiling lights")
    await say("turn on the bed light and the unicorn")
    await say("turn off all lights")
    await house.services.async_call(
        DOMAIN, "execute_tool", {"tool_name": LIGHT_ON[0], "parameters": LIGHT_ON[1]}, blocking=True
    )
    await house.async_block_till_done()
    assert agent.domain == DOMAIN
    first, part, everything, tool = logged()
    assert first == "Turned off the light (Ceiling Lights)"
    assert part.endswith("unicorn (Bed Light)")
    assert "Bed Light" in everything
    assert "Kitchen Lights" in everything
    assert tool == "light.turn_on (Bed Light)"
