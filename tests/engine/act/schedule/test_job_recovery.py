"""What is for later survives restarts, crashes, lateness and a store that fails."""

from collections.abc import Mapping
from typing import Any, override

import pytest

from home_agent.engine import Verdict
from home_agent.engine.act.schedule.settings import ScheduleSettings
from home_agent.engine.errors import StoreError
from home_agent.engine.storage.store import InMemoryStore

from .conftest import House, MakeHouse

MISSED = "Missed, because I was not running at the time (today at 6:40 PM): turn off Chandelier."


async def test_restart(house: House) -> None:
    """What was planned before is done after, once."""
    await house.say("turn off the chandelier in ten minutes")
    await house.stop()
    house.clock.advance(300)
    await house.start()
    assert await house.after(301) == ["As planned: Turned off the light"]
    assert await house.after(3600) == []


async def test_late_by_less_than_the_grace(house: House) -> None:
    """Better late than never."""
    await house.say("turn off the chandelier in ten minutes")
    await house.stop()
    house.clock.advance(600 + 299)
    await house.start()
    assert house.told == ["As planned: Turned off the light"]


@pytest.mark.parametrize(
    ("grace", "late", "told"),
    [(7200, 7199, "As planned: Turned off the light"), (0, 60, MISSED)],
)
async def test_how_late_is_too_late(house: House, grace: float, late: float, told: str) -> None:
    """Is for the family to say."""
    house.schedule = ScheduleSettings(grace=grace)
    await house.say("turn off the chandelier in ten minutes")
    await house.stop()
    house.clock.advance(600 + late)
    await house.start()
    assert house.told == [told]


async def test_missed(house: House) -> None:
    """Too late is told with the reason, also to whoever asks, and is not done."""
    await house.say("turn off the chandelier in ten minutes")
    await house.stop()
    house.clock.advance(3600)
    await house.start()
    assert house.told == [MISSED]
    assert house.state("light.chandelier") == "on"
    assert (await house.say("what have you scheduled?")).text == MISSED
    assert (await house.say("what have you scheduled?")).text == "I have nothing planned."


async def test_going_back_is_done_late(house: House) -> None:
    """A heater that was on for half an hour is not left on for good."""
    await house.say("turn on the towel rail for half an hour")
    await house.stop()
    house.clock.advance(2 * 3600)
    await house.start()
    assert house.state("switch.towel_rail") == "off"


async def test_found_begun_after_a_crash(house: House) -> None:
    """It may have happened, and is not tried again."""
    await house.say("turn off the chandelier in ten minutes")
    await house.stop()
    [key] = await house.store.keys("job/")
    document = dict((await house.store.get(key)) or {})
    document["phase"] = {"is": "Phase", "of": "begun"}
    await house.store.put(key, document)
    await house.start()
    [told] = house.told
    assert told.startswith("I was interrupted (today at 6:40 PM), so this may or may not have")
    assert told.endswith("turn off Chandelier.")
    assert await house.after(3600) == []
    assert house.state("light.chandelier") == "on"


async def test_became_so_while_nobody_watched(house: House) -> None:
    """What happened a moment ago still counts."""
    house.home.apply("binary_sensor.bedroom_window", state="off")
    await house.say("turn off the chandelier when the bedroom window opens")
    await house.stop()
    house.clock.advance(600)
    house.home.apply("binary_sensor.bedroom_window", state="on")
    house.clock.advance(60)
    await house.start()
    assert house.state("light.chandelier") == "off"


class BrokenStore(InMemoryStore):
    """A disk that is full."""

    broken = False

    @override
    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        if self.broken and key.startswith("job/"):
            raise StoreError("The disk is full.")
        await super().put(key, document)


async def test_what_cannot_be_written_down(make_house: MakeHouse) -> None:
    """It is not promised."""
    store = BrokenStore(durable=True)
    house = make_house(store=store)
    await house.start()
    store.broken = True
    reply = await house.say("turn off the chandelier in ten minutes")
    assert reply.text == "I could not write it down, so I did nothing."
    assert reply.verdict is Verdict.FAILED


async def test_what_cannot_be_marked_waits(make_house: MakeHouse) -> None:
    """What might be done twice is not begun; it is once the disk works again."""
    store = BrokenStore(durable=True)
    house = make_house(store=store)
    await house.start()
    await house.say("turn off the chandelier in ten minutes")
    store.broken = True
    assert await house.after(660) == []
    store.broken = False
    assert await house.after(120) == ["As planned: Turned off the light"]
