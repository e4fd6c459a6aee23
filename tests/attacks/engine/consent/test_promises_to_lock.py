"""Keeping a door open that was to be locked again in a while."""

from datetime import datetime, timedelta

import pytest

from home_agent.engine.jobs import Job
from tests.engine.automations.conftest import NOON, House, open_house

SHORT, LONG = "unlock the front lock for 5 minutes", "unlock the front lock for 30 minutes"
SOON, LATE = NOON + timedelta(minutes=5), NOON + timedelta(minutes=30)


def locked_at(house: House) -> list[datetime | None]:
    """When it is to be locked again."""
    jobs = [job for job in house.agent.api.planned() if isinstance(job, Job)]
    assert all("lock.front" in job.before for job in jobs)
    return [job.due for job in jobs]


@pytest.mark.parametrize("answer", ["no", "1234", "what time is it"])
async def test_no_promise_moves_without_the_pin(answer: str) -> None:
    async with open_house(pin="4711") as house:
        for text in (SHORT, "4711", LONG):
            await house.say(text)
        assert locked_at(house) == [SOON]
        await house.say(answer)
        assert locked_at(house) == [SOON]


async def test_no_promise_ends_by_undoing_what_was_never_done() -> None:
    async with open_house(pin="4711") as house:
        for text in (SHORT, "4711", LONG, "no", "undo that"):
            await house.say(text)
        assert house.state("lock.front") == "unlocked"
        assert locked_at(house) == [SOON]


async def test_undoing_the_longer_promise_leaves_the_shorter() -> None:
    async with open_house(pin="4711") as house:
        for text in (SHORT, "4711", LONG, "4711"):
            await house.say(text)
        assert locked_at(house) == [LATE]
        reply = await house.say("undo that")
        assert "in 5 minutes" in reply.text
        assert locked_at(house) == [SOON]


async def test_the_shorter_is_over_by_then() -> None:
    """It is locked at once."""
    async with open_house(pin="4711") as house:
        for text in (SHORT, "4711", LONG, "4711"):
            await house.say(text)
        await house.settle(10 * 60)
        assert house.state("lock.front") == "unlocked"
        await house.say("undo that")
        await house.settle(5)
        assert house.state("lock.front") == "locked"


async def test_who_cancels_the_longer_one_cancels_both() -> None:
    """They are one promise to whoever sees them."""
    async with open_house(pin="4711") as house:
        for text in (SHORT, "4711", LONG, "4711", "cancel everything planned"):
            await house.say(text)
        assert locked_at(house) == []
        await house.say("undo that")
        assert locked_at(house) == []


async def test_undoing_all_of_them_brings_none_back() -> None:
    """The door is locked by that."""
    async with open_house(pin="4711") as house:
        for text in (SHORT, "4711", LONG, "4711", "undo the last 4 commands"):
            await house.say(text)
        assert locked_at(house) == []
        assert house.state("lock.front") == "locked"


async def test_a_promise_of_several_things_is_whole_again() -> None:
    async with open_house() as house:
        await house.say("turn on the hall light and the bath fan for 5 minutes")
        before = {id_ for job in house.agent.api.planned() for id_ in getattr(job, "before", ())}
        assert before == {"light.hall", "fan.bath"}
        await house.say("turn on the hall light for 30 minutes")
        await house.say("undo that")
        planned = [job for job in house.agent.api.planned() if isinstance(job, Job)]
        assert {id_ for job in planned for id_ in job.before} == before
        assert {job.due for job in planned} == {SOON}
