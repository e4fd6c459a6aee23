"""Questions about how things were, answered out of the real recorder."""

from datetime import datetime, timedelta

import pytest
from freezegun.api import FrozenDateTimeFactory
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.components.recorder.core import Recorder
from homeassistant.components.recorder.models import (
    StatisticData,
    StatisticMeanType,
    StatisticMetaData,
)
from homeassistant.components.recorder.statistics import async_import_statistics
from homeassistant.core import HomeAssistant
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.components.recorder.common import (
    async_wait_recording_done,
)

from custom_components.home_agent.engine import Settings, Turn, build_agent
from custom_components.home_agent.engine.storage.store import InMemoryStore
from custom_components.home_agent.home import HassHome

DOOR = ("binary_sensor.shed", {"device_class": "door", "friendly_name": "Shed"})
LAMP = ("switch.lantern", {"friendly_name": "Lantern"})
METER = (
    "sensor.house_meter",
    {
        "device_class": "energy",
        "state_class": "total_increasing",
        "unit_of_measurement": "kWh",
        "friendly_name": "House meter",
    },
)
METER_STATISTICS = StatisticMetaData(
    mean_type=StatisticMeanType.NONE,
    has_sum=True,
    name=None,
    source="recorder",
    statistic_id=METER[0],
    unit_class="energy",
    unit_of_measurement="kWh",
)


@pytest.fixture(autouse=True)
def _enable_our_integration() -> None:
    """Have nothing loaded: a recorder must be there before Home Assistant is."""


async def _ask(hass: HomeAssistant, text: str) -> str:
    home = HassHome(hass, MockConfigEntry())
    stop = home.async_start()
    agent = build_agent(home, store=InMemoryStore(), settings=Settings())
    reply = await agent.hear(Turn(text=text, conversation_id="one"))
    stop()
    return reply.text


async def test_the_past_is_told_by_words(
    freezer: FrozenDateTimeFactory, recorder_mock: Recorder, hass: HomeAssistant
) -> None:
    """How long, how often and how much: states for days, statistics before that."""
    await hass.config.async_set_time_zone("UTC")
    assert await async_setup_component(hass, "homeassistant", {})
    for entity_id, _ in (DOOR, LAMP, METER):
        async_expose_entity(hass, "conversation", entity_id, should_expose=True)
    monday = datetime(2026, 3, 9, tzinfo=dt_util.UTC)

    async def set_at(hours: float, what: tuple[str, dict[str, str]], state: str) -> None:
        freezer.move_to(monday + timedelta(hours=hours))
        hass.states.async_set(what[0], state, what[1])
        await async_wait_recording_done(hass)

    await set_at(24 + 6, DOOR, "off")
    await set_at(24 + 6, LAMP, "off")
    await set_at(24 + 6, METER, "500")
    await set_at(24 + 7, LAMP, "on")
    await set_at(24 + 9, LAMP, "off")
    for hour in (8, 10):
        await set_at(48 + hour, DOOR, "on")
        await set_at(48 + hour + 0.5, DOOR, "off")
    await set_at(48 + 11, METER, "504")
    rows = [
        StatisticData(start=monday - timedelta(days=20, hours=-hour), state=400 + hour, sum=hour)
        for hour in range(1, 5)
    ]
    async_import_statistics(hass, METER_STATISTICS, rows)
    await async_wait_recording_done(hass)
    freezer.move_to(monday + timedelta(hours=48 + 12))

    assert "Lantern was on for 2 hours (yesterday" in await _ask(
        hass, "how long was the lantern on yesterday"
    )
    assert "Shed was open 2 times: 8:00 AM, 10:00 AM (today)" in await _ask(
        hass, "how often did the shed open today"
    )
    assert "House meter came to 4 kWh" in await _ask(hass, "how much energy did we use this week")
    assert "House meter came to 3 kWh" in await _ask(hass, "how much energy did we use last month")


async def test_without_a_recorder_nothing_is_made_up(hass: HomeAssistant) -> None:
    """Neither a no nor a zero."""
    assert await async_setup_component(hass, "homeassistant", {})
    hass.states.async_set(LAMP[0], "off", LAMP[1])
    async_expose_entity(hass, "conversation", LAMP[0], should_expose=True)
    told = await _ask(hass, "was the lantern on yesterday")
    assert told == "I do not know how Lantern was then: nothing is recorded (yesterday)"
