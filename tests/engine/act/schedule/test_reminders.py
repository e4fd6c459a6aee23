"""Whole conversations about reminders and other times: promised, kept, moved, told, called off."""

import pytest

from home_agent.engine.act.gate.safety import NOTHING_ASKED

from .conftest import House, MakeHouse

# It is half past six in the evening, on a Wednesday.
HOUR = 3600.0


@pytest.fixture
async def house(make_house: MakeHouse) -> House:
    house = make_house(safety=NOTHING_ASKED)
    await house.start()
    return house


async def test_a_reminder_survives_a_restart(house: House) -> None:
    reply = await house.say("remind me at eight to take out the bins")
    assert reply.text == "I will remind you of “Take out the bins” today at 8:00 PM."
    await house.stop()
    await house.start()
    assert await house.after(1.4 * HOUR) == []
    assert await house.after(0.2 * HOUR) == ["Take out the bins."]
    assert await house.jobs() == []


async def test_a_reminder_of_nothing_says_that_there_was_one(house: House) -> None:
    await house.say("remind me in an hour")
    assert await house.after(1.1 * HOUR) == ["You wanted to be reminded."]


async def test_reminders_are_listed_and_called_off_by_what_they_say(house: House) -> None:
    await house.say("remind me at eight to take out the bins")
    await house.say("remind me at nine to feed the cat")
    await house.say("turn on the hall light at nine")
    reply = await house.say("what reminders do I have?")
    assert "Take out the bins" in reply.text
    assert "Feed the cat" in reply.text
    assert "Hall light" not in reply.text
    reply = await house.say("cancel the reminder about the bins")
    assert "Take out the bins" in reply.text
    assert len(await house.jobs()) == 2
    await house.say("cancel all reminders")
    assert len(await house.jobs()) == 1


async def test_a_reminder_is_no_watch(house: House) -> None:
    await house.say("remind me at eight to take out the bins")
    reply = await house.say("what are you watching?")
    assert "bins" not in reply.text


async def test_a_reminder_is_moved(house: House) -> None:
    await house.say("remind me at eight to take out the bins")
    await house.say("remind me at nine to feed the cat")
    reply = await house.say("move the bins reminder to half past eight")
    assert reply.text == "I will remind you of “Take out the bins” today at 8:30 PM."
    assert await house.after(1.8 * HOUR) == []
    assert await house.after(0.4 * HOUR) == ["Take out the bins."]


async def test_another_day_keeps_the_hour(house: House) -> None:
    await house.say("remind me at eight to take out the bins")
    reply = await house.say("postpone the bins reminder to tomorrow")
    assert reply.text == "I will remind you of “Take out the bins” tomorrow at 8:00 PM."


async def test_another_time_is_as_near_as_it_can_be(house: House) -> None:
    """Half past seven is in the morning for whoever wanted to be woken at seven."""
    await house.say("wake me at seven")
    reply = await house.say("make it half past seven instead")
    assert reply.text == "I will wake you tomorrow at 7:30 AM."
    reply = await house.say("make it quarter to seven")
    assert reply.text == "I will wake you tomorrow at 6:45 AM."
    assert len(await house.jobs()) == 1


@pytest.mark.parametrize(
    ("planned", "moved", "answer"),
    [
        ("wake me tomorrow at 6", "make it 8", "I will wake you tomorrow at 8:00 AM."),
        ("wake me on saturday at 7", "make it 7 pm", "I will wake you Saturday at 7:00 PM."),
        ("wake me on saturday at 7", "make it sunday at 8", "I will wake you Sunday at 8:00 AM."),
        (
            "wake me at 11:30 pm",
            "make it 00:30",
            "I will wake you tomorrow at 12:30 AM.",
        ),
        ("wake me at 8 pm", "make it tomorrow at 9", "I will wake you tomorrow at 9:00 PM."),
    ],
)
async def test_an_hour_alone_is_of_the_day_that_was_planned(
    house: House, planned: str, moved: str, answer: str
) -> None:
    """However near it is to that hour today, and whatever the clock shows."""
    await house.after(12 * HOUR)
    await house.say(planned)
    assert (await house.say(moved)).text == answer


async def test_what_comes_again_comes_again_at_another_time(house: House) -> None:
    await house.say("remind me every monday at seven to water the plants")
    reply = await house.say("change it to eight")
    assert reply.text == "I will remind you of “Water the plants” every Monday at 8:00 AM."


async def test_what_waits_for_something_has_no_time(house: House) -> None:
    await house.say("tell me when the washing machine is done")
    reply = await house.say("make it half past seven")
    assert not any(outcome.jobs for outcome in reply.outcomes)
    assert len(await house.jobs()) == 1


async def test_what_needs_a_yes_needs_one_for_the_new_time(make_house: MakeHouse) -> None:
    house = make_house()
    await house.start()
    await house.say("open the garage door at nine")
    await house.say("yes")
    reply = await house.say("make it half past nine")
    assert reply.expects_answer
    await house.say("no")
    await house.after(2.6 * HOUR)
    assert house.state("cover.garage_door") == "open"


async def test_whose_reminder_it_is(house: House) -> None:
    """What somebody else is reminded of is neither told nor moved."""
    await house.say("remind me at eight to buy a present", user_id="anna", conversation_id="2")
    reply = await house.say("move the present reminder to nine", user_id="ben")
    assert not any(outcome.jobs for outcome in reply.outcomes)
    reply = await house.say("what reminders do I have?", user_id="ben")
    assert "present" not in reply.text


async def test_a_reminder_on_a_condition_says_of_what(house: House) -> None:
    reply = await house.say("remind me to hang up the shirts when the washing machine is done")
    assert reply.text.startswith("I will remind you of “Hang up the shirts” as soon as")
    reply = await house.say("what reminders do I have?")
    assert "Hang up the shirts" in reply.text
