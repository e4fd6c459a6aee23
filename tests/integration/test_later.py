"""What is for later, in Home Assistant: it survives a reload, and acts in its owner's name."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.components.persistent_notification import _async_get_or_create_notifications
from homeassistant.const import EVENT_LOGBOOK_ENTRY
from homeassistant.core import Context, Event, HomeAssistant
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import (
    MockConfigEntry,
    MockUser,
    async_capture_events,
)

from custom_components.home_agent.engine.act.schedule import wakeup

type PassTime = Callable[[timedelta], None]
type Say = Callable[..., Awaitable[ConversationResult]]


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Move the clock of the home, and have the agent look at it more often than it does."""
    monkeypatch.setattr(wakeup, "_LONGEST_SLEEP", 0.01)
    now = dt_util.now

    def move(by: timedelta) -> None:
        monkeypatch.setattr(dt_util, "now", lambda: now() + by)

    return move


def _speech(result: ConversationResult) -> str:
    return str(result.response.speech["plain"]["speech"])


async def _until(hass: HomeAssistant, entity_id: str, state: str) -> bool:
    """Whether it becomes so within a moment."""
    for _ in range(500):
        await hass.async_block_till_done()
        if (now := hass.states.get(entity_id)) and now.state == state:
            return True
        await asyncio.sleep(0.01)
    return False


async def test_a_job_survives_a_reload(
    house: HomeAssistant, agent: MockConfigEntry, say: Say, pass_time: PassTime
) -> None:
    """It is promised by one agent, and kept by the next; the logbook names what changed."""
    logged = async_capture_events(house, EVENT_LOGBOOK_ENTRY)
    await say("turn on the bed light")
    result = await say("turn off the bed light in ten minutes")
    assert _speech(result).startswith("I will turn off Bed Light in 10 minutes")

    assert await house.config_entries.async_reload(agent.entry_id)
    await house.async_block_till_done(wait_background_tasks=False)
    assert _speech(await say("what have you scheduled?")).startswith("Planned: turn off Bed Light")
    pass_time(timedelta(minutes=10, seconds=1))
    assert await _until(house, "light.bed_light", "off")
    assert _speech(await say("what have you scheduled?")) == "I have nothing planned."
    assert "Bed Light" in logged[-1].data["message"]


async def test_what_a_yes_would_be_to_has_its_time(house: HomeAssistant, say: Say) -> None:
    """In the question, and in what is promised after it."""
    async_expose_entity(house, "conversation", "lock.front_door", should_expose=True)
    asked = await say("unlock the front door every monday at 7")
    assert _speech(asked) == "Shall I unlock Front Door every Monday at 7:00 AM?"
    done = await say("yes", conversation_id=asked.conversation_id)
    assert _speech(done) == "I will unlock Front Door every Monday at 7:00 AM."


async def test_it_is_done_in_the_name_of_who_asked(
    house: HomeAssistant,
    say: Say,
    pass_time: PassTime,
    hass_admin_user: MockUser,
) -> None:
    """So that their permissions apply, and the logbook names them."""
    contexts: list[Context] = []

    def note(event: Event[Any]) -> None:
        if event.data["entity_id"] == "light.ceiling_lights":
            contexts.append(event.context)

    house.bus.async_listen("state_changed", note)
    await say(
        "turn off the ceiling lights in a minute", context=Context(user_id=hass_admin_user.id)
    )
    pass_time(timedelta(seconds=61))
    assert await _until(house, "light.ceiling_lights", "off")
    assert contexts[-1].user_id == hass_admin_user.id


async def test_nothing_is_left_running(
    house: HomeAssistant, agent: MockConfigEntry, say: Say
) -> None:
    """A timer that runs leaves no task behind; Home Assistant's own tests would find it."""
    assert _speech(await say("set a timer for five minutes")) == "Timer set: 5 minutes."
    assert await house.config_entries.async_unload(agent.entry_id)


def _notified(hass: HomeAssistant) -> list[str]:
    return [
        notification["message"]
        for notification in _async_get_or_create_notifications(hass).values()
    ]


async def test_people_are_told_when_time_is_up(
    house: HomeAssistant, say: Say, pass_time: PassTime
) -> None:
    """Where Home Assistant shows such things."""
    await say("set a pizza timer for five minutes")
    pass_time(timedelta(minutes=5, seconds=1))
    for _ in range(500):
        if _notified(house):
            break
        await asyncio.sleep(0.01)
    assert _notified(house) == ["The pizza timer is up!"]


async def test_what_was_missed_is_told(
    house: HomeAssistant, agent: MockConfigEntry, say: Say, pass_time: PassTime
) -> None:
    """While Home Assistant was off: nothing is done hours too late."""
    await say("turn off the bed light in ten minutes")
    assert await house.config_entries.async_unload(agent.entry_id)
    pass_time(timedelta(hours=3))
    assert await house.config_entries.async_setup(agent.entry_id)
    await house.async_block_till_done(wait_background_tasks=False)
    for _ in range(500):
        if _notified(house):
            break
        await asyncio.sleep(0.01)
    [told] = _notified(house)
    assert "Bed Light" in told
    assert await house.config_entries.async_unload(agent.entry_id)
