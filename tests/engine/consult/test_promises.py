"""A model that promises to tell somebody has it watched, or the promise is not heard."""

import asyncio

import pytest

from home_agent.engine.events import Announcement, ReplyDelta
from home_agent.engine.turn import Verdict
from tests.engine.consult.conftest import House, MakeHouse
from tests.engine.llm.scripted_server import ScriptedServer

ASKED = "would you mind telling me about the garage once it stands open"
PROMISE = "I'll let you know when the Garage door is open."
WATCH = ("watch", {"entity": "cover.garage_door", "state": "open", "message": "It is open!"})
LIGHT_ON = ("ha_control", {"action": "turn_on", "entity_id": "light.ceiling"})
EVERY_TOOL = {"enabled": ("ha_control", "watch", "list_watches", "cancel_watch")}


@pytest.fixture
async def house(make_house: MakeHouse) -> House:
    house = make_house(tools=EVERY_TOOL)
    await house.agent.start()
    return house


@pytest.mark.parametrize(
    "promise",
    [
        PROMISE,
        "I'll let you know if the door opens.",
        "Sure! I'll keep an eye on it and tell you.",
        "You'll get a notification when it is open.",
        "I'm watching the garage for you now.",
    ],
)
@pytest.mark.parametrize("asked", [ASKED, "tell me a joke about laundry"])
async def test_a_promise_without_a_watch_is_never_heard(
    asked: str, promise: str, house: House, server: ScriptedServer
) -> None:
    server.say(promise)
    server.say(promise)
    reply = await house.say(asked)
    assert reply.verdict is Verdict.REFUSED
    assert reply.text.endswith("I have not changed anything.")
    for word in ("let you know", "eye on it", "notification", "watching"):
        assert word not in reply.text
    assert "".join(event.text for event in house.seen(ReplyDelta)) == reply.text


async def test_a_model_that_is_told_may_keep_it(house: House, server: ScriptedServer) -> None:
    server.say(PROMISE)
    server.call_tool(*WATCH)
    server.say(PROMISE)
    reply = await house.say(ASKED)
    assert reply.text == PROMISE
    assert reply.verdict is Verdict.OK


async def test_a_kept_promise_is_heard_and_kept(house: House, server: ScriptedServer) -> None:
    """Nothing is added to it, though it names something that was not touched."""
    server.call_tool(*WATCH)
    server.say(PROMISE)
    reply = await house.say(ASKED)
    assert reply.text == PROMISE
    said: asyncio.Future[Announcement] = asyncio.get_running_loop().create_future()
    house.agent.listen(
        lambda event: said.set_result(event) if isinstance(event, Announcement) else None
    )
    house.home.apply("cover.garage_door", state="open")
    told = await asyncio.wait_for(said, timeout=10)
    assert told.text == "It is open!"


async def test_a_kept_promise_may_name_something_else(house: House, server: ScriptedServer) -> None:
    """The plug is watched, and the coffee machine is what it is about."""
    server.call_tool("watch", {"entity": "switch.plug", "state": "on"})
    server.say("Sure. I'll let you know when the Coffee machine is ready.")
    reply = await house.say("would you mind telling me about my coffee")
    assert reply.text == "Sure. I'll let you know when the Coffee machine is ready."


async def test_a_model_that_says_nothing_of_it_leaves_it_to_us(
    house: House, server: ScriptedServer
) -> None:
    server.call_tool(*WATCH)
    server.say("")
    reply = await house.say(ASKED)
    assert "Garage door" in reply.text
    assert reply.verdict is Verdict.OK


async def test_another_deed_does_not_make_it_true(house: House, server: ScriptedServer) -> None:
    """Words go out as they come once something was done: what is not so is added."""
    server.call_tool(*LIGHT_ON)
    server.say("The light is on. I'll let you know when the laundry is done.")
    reply = await house.say("make it cosy, and about the laundry, you know what I mean")
    assert reply.text.endswith("But I am not watching for that: nothing was set up.")
    assert house.state("light.ceiling") == "on"


async def test_what_was_kept_before_may_be_spoken_of(house: House, server: ScriptedServer) -> None:
    server.call_tool(*WATCH)
    server.say(PROMISE)
    await house.say(ASKED)
    server.call_tool("list_watches", {})
    server.say("Yes, I'll let you know when it is open.")
    reply = await house.say("what about my garage, do you still have that in mind?")
    assert reply.text == "Yes, I'll let you know when it is open."
    server.call_tool("list_watches", {})
    server.say("Yes. I've also turned on the light.")
    server.say("I've turned on the light.")
    reply = await house.say("what about my garage, do you still have that in mind?")
    assert "turned on" not in reply.text


async def test_a_failed_watch_keeps_nothing(house: House, server: ScriptedServer) -> None:
    server.call_tool("watch", {"entity": "cover.gate", "state": "open"})
    server.say(PROMISE)
    server.say("Sorry, I could not find a gate by that name.")
    reply = await house.say(ASKED)
    assert reply.text == "Sorry, I could not find a gate by that name."


async def test_the_person_is_asked_before_a_watch_that_unlocks(
    house: House, server: ScriptedServer
) -> None:
    """In our words, and only a yes keeps it."""
    unlock = {"service": "lock.unlock", "entity": "lock.front_door"}
    server.call_tool("watch", {**WATCH[1], "action": unlock})
    reply = await house.say(ASKED)
    assert reply.expects_answer
    assert "Front door" in reply.text
    assert house.agent.api.planned() == ()
    reply = await house.say("yes")
    assert reply.verdict is Verdict.OK
    assert len(house.agent.api.planned()) == 1
