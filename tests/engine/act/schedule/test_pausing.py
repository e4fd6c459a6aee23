"""What is planned is paused, and goes on; and it is known which sentence it comes from."""

from home_agent.engine.plan import Plan, ScheduleStep
from home_agent.engine.turn import Turn

from .conftest import House


async def _change(house: House, action: str) -> str:
    (job,) = await house.jobs()
    step = ScheduleStep(action=action, job_ids=(job["job_id"],))  # type: ignore[arg-type]
    turn = Turn(text="", conversation_id="page")
    assert house.agent is not None
    return (await house.agent.act(Plan(steps=(step,)), turn)).text


async def test_what_is_paused_is_not_done(house: House) -> None:
    await house.say("turn off the chandelier in ten minutes")
    assert await _change(house, "pause") == "Paused: turn off Chandelier."
    assert (await house.say("what have you scheduled?")).text == "Paused: turn off Chandelier."
    await house.stop()
    await house.start()
    await house.after(1000)
    assert house.state("light.chandelier") == "on"
    # Its time went by, and nobody wants it done at another one without being asked.
    told = await _change(house, "go_on")
    assert told == "That time is over already, so I did nothing."
    assert house.state("light.chandelier") == "on"


async def test_it_goes_on_at_its_own_time(house: House) -> None:
    await house.say("turn off the chandelier in ten minutes")
    await _change(house, "pause")
    await house.after(300)
    assert await _change(house, "go_on") == "I will turn off Chandelier today at 6:40 PM."
    await house.after(240)
    assert house.state("light.chandelier") == "on"
    await house.after(61)
    assert house.state("light.chandelier") == "off"


async def test_what_comes_again_goes_on_with_the_next_time(house: House) -> None:
    await house.say("turn off the chandelier every day at 7 pm")
    await _change(house, "pause")
    await house.after(86400)
    assert house.state("light.chandelier") == "on"
    await _change(house, "go_on")
    await house.after(86400)
    assert house.state("light.chandelier") == "off"


async def test_a_pause_is_called_off_too(house: House) -> None:
    await house.say("turn off the chandelier in ten minutes")
    await _change(house, "pause")
    assert (await _change(house, "cancel")).startswith("Cancelled: turn off Chandelier")
    assert await house.jobs() == []


async def test_what_goes_on_must_be_paused(house: House) -> None:
    await house.say("turn off the chandelier in ten minutes")
    assert await _change(house, "go_on") == "I find nothing planned that fits."


async def test_the_sentence_is_known(house: House) -> None:
    await house.say("turn off the chandelier in ten minutes")
    (job,) = await house.jobs()
    assert job["authority"]["said"] == "turn off the chandelier in ten minutes"


async def test_a_yes_is_not_the_sentence(house: House) -> None:
    await house.say("unlock the front door in ten minutes")
    await house.say("yes")
    (job,) = await house.jobs()
    assert job["authority"]["said"] == "unlock the front door in ten minutes"
