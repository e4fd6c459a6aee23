"""What is for later is written down, done in its time, and told."""

import json
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Verdict
from home_agent.engine.events import Announcement
from home_agent.engine.outcome import Reason, Status

from .conftest import House, MakeHouse


async def test_in_ten_minutes(house: House) -> None:
    """The words name what and when; it is done then, and told."""
    reply = await house.say("turn off the chandelier in ten minutes")
    assert reply.text == "I will turn off Chandelier in 10 minutes (6:40 PM)."
    assert reply.verdict is Verdict.OK
    assert [outcome.status for outcome in reply.outcomes] == [Status.SCHEDULED]
    assert len(await house.jobs()) == 1

    assert await house.after(9 * 60) == []
    assert house.state("light.chandelier") == "on"
    assert await house.after(61) == ["As planned: Turned off the light"]
    assert house.state("light.chandelier") == "off"
    assert await house.jobs() == []
    assert await house.after(3600) == []


@pytest.mark.parametrize(
    ("sentence", "reply"),
    [
        (
            "turn off the chandelier at 10 pm",
            "I will turn off Chandelier today at 10:00 PM.",
        ),
        (
            "tomorrow at 6 turn on the chandelier",
            "I will turn on Chandelier tomorrow at 6:00 AM.",
        ),
        (
            "turn on the chandelier every monday and friday at 8 pm",
            "I will turn on Chandelier every Monday and Friday at 8:00 PM.",
        ),
        ("toggle the chandelier every 10 minutes", "I will toggle Chandelier every 10 minutes."),
        (
            "set the chandelier to 30 percent tomorrow at 6 am",
            "I will set Chandelier to 30% tomorrow at 6:00 AM.",
        ),
        (
            "turn on the radiator when the bedroom window opens",
            "I will turn on Radiator as soon as Bedroom window is open.",
        ),
        (
            "at 10 pm turn off the radiator if the bedroom window is open",
            "I will turn off Radiator today at 10:00 PM if Bedroom window is open.",
        ),
        (
            "tomorrow at 6 turn on the towel rail for an hour",
            "I will turn on Towel rail tomorrow at 6:00 AM for 1 hour.",
        ),
    ],
)
async def test_promises(house: House, sentence: str, reply: str) -> None:
    """What was stored, in words."""
    assert (await house.say(sentence)).text == reply
    assert len(await house.jobs()) == 1


async def test_for_a_while(house: House) -> None:
    """At once, and back to how it was at the end."""
    reply = await house.say("turn on the towel rail for half an hour")
    assert reply.text == (
        "Turned on the switch. Towel rail goes back to how it was in 30 minutes (7:00 PM)."
    )
    assert house.state("switch.towel_rail") == "on"
    assert await house.after(30 * 60) == ["Towel rail is back to how it was."]
    assert house.state("switch.towel_rail") == "off"


async def test_for_a_while_said_twice(house: House) -> None:
    """The last word counts, and what was before the first is what it goes back to."""
    await house.say("turn on the towel rail for half an hour")
    await house.after(20 * 60)
    await house.say("turn off the towel rail")
    await house.say("turn on the towel rail for half an hour")
    assert len(await house.jobs()) == 1
    await house.after(15 * 60)
    assert house.state("switch.towel_rail") == "on"
    await house.after(15 * 60)
    assert house.state("switch.towel_rail") == "off"


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "turn on the towel rail for half an hour",
            "Towel rail: already on. I will turn off Towel rail in 30 minutes (7:00 PM).",
        ),
        (
            "turn on the towel rail until 7 pm",
            "Towel rail: already on. I will turn off Towel rail today at 7:00 PM.",
        ),
    ],
)
async def test_what_is_on_already_is_still_switched_off(
    house: House, sentence: str, told: str
) -> None:
    """For a while is for a while, also from now on."""
    await house.say("turn on the towel rail")
    assert (await house.say(sentence)).text == told
    assert await house.after(30 * 60) == ["As planned: Turned off the switch"]
    assert house.state("switch.towel_rail") == "off"
    assert await house.jobs() == []


async def test_a_radio_that_plays_already_is_still_switched_off(house: House) -> None:
    """What people call on is simply not off, and goes off all the same."""
    assert house.state("media_player.kitchen_radio") == "playing"
    reply = await house.say("turn on the kitchen radio for half an hour")
    assert reply.text == (
        "Kitchen radio: already playing. I will turn off Kitchen radio in 30 minutes (7:00 PM)."
    )
    assert house.state("media_player.kitchen_radio") == "playing"
    await house.after(30 * 60)
    assert house.state("media_player.kitchen_radio") == "off"


async def test_for_a_while_said_twice_in_a_row(house: House) -> None:
    """The second time it is on already, and the first promise must not get lost with it."""
    await house.say("turn on the towel rail for half an hour")
    await house.after(20 * 60)
    await house.say("turn on the towel rail for half an hour")
    assert len(await house.jobs()) == 1
    await house.after(20 * 60)
    assert house.state("switch.towel_rail") == "on"
    await house.after(10 * 60)
    assert house.state("switch.towel_rail") == "off"


async def test_a_level_for_a_while_said_twice_in_a_row(house: House) -> None:
    """It goes back to how it was before the first time."""
    before = house.home.snapshot().states["light.chandelier"].attributes["brightness"]
    await house.say("set the chandelier to 80 percent for half an hour")
    await house.after(20 * 60)
    await house.say("set the chandelier to 80 percent for half an hour")
    await house.after(30 * 60)
    assert house.home.snapshot().states["light.chandelier"].attributes["brightness"] == before


@pytest.mark.parametrize(
    ("sentence", "entity_id"),
    [
        ("lock the front door for half an hour", "lock.front_door"),
        ("turn off the towel rail for half an hour", "switch.towel_rail"),
        ("set the chandelier to 50 percent for half an hour", "light.chandelier"),
    ],
)
async def test_what_is_shut_already_does_not_open(
    house: House, sentence: str, entity_id: str
) -> None:
    """Nothing changed, and nobody asked for it to be unlocked or switched on."""
    before = house.state(entity_id)
    await house.say(sentence)
    assert await house.jobs() == []
    await house.after(3600)
    assert house.state(entity_id) == before


async def test_at_its_time_it_may_be_on_already(house: House) -> None:
    """What is planned for a while ends also where somebody was quicker."""
    await house.say("in ten minutes turn on the towel rail for half an hour")
    await house.say("turn on the towel rail")
    await house.after(601)
    assert await house.after(30 * 60) == ["As planned: Turned off the switch"]
    assert house.state("switch.towel_rail") == "off"


async def test_later_and_for_a_while(house: House) -> None:
    """Both ends come."""
    await house.say("in ten minutes turn on the towel rail for half an hour")
    assert await house.after(601) == ["As planned: Turned on the switch"]
    assert house.state("switch.towel_rail") == "on"
    assert await house.after(30 * 60) == ["Towel rail is back to how it was."]
    assert house.state("switch.towel_rail") == "off"


async def test_going_on_with_it(house: House) -> None:
    """A few words that would lose the time are not acted upon; "it" is what was planned for."""
    await house.say("turn on the towel rail")
    await house.say("turn off the chandelier in ten minutes")
    reply = await house.say("and the hall light")
    assert not reply.calls
    assert len(await house.jobs()) == 1
    await house.say("turn it off")
    assert house.state("light.chandelier") == "off"


async def test_now_and_later(house: House) -> None:
    """The part that is for now is done now."""
    reply = await house.say("turn on the towel rail and turn it off in five minutes")
    assert reply.text == (
        "Turned on the switch. I will turn off Towel rail in 5 minutes (6:35 PM)."
    )
    await house.after(301)
    assert house.state("switch.towel_rail") == "off"


async def test_what_cannot_be_kept_leaves_the_rest_alone(house: House) -> None:
    """A heater that is switched on and never off again is worse than one that stays off."""
    reply = await house.say("turn on the towel rail and turn it off today at 3 am")
    assert reply.text == (
        "I left Towel rail as it is. That time is over already, so I did nothing."
    )
    assert not reply.calls
    assert await house.jobs() == []


async def test_every_weekday(house: House) -> None:
    """Again and again, at the same time of day."""
    await house.say("every weekday at seven close the curtains")
    told = await house.after(7 * 86400)
    assert len(told) == 5
    assert len(await house.jobs()) == 1


async def test_when_something_becomes_so(house: House) -> None:
    """Not because it is so, but because it becomes so; and only once."""
    await house.say("turn off the chandelier when the bedroom window opens")
    house.home.apply("binary_sensor.bedroom_window", state="off")
    await house.settle()
    assert house.state("light.chandelier") == "on"
    house.home.apply("binary_sensor.bedroom_window", state="on")
    await house.settle()
    assert house.state("light.chandelier") == "off"
    assert await house.jobs() == []


async def test_what_cannot_be_seen_becomes_nothing(house: House) -> None:
    """A sensor that comes back did not open."""
    house.home.apply("binary_sensor.bedroom_window", state="on")
    await house.say("turn off the chandelier when the bedroom window opens")
    house.home.behave("binary_sensor.bedroom_window", {"unavailable": True})
    await house.settle()
    house.home.behave("binary_sensor.bedroom_window", None)
    await house.settle()
    assert house.state("light.chandelier") == "on"
    assert len(await house.jobs()) == 1


async def test_condition_is_looked_at_in_time(house: House) -> None:
    """It was so when it was said, and is no longer."""
    house.home.apply("binary_sensor.bedroom_window", state="on")
    await house.say("in ten minutes turn off the chandelier if the bedroom window is open")
    house.home.apply("binary_sensor.bedroom_window", state="off")
    assert await house.after(601) == [
        "Not done, since the condition was not met: turn off Chandelier."
    ]
    assert house.state("light.chandelier") == "on"


async def test_sunset(house: House) -> None:
    """When the sun of this home sets, and again the next day."""
    setting = house.home.snapshot().states["sun.sun"].attributes["next_setting"]
    setting = datetime.fromisoformat(str(setting))
    await house.say("turn off the chandelier every day at sunset")
    wait = (setting - house.clock.now()).total_seconds()
    assert await house.after(wait - 120) == []
    assert await house.after(240) == ["As planned: Turned off the light"]
    assert len(await house.jobs()) == 1
    assert len(await house.after(86400)) == 1


async def test_a_home_without_a_sun(make_house: MakeHouse) -> None:
    """It says so, and does nothing."""
    house = make_house(inventory={"entities": [{"name": "Lamp", "id": "light.lamp"}]})
    await house.start()
    reply = await house.say("turn on the lamp at sunset")
    assert reply.text == "This home does not tell when the sun rises and sets, so I did nothing."
    assert [outcome.reason for outcome in reply.outcomes] == [Reason.NO_SUN]


async def test_secrets_are_not_kept(house: House) -> None:
    """A code is never written down, so it cannot be for later."""
    reply = await house.say("disarm the alarm with code 1234 in ten minutes")
    assert reply.verdict is Verdict.REFUSED
    assert await house.jobs() == []


async def test_sensitive_is_asked_when_it_is_made(house: House) -> None:
    """A yes now holds for then."""
    reply = await house.say("unlock the front door in five minutes")
    assert reply.expects_answer
    assert await house.jobs() == []
    reply = await house.say("yes")
    assert reply.text == "I will unlock Front door in 5 minutes (6:35 PM)."
    await house.after(301)
    assert house.state("lock.front_door") == "unlocked"


async def test_sensitive_without_a_yes(house: House) -> None:
    """Something that became sensitive meanwhile is not done unasked."""
    await house.say("unlock the front door in five minutes")
    await house.say("yes")
    [key] = await house.store.keys("job/")
    document = json.loads(json.dumps(await house.store.get(key)))
    document["authority"]["agreed"]["of"] = []
    await house.stop()
    await house.store.put(key, document)
    await house.start()
    assert await house.after(301) == [
        "As planned: Front door: nobody was there to say yes, so I did not do it."
    ]
    assert house.state("lock.front_door") == "locked"


async def test_without_start_nothing_is_promised(make_house: MakeHouse) -> None:
    """An agent that only answers one sentence cannot wait."""
    house = make_house()
    await house.start()
    await house.stop()
    await house.start()
    assert house.agent is not None
    await house.agent.close()
    reply = await house.say("turn off the chandelier in ten minutes")
    assert reply.text == "I cannot wait here, so I did nothing."
    assert [outcome.reason for outcome in reply.outcomes] == [Reason.NOT_WAITING]


async def test_summer_time_comes(make_house: MakeHouse) -> None:
    """At half past two, on the night that has none."""
    night = datetime(2026, 3, 28, 23, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    house = make_house(now=night)
    await house.start()
    reply = await house.say("turn off the chandelier at 2:30 am")
    assert reply.text == "I will turn off Chandelier tomorrow at 3:00 AM."
    await house.after(3 * 3600)
    assert house.state("light.chandelier") == "off"


async def test_going_on_with_what_was_told(house: House) -> None:
    """What we say by ourselves is part of the conversation: "it" is what we spoke of."""
    await house.say("turn off the chandelier in ten minutes")
    await house.say("turn on the towel rail")
    await house.after(11 * 60)
    [announcement] = [event for event in house.events if isinstance(event, Announcement)]
    assert house.agent is not None
    await house.agent.record_announcement("1", announcement)
    await house.say("turn it on")
    assert house.state("light.chandelier") == "on"


async def test_a_question_stays_open_when_we_speak_up(house: House) -> None:
    """Whoever was asked something can still answer it."""
    await house.say("turn off the chandelier in ten minutes")
    await house.after(9 * 60)
    asked = await house.say("turn on the reading lamp")
    assert asked.expects_answer
    await house.after(61)
    [announcement] = [event for event in house.events if isinstance(event, Announcement)]
    assert house.agent is not None
    await house.agent.record_announcement("1", announcement)
    await house.say("the one in the bedroom")
    assert house.state("light.bedroom_reading_lamp") == "on"
