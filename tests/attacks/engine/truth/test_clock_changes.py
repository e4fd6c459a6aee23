"""Nights on which the clock is changed: what is told of lengths of time is true on them as well."""

import asyncio
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.act.conditions import next_time_change
from home_agent.engine.conditions import TimeIs
from home_agent.engine.instants import seconds_between
from tests.engine.act.schedule.conftest import House, MakeHouse, make_house

__all__ = ["make_house"]

CHANGES = (
    ("Europe/Berlin", datetime(2026, 3, 29, 1, tzinfo=UTC)),
    ("Europe/Berlin", datetime(2026, 10, 25, 1, tzinfo=UTC)),
    ("America/New_York", datetime(2026, 3, 8, 7, tzinfo=UTC)),
    ("America/New_York", datetime(2026, 11, 1, 6, tzinfo=UTC)),
    # by half an hour
    ("Australia/Lord_Howe", datetime(2026, 4, 4, 15, tzinfo=UTC)),
    ("Australia/Lord_Howe", datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
)
IDS = [f"{zone} {change:%m-%d}" for zone, change in CHANGES]
LAMP = "light.chandelier"


@pytest.fixture(params=CHANGES, ids=IDS)
async def house(request: pytest.FixtureRequest, make_house: MakeHouse) -> House:
    """Ninety minutes before the clock is changed."""
    zone, change = request.param
    house = make_house(now=(change - timedelta(minutes=90)).astimezone(ZoneInfo(zone)))
    await house.start()
    return house


async def test_how_long_until_something_is_done(house: House) -> None:
    reply = await house.say("turn off the chandelier in 3 hours")
    assert "in 3 hours (" in reply.text
    await house.after(3600)
    assert "in 2 hours (" in (await house.say("what have you planned?")).text
    await house.after(3600)
    assert "in 1 hour (" in (await house.say("what have you planned?")).text
    assert house.state(LAMP) == "on"
    assert await house.after(3601) == ["As planned: Turned off the light"]


async def test_for_a_while(house: House) -> None:
    await house.say("turn off the chandelier for 2 hours")
    assert house.state(LAMP) == "off"
    assert "in 2 hours (" in (await house.say("what have you planned?")).text
    await house.after(7190)
    assert house.state(LAMP) == "off"
    await house.after(20)
    assert house.state(LAMP) == "on"


async def test_how_long_a_timer_has_to_go(house: House) -> None:
    assert "3 hours" in (await house.say("set a timer for 3 hours")).text
    await house.after(7200)
    assert "has 1 hour left" in (await house.say("how much time is left on the timer?")).text
    assert await house.after(3500) == []
    assert await house.after(101) == ["The timer of 3 hours is up!"]


async def test_a_timer_that_is_paused_and_goes_on(house: House) -> None:
    await house.say("set a timer for 3 hours")
    await house.after(3600)
    assert "2 hours left" in (await house.say("pause the timer")).text
    await house.after(3600)
    assert "2 hours left" in (await house.say("resume the timer")).text
    assert await house.after(7201) == ["The timer of 3 hours is up!"]


async def test_since_when_something_is_so(house: House) -> None:
    await house.say("turn off the chandelier")
    await house.after(3 * 3600)
    reply = await house.say("since when is the chandelier off?")
    assert "(3 hours)" in reply.text


async def test_what_lasts(house: House) -> None:
    """A watch for something that lasts so long rings after that time, and tells it."""
    reply = await house.say("tell me when the chandelier has been off for 2 hours")
    assert "2 hours" in reply.text
    await house.say("turn off the chandelier")
    assert await house.after(7190) == []
    assert [item for item in await house.after(20) if "2 hours" in item]


async def test_a_watch_by_the_clock_is_not_looked_at_without_end(house: House) -> None:
    """Where a time of day comes twice or never, there is a next time, and it lies ahead."""
    start = house.home.snapshot().now
    for minutes in range(0, 300, 5):
        moment = (start.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(start.tzinfo)
        for hour in range(5):
            turn = next_time_change(TimeIs(after=time(hour, 15)), moment)
            assert turn is not None
            assert 0 < seconds_between(moment, turn) <= 26 * 3600


async def test_a_restart_in_the_hour_that_comes_twice(house: House) -> None:
    """A watch that is looked at for a moment that is over would be looked at for ever."""
    await house.say("warn me if the chandelier is off between 1:45 am and 1:50 am")
    await house.say("warn me if the chandelier is off between 2:15 am and 5 am")
    for _ in range(30):
        await house.after(300)
        await house.stop()
        async with asyncio.timeout(10):
            await house.start()
    assert house.told == []
