"""The store that the version before this one wrote (commit 36610ad) is read and carried out."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Settings, build_agent
from home_agent.simulated import ManualClock, SimulatedHome
from home_agent.storage.home_store import HomeStore
from home_agent.storage.store_file import open_store, store_path
from tests.engine.lived_in import LivedIn

STORE = Path(__file__).with_name("store_of_version_1.sql").read_text("utf-8")
WRITTEN = datetime(2026, 3, 4, 18, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[LivedIn]:
    """The demo house as the older version left it, a minute later."""
    with closing(sqlite3.connect(store_path(tmp_path))) as database:
        # What was said and done goes by the machine's clock: as if it had been just now.
        just_now = datetime.now(UTC).isoformat()
        database.executescript(re.sub(r"2026-11-16T12:27:[\d.]+\+00:00", just_now, STORE))
    opened = await open_store(tmp_path)
    assert not opened.trouble
    clock = ManualClock(WRITTEN + timedelta(minutes=1))
    with closing(SimulatedHome.demo(clock=clock)) as home:
        home.apply("light.chandelier", state="off")
        house = LivedIn(home=home, clock=clock)
        store = HomeStore(opened.store, "")
        await house.move_in(
            build_agent(home, store=store, settings=Settings(patience=0.05), clock=clock)
        )
        yield house
        await house.stop()


async def test_what_was_said_and_done_is_known(house: LivedIn) -> None:
    assert (await house.say("what did you say?")).text == "Turned off the light"
    await house.say("undo that")
    assert house.state("light.chandelier") == "on"


async def test_plans_are_carried_out_in_their_time(house: LivedIn) -> None:
    """After a while, on a condition, when the time is up, and every day."""
    assert (await house.say("what have you scheduled?")).text.count("turn o") == 3
    await _pass(house, 9 * 60, lambda: house.state("switch.towel_rail") == "on")
    _apply(house, "lock.front_door", state="unlocked")
    # It answers late; that it was asked is all that is carried out here.
    await _pass(house, 0, lambda: "As planned: Hall light did not respond." in house.told)
    await _pass(house, 10 * 60, lambda: any("pasta timer" in told for told in house.told))
    await _pass(house, 12 * 3600 + 10 * 60, lambda: "Hall light" in house.told[-1])


async def test_watches_tell(house: LivedIn) -> None:
    _apply(house, "cover.garage_door", state="open", attributes={"current_position": 100})
    await _pass(house, 0, lambda: house.told == ["Garage door is open."])


def _apply(house: LivedIn, entity_id: str, **state: Any) -> None:
    assert isinstance(house.home, SimulatedHome)
    house.home.apply(entity_id, **state)


async def _pass(house: LivedIn, seconds: int, is_so: Callable[[], bool]) -> None:
    """Let time pass, and wait until something is so: the store writes in a thread."""
    await house.after(seconds)
    for _ in range(1000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError((house.told, house.home.snapshot().now))
