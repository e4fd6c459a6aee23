"""What happens in a house while its disk becomes full, and has room again."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from home_agent.engine.home import ServiceCall, StateChanged
from home_agent.engine.home.protocol import Change
from home_agent.engine.outcome import Status
from home_agent.engine.turn import Verdict
from tests.attacks.engine.durability.conftest import DiskHouse

DONE = "As planned: Turned off the light"
LAMP = "light.chandelier"
OFF = "turn off the chandelier in ten minutes"
LIST = "what have you planned?"


class Disk(Protocol):
    """A disk that can be filled."""

    def fill(self) -> None:
        """Leave no room."""
        ...

    def free(self) -> None:
        """Make room."""
        ...


type Scenario = Callable[[DiskHouse, Disk], Awaitable[None]]


def _switched(house: DiskHouse) -> list[str]:
    """How the lamp is switched from now on."""
    seen: list[str] = []

    def hear(change: Change) -> None:
        if isinstance(change, StateChanged) and change.entity_id == LAMP:
            seen.append(house.state(LAMP))

    house.home.subscribe(hear)
    return seen


async def _restart(house: DiskHouse) -> None:
    await house.stop()
    await house.start()


async def a_promise_is_refused_and_leaves_nothing(house: DiskHouse, disk: Disk) -> None:
    disk.fill()
    for sentence in (OFF, "turn off the chandelier for an hour", "set a timer for five minutes"):
        reply = await house.say(sentence)
        assert reply.verdict is Verdict.FAILED, reply.text
        assert not any(outcome.status is Status.SCHEDULED for outcome in reply.outcomes)
    assert house.state(LAMP) == "on"
    disk.free()
    await _restart(house)
    assert (await house.say(LIST)).text == "I have nothing planned."
    assert await house.after(7200) == []
    assert house.state(LAMP) == "on"


async def what_is_planned_is_listed_and_done_once(house: DiskHouse, disk: Disk) -> None:
    await house.say(OFF)
    switched = _switched(house)
    disk.fill()
    assert "Chandelier" in (await house.say(LIST)).text
    assert await house.after(660) == []
    assert house.state(LAMP) == "on"
    disk.free()
    assert await house.after(120) == [DONE]
    await _restart(house)
    assert (await house.say(LIST)).text == "I have nothing planned."
    await house.after(3600)
    assert switched == ["off"]


async def what_is_not_called_off_is_still_planned(house: DiskHouse, disk: Disk) -> None:
    await house.say(OFF)
    await house.say("turn on the towel rail in ten minutes")
    disk.fill()
    reply = await house.say("cancel everything that is planned")
    assert reply.text.startswith("I could not write that down, so it is still planned: ")
    assert reply.verdict is Verdict.FAILED
    listed = (await house.say(LIST)).text
    assert "Chandelier" in listed
    assert "owel rail" in listed
    disk.free()
    assert (await house.say("cancel everything that is planned")).text.startswith("Cancelled: ")
    await _restart(house)
    assert await house.after(3600) == []
    assert house.state(LAMP) == "on"


async def the_disk_fills_while_it_is_done(house: DiskHouse, disk: Disk) -> None:
    await house.say(OFF)
    switched = _switched(house)
    house.home.subscribe(lambda _change: disk.fill() if house.state(LAMP) == "off" else None)
    assert await house.after(660) == [DONE]
    assert (await house.say(LIST)).text == "I have nothing planned."
    disk.free()
    await house.after(120)
    assert await house.store.keys("job/") == ()
    await _restart(house)
    assert await house.after(3600) == []
    assert switched == ["off"]


async def it_is_killed_while_the_disk_is_full(house: DiskHouse, disk: Disk) -> None:
    """What was begun is not done again: it is told that it may or may not have happened."""
    await house.say(OFF)
    switched = _switched(house)
    house.home.subscribe(lambda _change: disk.fill() if house.state(LAMP) == "off" else None)
    await house.after(660)
    killed, house.agent = house.agent, None
    disk.free()
    await house.start()
    assert "may or may not have happened" in house.told[-1]
    await house.after(3600)
    assert switched == ["off"]
    assert killed is not None
    await killed.close()


async def what_is_done_every_day_goes_on(house: DiskHouse, disk: Disk) -> None:
    await house.say("turn off the chandelier every day at 7 pm")
    switched = _switched(house)
    stop = house.home.subscribe(lambda _change: disk.fill() if house.state(LAMP) == "off" else None)
    assert await house.after(3600) == [DONE]
    stop()
    assert "every day at 7:00 PM" in (await house.say(LIST)).text
    disk.free()
    await house.home.call(ServiceCall(domain="light", service="turn_on", targets=(LAMP,)))
    assert await house.after(24 * 3600) == [DONE]
    await _restart(house)
    assert "every day at 7:00 PM" in (await house.say(LIST)).text
    assert switched == ["off", "on", "off"]


async def what_comes_too_late_is_told_as_it_is(house: DiskHouse, disk: Disk) -> None:
    """Nobody was away: the disk was full, and it is said once."""
    await house.say(OFF)
    disk.fill()
    told = await house.after(3600)
    assert len(told) == 1
    assert told[0].startswith("Not done, because I could not write to the disk")
    disk.free()
    await house.after(300)
    assert house.state(LAMP) == "on"
    await _restart(house)
    assert await house.after(3600) == []


async def a_timer_rings_once(house: DiskHouse, disk: Disk) -> None:
    await house.say("set a pizza timer for ten minutes")
    disk.fill()
    assert (await house.say("cancel the pizza timer")).verdict is Verdict.FAILED
    assert (await house.say("pause the pizza timer")).verdict is Verdict.FAILED
    assert await house.after(3600) == ["The pizza timer is up!"]
    disk.free()
    await house.after(300)
    await _restart(house)
    assert await house.after(3600) == []


async def what_is_undone_is_the_last_thing(house: DiskHouse, disk: Disk) -> None:
    """And not the last that could be written down."""
    await house.say("turn on the towel rail")
    disk.fill()
    await house.say("turn off the chandelier")
    await house.say("undo that")
    assert house.state(LAMP) == "on"
    assert house.state("switch.towel_rail") == "on"
    disk.free()


async def an_old_question_is_not_answered(house: DiskHouse, disk: Disk) -> None:
    """What was asked before the disk was full is no longer the question."""
    assert (await house.say("turn on the reading lamp")).expects_answer
    disk.fill()
    await house.say("what time is it?")
    await house.say("never mind")
    await house.say("the one in the bedroom")
    assert house.state("light.bedroom_reading_lamp") == "off"
    disk.free()


async def a_start_with_a_full_disk(house: DiskHouse, disk: Disk) -> None:
    """What can be read is read, also where something was left begun."""
    await house.say(OFF)
    await house.say("turn on the towel rail in 2 hours")
    await house.stop()
    disk.fill()
    await house.start()
    assert "Chandelier" in (await house.say(LIST)).text
    # what is kept already is promised again, in truth; anything new is not
    assert (await house.say(OFF)).text.startswith("I will turn off Chandelier")
    reply = await house.say("turn off the chandelier in twenty minutes")
    assert reply.verdict is Verdict.FAILED
    disk.free()
    assert await house.after(660) == [DONE]


SCENARIOS: dict[str, Scenario] = {
    item.__name__: item
    for item in (
        a_promise_is_refused_and_leaves_nothing,
        what_is_planned_is_listed_and_done_once,
        what_is_not_called_off_is_still_planned,
        the_disk_fills_while_it_is_done,
        it_is_killed_while_the_disk_is_full,
        what_is_done_every_day_goes_on,
        what_comes_too_late_is_told_as_it_is,
        a_timer_rings_once,
        what_is_undone_is_the_last_thing,
        an_old_question_is_not_answered,
        a_start_with_a_full_disk,
    )
}
