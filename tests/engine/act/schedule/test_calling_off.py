"""What is planned is told and called off by voice."""

from .conftest import House


async def test_listed_and_called_off(house: House) -> None:
    """By the thing, by the time, as the last one, or all of it."""
    assert (await house.say("what have you scheduled?")).text == "I have nothing planned."
    await house.say("turn off the chandelier in ten minutes")
    await house.say("turn off the hall light at 10 pm")
    await house.say("turn on the towel rail tomorrow at 7 am")
    assert (await house.say("what have you scheduled?")).text == (
        "Planned: turn off Chandelier, in 10 minutes (6:40 PM); "
        "turn off Hall light, today at 10:00 PM; turn on Towel rail, tomorrow at 7:00 AM."
    )
    reply = await house.say("what's planned for the hall light?")
    assert reply.text == "Planned: turn off Hall light, today at 10:00 PM."
    reply = await house.say("cancel the one for the chandelier")
    assert reply.text == "Cancelled: turn off Chandelier, in 10 minutes (6:40 PM)."
    reply = await house.say("cancel the one at seven")
    assert reply.text == "Cancelled: turn on Towel rail, tomorrow at 7:00 AM."
    reply = await house.say("cancel everything you have scheduled")
    assert reply.text == "Cancelled: turn off Hall light, today at 10:00 PM."
    assert await house.after(86400) == []
    assert house.state("light.chandelier") == "on"


async def test_that_is_what_was_planned_last(house: House) -> None:
    """In this conversation, a moment ago."""
    await house.say("turn off the hall light in an hour")
    await house.say("turn off the chandelier in ten minutes")
    reply = await house.say("cancel that", conversation_id="another")
    assert reply.text == "I find nothing planned that fits."
    reply = await house.say("cancel that")
    assert reply.text == "Cancelled: turn off Chandelier, in 10 minutes (6:40 PM)."
    await house.after(1000)
    assert (await house.say("cancel that")).text == "I find nothing planned that fits."
    assert len(await house.jobs()) == 1


async def test_several_fit(house: House) -> None:
    """Then we ask, and the next sentence is about those only."""
    await house.say("turn off the hall light in an hour")
    await house.say("turn off the chandelier in ten minutes")
    await house.say("turn on the chandelier in twenty minutes")
    reply = await house.say("cancel the one for the chandelier")
    assert reply.text.startswith(
        "Several things fit: turn off Chandelier, in 10 minutes (6:40 PM);"
    )
    assert len(await house.jobs()) == 3
    await house.say("cancel all of them")
    [job] = await house.jobs()
    assert "light.hall" in str(job)


async def test_going_back_is_called_off(house: House) -> None:
    """Then it stays."""
    await house.say("turn on the towel rail for 5 minutes")
    reply = await house.say("cancel that")
    assert reply.text == ("Cancelled: bring Towel rail back to how it was, in 5 minutes (6:35 PM).")
    await house.after(600)
    assert house.state("switch.towel_rail") == "on"


async def test_in_the_speakers_language(house: House) -> None:
    """As it was planned, whoever asks."""
    await house.say("turn off the chandelier in ten minutes")
    reply = await house.say("Was hast du geplant?", language="de")
    assert reply.text == "Geplant: Chandelier ausschalten, in 10 Minuten (18:40)."
    assert await house.after(601) == ["As planned: Turned off the light"]
