"""What an older version wrote down is there in this one."""

import json
from pathlib import Path
from typing import Any

import pytest
from freezegun.api import FrozenDateTimeFactory
from homeassistant.core import HomeAssistant
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model

# Written by 0.1.0 before it could watch, in a house like this one, by an agent with a model.
KEPT = Path(__file__).with_name("kept_by_version_1.json").read_text("utf-8")
SOON_AFTER = "2026-11-15T14:54:00+00:00"


@pytest.fixture
def agent_data(server: ScriptedServer) -> dict[str, Any]:
    """An agent with a model."""
    return scripted_model(server)


@pytest.fixture
def kept(
    hass_storage: dict[str, Any], agent_entry: MockConfigEntry, freezer: FrozenDateTimeFactory
) -> None:
    """Its files, a minute later."""
    freezer.move_to(SOON_AFTER)
    hass_storage.update(json.loads(KEPT.replace("ENTRY", agent_entry.entry_id)))


@pytest.mark.usefixtures("kept", "agent")
async def test_everything_is_still_there(house: HomeAssistant) -> None:
    """What was said, planned, done and used."""

    async def act(name: str, **data: Any) -> dict[str, Any]:
        response = await house.services.async_call(
            DOMAIN, name, data, blocking=True, return_response=True
        )
        assert response is not None
        return dict(response)

    planned = (await act("list_scheduled"))["scheduled"]
    assert [(one["kind"], one["due"][11:16]) for one in planned] == [
        ("timer", "07:02"),
        ("action", "07:12"),
        ("action", "08:00"),
    ]
    said = await act("process", text="what did you say?", conversation_id="evening")
    assert said["response"] == "I will turn off Kitchen Lights in 20 minutes (7:12 AM)."
    await act("undo")
    assert len((await act("list_scheduled"))["scheduled"]) == 2
    await house.async_block_till_done(wait_background_tasks=True)
    tokens = house.states.get("sensor.home_agent_tokens_today")
    assert tokens is not None
    assert tokens.state == "25"
