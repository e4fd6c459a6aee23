"""Undoing what was planned: it is called off, with what was done along with it."""

from typing import Any


async def test_what_was_planned_is_called_off_and_nothing_else(house: Any) -> None:
    """It was the last thing that was asked for; the one before comes next."""
    before = house.state("switch.towel_rail")
    await house.say("turn on the towel rail")
    await house.say("turn off the towel rail in ten minutes")
    assert len(await house.jobs()) == 1
    reply = await house.say("undo that")
    assert await house.jobs() == []
    assert reply.calls == ()
    assert "owel rail" in reply.text
    assert house.state("switch.towel_rail") == "on"
    await house.say("undo that")
    assert house.state("switch.towel_rail") == before


async def test_what_is_for_a_while_goes_back_at_once(house: Any) -> None:
    """And is not brought back a second time."""
    await house.say("turn on the towel rail for half an hour")
    assert (house.state("switch.towel_rail"), len(await house.jobs())) == ("on", 1)
    await house.say("put it back")
    assert (house.state("switch.towel_rail"), await house.jobs()) == ("off", [])
    assert await house.after(3600) == []


async def test_what_has_come_to_pass_is_undone_as_a_deed(house: Any) -> None:
    """What was planned and done is a command of its own by then."""
    await house.say("turn on the towel rail in ten minutes")
    await house.after(660)
    assert house.state("switch.towel_rail") == "on"
    await house.say("undo that")
    assert house.state("switch.towel_rail") == "off"


async def test_a_timer_is_not_mistaken_for_the_lamp_before_it(house: Any) -> None:
    """The timer is taken back, and nothing else."""
    await house.say("turn on the towel rail")
    await house.say("set a timer for five minutes")
    reply = await house.say("undo that")
    assert reply.text == "The timer of 5 minutes is cancelled."
    assert house.state("switch.towel_rail") == "on"
