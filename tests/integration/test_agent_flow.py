"""Adding agents and AI tasks to a connection, their models and prompts, and taking them away."""

from typing import Any

import pytest
from homeassistant.components import conversation
from homeassistant.config_entries import SOURCE_RECONFIGURE, SOURCE_USER, ConfigEntryState
from homeassistant.core import Context, HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.agent_entry import AgentEntry
from custom_components.home_agent.const import AGENT, AI_TASK, TUNING
from custom_components.home_agent.engine.context.instructions import write_template
from custom_components.home_agent.forms import SECTIONS
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model
from .connections import agent_of, fill_in, kept, open_settings, running

HELLO = Says(text="Hello.")


@pytest.fixture
def agent_data(server: ScriptedServer) -> dict[str, Any]:
    """A connection to the scripted server."""
    server.models = ("scripted", "other", "whisper-1")
    return scripted_model(server)


async def add(hass: HomeAssistant, entry: MockConfigEntry, kind: str) -> Any:
    """The form of a new agent, or of an AI task."""
    return await hass.config_entries.subentries.async_init(
        (entry.entry_id, kind), context={"source": SOURCE_USER}
    )


def shown(form: Any) -> dict[str, Any]:
    """What stands in the fields of a form."""
    return {
        str(field): (field.description or {}).get("suggested_value")
        for field in form["data_schema"].schema
    }


async def said(hass: HomeAssistant, agent_id: str, text: str) -> str:
    """What an agent answers."""
    result = await conversation.async_converse(
        hass, text, conversation_id=None, context=Context(), language="en", agent_id=agent_id
    )
    return str(result.response.speech["plain"]["speech"])


def titled(entry: MockConfigEntry, title: str) -> AgentEntry:
    """What is under a connection by this name."""
    (subentry,) = [subentry for subentry in entry.subentries.values() if subentry.title == title]
    return AgentEntry(connection=entry, subentry=subentry)


async def test_another_agent_with_the_same_key(
    house: HomeAssistant, agent: MockConfigEntry, server: ScriptedServer
) -> None:
    """It has its own name, model, device and files, and asks by the connection that is there."""
    form = await add(house, agent, AGENT)
    assert form["step_id"] == "agent"
    assert shown(form) == {"name": "Home Agent", "model": "", "recommended": True}
    options = form["data_schema"].schema["model"].config["options"]
    assert [option["value"] for option in options] == ["other", "scripted"]
    form = await fill_in(house, form, {"name": "home agent", "model": "other"})
    assert form["errors"] == {"name": "name_taken"}
    server.fail(404, "no such model")
    form = await fill_in(house, form, {"name": "Jeeves", "model": "gone"})
    assert form["errors"] == {"model": "model_missing"}
    server.answer(HELLO)
    result = await fill_in(house, form, {"name": "Jeeves", "model": "other"})
    assert result["type"] is FlowResultType.CREATE_ENTRY
    server.say("At your service.")
    assert await said(house, "conversation.jeeves", "who are you really") == "At your service."
    asked = server.requests[-1]
    assert asked.json["model"] == "other"
    assert asked.headers["authorization"] == "Bearer sk-secret"
    assert house.states.get("sensor.jeeves_tokens_today") is not None
    assert titled(agent, "Jeeves").entry_id in agent.runtime_data
    assert house.states.get("conversation.home_agent") is not None


async def test_an_agent_goes_and_the_other_stays(
    house: HomeAssistant,
    agent: MockConfigEntry,
    server: ScriptedServer,
    hass_storage: dict[str, Any],
) -> None:
    """With its entities and all that it has kept; what the other has planned stays planned."""
    server.answer(HELLO)
    form = await add(house, agent, AGENT)
    await fill_in(house, form, {"name": "Jeeves", "model": "other"})
    for agent_id in ("conversation.jeeves", "conversation.home_agent"):
        await said(house, agent_id, "turn off the bed light in ten minutes")
    gone = titled(agent, "Jeeves").entry_id
    assert f"home_agent.{gone}" in hass_storage
    house.config_entries.async_remove_subentry(agent, gone)
    await house.async_block_till_done()
    assert house.states.get("conversation.jeeves") is None
    assert f"home_agent.{gone}" not in hass_storage
    assert len(running(agent).agent.api.planned()) == 1


async def test_an_ai_task_with_a_model_of_its_own(
    house: HomeAssistant, agent: MockConfigEntry, server: ScriptedServer
) -> None:
    """It needs no tools; of the settings it has those that mean something to it."""
    form = await add(house, agent, AI_TASK)
    assert shown(form)["name"] == "Home Agent AI Task"
    server.answer(HELLO)
    given = {"name": "Writer", "model": "other", "recommended": False}
    result = await fill_in(house, form, given)
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert "tools" not in server.requests[-1].json
    assert house.states.get("ai_task.writer") is not None
    assert house.states.get("conversation.writer") is None
    menu = await house.config_entries.subentries.async_init(
        (agent.entry_id, AI_TASK),
        context={
            "source": SOURCE_RECONFIGURE,
            "subentry_id": titled(agent, "Writer").entry_id,
        },
    )
    assert menu["menu_options"] == ["agent", "llm", "fallbacks", "retries", "budget"]


async def test_another_name_and_model(
    house: HomeAssistant, agent: MockConfigEntry, server: ScriptedServer
) -> None:
    """The model is asked if it is another one; the entity stays as people know it."""
    form = await open_settings(house, agent, "agent")
    assert shown(form) == {"name": "Home Agent", "model": "scripted", "recommended": False}
    result = await fill_in(house, form, {**shown(form), "name": "Jeeves"})
    assert result["reason"] == "reconfigure_successful"
    assert not server.requests
    assert agent_of(agent).title == "Jeeves"
    state = house.states.get("conversation.home_agent")
    assert state is not None
    assert state.name == "Jeeves"
    form = await open_settings(house, agent, "agent")
    given = {"name": "Jeeves", "model": "other", "recommended": False}
    server.fail(503)
    form = await fill_in(house, form, given)
    assert form["errors"] == {"base": "server_failed"}
    # Who insists may keep one that is down.
    await fill_in(house, form, given)
    assert running(agent).settings.llm[0].model == "other"


async def test_a_server_that_is_down_takes_nothing_away(
    house: HomeAssistant, agent: MockConfigEntry, server: ScriptedServer
) -> None:
    """The name can be changed all the same, and the model be typed."""
    server.models = Says(text="no list")
    form = await open_settings(house, agent, "agent")
    assert "options" not in form["data_schema"].schema["model"].config
    result = await fill_in(house, form, {**shown(form), "name": "Jeeves"})
    assert result["reason"] == "reconfigure_successful"


async def test_recommended_settings_hide_what_only_tunes(
    house: HomeAssistant, agent: MockConfigEntry
) -> None:
    """Switched on, they apply at once; switched off, what was tuned is there again."""
    await fill_in(house, await open_settings(house, agent, "retries"), {"attempts": 7})
    assert running(agent).settings.retries.attempts == 7
    form = await open_settings(house, agent, "agent")
    await fill_in(house, form, {**shown(form), "recommended": True})
    menu = await open_settings(house, agent)
    every = ["agent", *(section.name for section in SECTIONS)]
    every.insert(every.index("custom_tools") + 1, "try_tool")
    assert menu["menu_options"] == [item for item in every if item not in TUNING]
    assert running(agent).settings.retries.attempts == 3
    form = await open_settings(house, agent, "agent")
    await fill_in(house, form, {**shown(form), "recommended": False})
    assert (await open_settings(house, agent))["menu_options"] == every
    assert running(agent).settings.retries.attempts == 7


async def test_our_prompt_is_shown_changed_and_restored(
    house: HomeAssistant, agent: MockConfigEntry
) -> None:
    """Left as it is nothing is kept; changed it is theirs, until they want ours back."""

    async def fill(**given: Any) -> dict[str, Any]:
        form = await open_settings(house, agent, "prompt")
        assert (await fill_in(house, form, {**shown(form), **given}))["type"] == "abort"
        now = await open_settings(house, agent, "prompt")
        return shown(now)

    form = await open_settings(house, agent, "prompt")
    assert shown(form) == {"custom_additions": None, "custom": write_template(), "restore": False}
    await fill(custom_additions="The cat is called Rex.")
    assert kept(agent)["prompt"] == {"custom_additions": "The cat is called Rex."}
    theirs = write_template().replace("one or two short sentences", "a rhyme")
    assert (await fill(custom=theirs))["custom"] == theirs
    assert running(agent).settings.context.prompt.custom == theirs
    back = await fill(restore=True)
    assert (back["custom"], back["restore"]) == (write_template(), False)
    assert kept(agent)["prompt"] == {"custom_additions": "The cat is called Rex."}
    # Emptied is another way to say so.
    await fill(custom="You are a pirate. {{ inventory }}")
    await fill(custom="")
    assert running(agent).settings.context.prompt.custom == ""
    assert agent.state is ConfigEntryState.LOADED
