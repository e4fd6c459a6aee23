"""What an older version wrote down is there in this one."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from freezegun.api import FrozenDateTimeFactory
from homeassistant.components.persistent_notification import _async_get_or_create_notifications
from homeassistant.core import HomeAssistant
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.act.schedule import wakeup
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model
from .connections import agent_of

# Written by 0.1.0 before it could watch, in a house like this one, by an agent with a model.
KEPT = Path(__file__).with_name("kept_by_version_1.json").read_text("utf-8")
STORAGE = Path(__file__).with_name("storage_of_version_1.json").read_text("utf-8")
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
    planned = await _scheduled(house)
    assert [(job["kind"], job["due"][11:16]) for job in planned] == [
        ("timer", "07:02"),
        ("action", "07:12"),
        ("action", "08:00"),
    ]
    said = await _act(house, "process", text="what did you say?", conversation_id="evening")
    assert said["response"] == "I will turn off Kitchen Lights in 20 minutes (7:12 AM)."
    await _act(house, "undo")
    assert len(await _scheduled(house)) == 2
    await house.async_block_till_done(wait_background_tasks=True)
    tokens = house.states.get("sensor.home_agent_tokens_today")
    assert tokens is not None
    assert tokens.state == "25"


class TestCarriedOut:
    """What the version before this one (commit 36610ad) wrote, with something of every kind."""

    @pytest.fixture
    def agent_data(self) -> dict[str, Any]:
        """An agent without a model."""
        return {}

    @pytest.fixture
    async def kept(
        self,
        house: HomeAssistant,
        hass_storage: dict[str, Any],
        agent_entry: MockConfigEntry,
        at: Callable[[str], None],
    ) -> None:
        """Its files a minute later, with things as it left them."""
        at("12:01:00")
        # What was said and done goes by the machine's clock: as if it had been just now.
        just_now = datetime.now(UTC).isoformat()
        stored = STORAGE.replace("2026-11-16T12:00:00+00:00", just_now)
        hass_storage.update(json.loads(stored.replace("ENTRY", agent_of(agent_entry).entry_id)))
        await _turn_on(house, "light.bed_light")

    @pytest.fixture
    def at(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
        """Set the clock of the home, and have the agent look at it more often than it does."""
        monkeypatch.setattr(wakeup, "_LONGEST_SLEEP", 0.01)

        def move(time: str) -> None:
            moment = datetime.fromisoformat(f"2026-11-16T{time}+00:00")
            monkeypatch.setattr(
                dt_util,
                "now",
                lambda zone=None: moment.astimezone(zone or dt_util.get_default_time_zone()),
            )

        return move

    @pytest.mark.usefixtures("kept", "agent")
    async def test_all_of_it_is_carried_out(
        self, house: HomeAssistant, at: Callable[[str], None]
    ) -> None:
        """Plans and timers in their time, the watch when it is so; what was done is undone."""
        assert len(await _scheduled(house)) == 4
        said = await _act(house, "process", text="what did you say?", conversation_id="evening")
        assert said["response"] == "Turned on the light"

        await _act(house, "undo")
        assert await _becomes(house, "light.bed_light", "off")
        window = house.states.get("cover.kitchen_window")
        assert window is not None
        house.states.async_set("cover.kitchen_window", "open", window.attributes)
        assert await _is_told(house, "Kitchen Window is open")

        for time in ("12:04:00", "12:08:00", "12:12:00", "12:16:00", "12:20:30"):
            at(time)
            await asyncio.sleep(0.05)
        assert await _becomes(house, "light.kitchen_lights", "off")
        for time in ("12:24:00", "12:28:00", "12:30:30"):
            at(time)
            await asyncio.sleep(0.05)
        (daily,) = await _scheduled(house)
        assert (daily["kind"], daily["entity_ids"]) == ("action", ["light.bed_light"])


async def _act(house: HomeAssistant, name: str, **data: Any) -> dict[str, Any]:
    response = await house.services.async_call(
        DOMAIN, name, data, blocking=True, return_response=True
    )
    assert response is not None
    return dict(response)


async def _scheduled(house: HomeAssistant) -> list[dict[str, Any]]:
    return list((await _act(house, "list_scheduled"))["scheduled"])


async def _turn_on(house: HomeAssistant, entity_id: str) -> None:
    await house.services.async_call("light", "turn_on", {"entity_id": entity_id}, blocking=True)


async def _becomes(house: HomeAssistant, entity_id: str, state: str) -> bool:
    """Tell whether an entity gets into a state within a moment."""
    for _ in range(500):
        await house.async_block_till_done()
        if (now := house.states.get(entity_id)) and now.state == state:
            return True
        await asyncio.sleep(0.01)
    return False


async def _is_told(house: HomeAssistant, words: str) -> bool:
    """Tell whether a notification has these words within a moment."""
    for _ in range(500):
        await house.async_block_till_done()
        shown = _async_get_or_create_notifications(house).values()
        if any(words in notification["message"] for notification in shown):
            return True
        await asyncio.sleep(0.01)
    return False
