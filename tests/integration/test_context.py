"""What matters is found in a real Home Assistant: by meaning, in memories, in documents."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from homeassistant.auth.models import User
from homeassistant.components.conversation import ConversationResult
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import issue_registry as ir
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_capture_events

from custom_components.home_agent.const import DOMAIN
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model
from .connections import agent_of

type Say = Callable[..., Awaitable[ConversationResult]]


@pytest.fixture
def agent_data(server: ScriptedServer) -> dict[str, Any]:
    """An agent with a model."""
    return scripted_model(server)


@pytest.fixture
def agent_options(tmp_path: Path) -> dict[str, Any]:
    """All of it on, with a vector database that nobody runs."""
    (tmp_path / "boiler.md").write_text("# Error E7\nHold the red button for five seconds.")
    return {
        "context": {"mode": "vector_db"},
        "vector_db": {"host": "127.0.0.1", "port": 9},
        "documents": {"folders": [str(tmp_path)]},
        "memory": {"enabled": True, "automatic_extraction": True},
    }


async def test_a_vector_database_that_is_away_is_to_be_repaired(
    house: HomeAssistant, agent: MockConfigEntry, say: Say, server: ScriptedServer
) -> None:
    """The turn goes on with what we have ourselves."""
    events = async_capture_events(house, f"{DOMAIN}.context.injected")
    server.say("Something.")
    await say("some illumination beside where one sleeps would please me")
    await house.async_block_till_done()
    issue = ir.async_get(house).async_get_issue(
        DOMAIN, f"context_impaired_entities_{agent.entry_id}"
    )
    assert issue is not None
    assert issue.translation_placeholders is not None
    assert "127.0.0.1:9" in issue.translation_placeholders["error"]
    (event,) = events
    assert event.data["mode"] == "vector_db"
    assert event.data["vector_db_query"].startswith("some illumination")
    assert "light.bed_light" in event.data["entities_included"]
    assert event.data["documents_included"] == []


async def test_documents_are_read_again_when_asked_to(
    house: HomeAssistant,
    agent: MockConfigEntry,
    say: Say,
    server: ScriptedServer,
    tmp_path: Path,
) -> None:
    """By the action, whether or not half a minute is over."""
    events = async_capture_events(house, f"{DOMAIN}.context.injected")
    server.say("Something.")
    await say("what shall I do about error E7 of the boiler?")
    assert "Hold the red button" in server.requests[-1].json["messages"][-1]["content"]
    (source,) = events[0].data["documents_included"]
    assert source.endswith("boiler.md, Error E7")
    (tmp_path / "boiler.md").write_text("# Error E7\nPress the blue button twice.")
    await house.services.async_call(DOMAIN, "reload_context", {}, blocking=True)
    server.say("Something.")
    await say("what shall I do about error E7 of the boiler?")
    assert "blue button" in server.requests[-1].json["messages"][-1]["content"]


async def test_what_may_be_a_scripts_words_is_not_looked_through(
    house: HomeAssistant,
    agent: MockConfigEntry,
    say: Say,
    server: ScriptedServer,
    hass_admin_user: User,
) -> None:
    """Only what surely a person said is; and nothing is told to have been kept."""
    events = async_capture_events(house, f"{DOMAIN}.memory.extracted")
    server.say("Good to know.")
    await say("my daughter Anna is allergic to nuts", context=Context(user_id=hass_admin_user.id))
    consultant = agent_of(agent).runtime_data.agent._parts.consultant
    assert consultant is not None
    assert consultant._extractor is not None
    await consultant._extractor.close()
    await house.async_block_till_done()
    # Typed into no Assist window: it may have been a script.
    assert len(server.requests) == 1
    assert events == []
