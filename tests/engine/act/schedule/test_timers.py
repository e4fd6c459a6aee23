"""Timers by voice: several, by name, length and room; kept, and told when time is up."""

import pytest

from .conftest import House


async def test_a_timer(house: House) -> None:
    """Set, asked after, changed, paused, and told when it is up."""
    assert (await house.say("set a timer for five minutes")).text == "Timer set: 5 minutes."
    await house.after(60)
    reply = await house.say("how long is left on the timer?")
    assert reply.text == "The timer of 5 minutes has 4 minutes left."
    assert (await house.say("ok, how much longer?")).text == reply.text
    reply = await house.say("add a minute to the timer")
    assert reply.text == "The timer of 5 minutes has 5 minutes left."
    reply = await house.say("take 30 seconds off the timer")
    assert reply.text == "The timer of 5 minutes has 4 minutes 30 seconds left."
    reply = await house.say("pause the timer")
    assert reply.text == "The timer of 5 minutes is paused with 4 minutes 30 seconds left."
    assert await house.after(3600) == []
    await house.say("resume the timer")
    assert await house.after(269) == []
    assert await house.after(2) == ["The timer of 5 minutes is up!"]
    assert await house.after(3600) == []
    assert (await house.say("how long is left on the timer?")).text == "No timers are running."


async def test_several_timers(house: House) -> None:
    """Told apart by name, length and room."""
    await house.say("set a 10 minute pizza timer")
    await house.say("set a timer for 3 minutes", area_id="kitchen")
    await house.say("set a timer for 20 minutes", area_id="bedroom")
    reply = await house.say("cancel the timer")
    assert reply.text == ("Which timer: timer of 3 minutes or pizza timer or timer of 20 minutes?")
    reply = await house.say("cancel the timer", area_id="kitchen")
    assert reply.text == "The timer of 3 minutes is cancelled."
    reply = await house.say("pause the 20 minute timer")
    assert reply.text == "The timer of 20 minutes is paused with 20 minutes left."
    reply = await house.say("how much time is left on the pizza timer")
    assert reply.text == "The pizza timer has 10 minutes left."
    assert await house.after(601) == ["The pizza timer is up!"]
    reply = await house.say("cancel all timers")
    assert reply.text == "The timer of 20 minutes is cancelled."


@pytest.mark.parametrize(
    ("sentence", "reply"),
    [
        ("cancel the timer", "No timers are running."),
        ("cancel all timers", "No timers are running."),
        ("how many timers do I have", "No timers are running."),
        ("set a timer", "How long should the timer run? Please say it once more with the time."),
    ],
)
async def test_without_any(house: House, sentence: str, reply: str) -> None:
    """Each says what is the case."""
    assert (await house.say(sentence)).text == reply


async def test_no_such_timer(house: House) -> None:
    """There is one, but not that one."""
    await house.say("set a timer for five minutes")
    assert (await house.say("cancel the noodle timer")).text == "There is no such timer."


async def test_restart(house: House) -> None:
    """A timer runs on, and what was up meanwhile is told."""
    await house.say("set a tea timer for 5 minutes")
    await house.say("set a pizza timer for 20 minutes")
    await house.stop()
    house.clock.advance(18 * 60)
    await house.start()
    assert house.told == ["The tea timer was up today at 6:35 PM, while I was not running."]
    assert await house.after(121) == ["The pizza timer is up!"]


async def test_in_another_language(house: House) -> None:
    """Also when it is up."""
    reply = await house.say("Stelle einen Timer auf 5 Minuten", language="de")
    assert reply.text == "Der Timer läuft: 5 Minuten."
    assert await house.after(301) == ["Timer über 5 Minuten ist abgelaufen!"]


async def test_another_length(house: House) -> None:
    """It runs so long from now on, and is known by that."""
    await house.say("set a timer for five minutes")
    await house.after(60)
    reply = await house.say("change the timer to 10 minutes")
    assert reply.text == "The timer of 10 minutes has 10 minutes left."
    await house.say("pause the timer")
    await house.say("change the timer to 2 minutes")
    await house.say("resume the timer")
    assert await house.after(119) == []
    assert len(await house.after(2)) == 1


async def test_another_length_of_none(house: House) -> None:
    """Nothing is started in its stead."""
    assert (await house.say("change the timer to 10 minutes")).text == "No timers are running."
