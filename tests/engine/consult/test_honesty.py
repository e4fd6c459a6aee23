"""Nothing is said to be done that was not, whatever a model says; and nobody hears its insides."""

import pytest

from home_agent.engine.events import ReplyDelta
from home_agent.engine.language import load_language
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.outcome import Status
from home_agent.engine.speak import phrase
from home_agent.engine.turn import Tier, Verdict
from tests.engine.consult.conftest import House, MakeHouse
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

ASKED = "make it cosy in the kitchen"
LIGHT_ON = ("ha_control", {"action": "turn_on", "entity_id": "light.ceiling"})
NOTHING = "I have not changed anything."


def _told(server: ScriptedServer) -> list[str]:
    """What the model was told in the last request, as the person."""
    messages = server.requests[-1].json["messages"]
    return [message["content"] for message in messages if message["role"] == "user"]


@pytest.mark.parametrize(
    ("asked", "claim"),
    [
        (ASKED, "I've dimmed the lights for you."),
        (ASKED, "Done!"),
        (ASKED, "Sure!"),  # it was asked for an action, and this sounds as if it had happened
        ("prepare the house for the night", "Your house is now ready. I've locked the doors."),
        ("I fancy some light reading", "The reading lamp is now on."),
        ("tell me a joke", "I'll turn off all the lights. Ha!"),
    ],
)
async def test_claim_without_a_deed_is_never_heard(
    asked: str, claim: str, house: House, server: ScriptedServer
) -> None:
    """The model is told once what happened; then the reply is ours."""
    server.say(claim)
    server.say("Yes, I have done it.")
    reply = await house.say(asked)
    assert reply.verdict is Verdict.REFUSED
    assert reply.text.endswith(NOTHING)
    for lie in ("Done", "done it", "dimmed", "locked", "now on", "turn off"):
        assert lie not in reply.text
    assert len(server.requests) == 2
    assert "no action succeeded" in _told(server)[-1]
    assert "".join(event.text for event in house.seen(ReplyDelta)) == reply.text


async def test_model_that_is_told_may_act(house: House, server: ScriptedServer) -> None:
    server.say("I've turned on the light.")
    server.call_tool(*LIGHT_ON)
    server.say("I've turned on the light.")
    reply = await house.say(ASKED)
    assert reply.text == "I've turned on the light."
    assert house.state("light.ceiling") == "on"
    assert reply.verdict is Verdict.OK


async def test_model_that_is_told_may_own_up(house: House, server: ScriptedServer) -> None:
    server.say("All set!")
    server.say("Sorry, I cannot do that here.")
    reply = await house.say(ASKED)
    assert reply.text == "Sorry, I cannot do that here."
    assert reply.verdict is Verdict.REFUSED


async def test_question_and_refusal_pass_at_once(house: House, server: ScriptedServer) -> None:
    server.say("Which light do you mean?")
    reply = await house.say(ASKED)
    assert reply.text == "Which light do you mean?"
    assert reply.expects_answer
    assert len(server.requests) == 1


async def test_what_was_so_before_may_be_said(house: House, server: ScriptedServer) -> None:
    server.say("The ceiling light is already off.")
    assert (await house.say(ASKED)).text == "The ceiling light is already off."
    assert len(server.requests) == 1


async def test_failed_call_is_no_deed(house: House, server: ScriptedServer) -> None:
    """Neither when the model claims it, nor when it insists."""
    house.home.behave("light.ceiling", "ignores")
    server.call_tool(*LIGHT_ON)
    server.say("Done, the light is on!")
    server.say("It is done, really.")
    reply = await house.say(ASKED)
    assert {outcome.status for outcome in reply.outcomes} <= {Status.FAILED, Status.REFUSED}
    assert reply.verdict is not Verdict.OK
    assert "done" not in reply.text.lower()
    assert "Ceiling light" in reply.text
    assert "light.ceiling" in _told(server)[-1]


async def test_what_nobody_can_check_is_not_heard(house: House, server: ScriptedServer) -> None:
    server.say("The kitchen is already cosy.")
    server.say("The kitchen is as cosy as can be.")
    assert (await house.say(ASKED)).text == NOTHING


async def test_what_failed_is_told_beside_what_worked(house: House, server: ScriptedServer) -> None:
    house.home.behave("light.counter", "ignores")
    server.call_tool(
        "ha_control", {"action": "turn_on", "entity_id": ["light.ceiling", "light.counter"]}
    )
    server.say("Both lights are on.")
    reply = await house.say(ASKED)
    assert reply.text == "1 of 2 done. Counter light did not respond."
    assert reply.verdict is Verdict.FAILED


@pytest.mark.parametrize(
    "said",
    [
        "The lights are on, no problem!",
        "The Counter light did not react.",
        "The ceiling light is on. Sorry, the counter light does not answer.",
        "Sorry to keep you waiting. Both are on.",
    ],
)
async def test_what_failed_is_told_once(said: str, house: House, server: ScriptedServer) -> None:
    """In our words, whether the model owns up or not."""
    house.home.behave("light.counter", "ignores")
    server.call_tool(
        "ha_control", {"action": "turn_on", "entity_id": ["light.ceiling", "light.counter"]}
    )
    server.say(said)
    reply = await house.say(ASKED)
    assert reply.text.startswith("1 of 2 done. Counter light did not respond.")
    assert reply.text.lower().count("counter light") == 1
    assert "are on" not in reply.text


async def test_what_was_never_tried_is_told(house: House, server: ScriptedServer) -> None:
    """One call was made, and two deeds are claimed."""
    server.call_tool(*LIGHT_ON)
    server.say("I've turned on the ceiling light and locked the front door.")
    reply = await house.say(ASKED)
    assert reply.text.endswith("Front door: nothing was changed.")


async def test_second_try_that_works_is_what_counts(house: House, server: ScriptedServer) -> None:
    server.call_tool("ha_control", {"action": "fly", "entity_id": "light.ceiling"})
    server.call_tool(*LIGHT_ON)
    server.say("The light is on.")
    reply = await house.say(ASKED)
    assert reply.text == "The light is on."
    assert reply.verdict is Verdict.OK


async def test_sensitive_deed_waits_for_the_person(house: House, server: ScriptedServer) -> None:
    """The question is ours, whatever the model would have said, and the yes is theirs."""
    server.call_tool(
        "ha_control", {"action": "unlock", "entity_id": "lock.front_door"}, text="Opening up!"
    )
    reply = await house.say("let the cat in, would you")
    assert house.state("lock.front_door") == "locked"
    assert reply.expects_answer
    assert reply.tier is Tier.LLM
    assert "Front door" in reply.text
    assert "Opening" not in reply.text
    assert len(server.requests) == 1
    reply = await house.say("yes")
    assert house.state("lock.front_door") in {"unlocking", "unlocked"}
    assert reply.verdict is Verdict.OK


async def test_pin_never_reaches_a_model(make_house: MakeHouse, server: ScriptedServer) -> None:
    # A short one may be found in how long something took.
    house = make_house(safety={"pin": "4711081547"})
    server.call_tool("ha_control", {"action": "unlock", "entity_id": "lock.front_door"})
    reply = await house.say("let the cat in, would you")
    assert reply.expects_pin
    await house.say("4711081547")
    assert house.state("lock.front_door") in {"unlocking", "unlocked"}
    await house.say("4711081547")  # too late, and to nobody
    server.say("Well, well.")
    await house.say("tell me a joke")
    assert not any("4711081547" in request.body.decode() for request in server.requests)
    assert "4711081547" not in repr(house.events)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("<think>They want a joke. I've got one.</think>Knock knock.", "Knock knock."),
        ('Hm. <tool_call>{"name": "ha_query", "arguments": {}}</tool_call>', "Hm."),
        ('```json\n{"service": "light.turn_on"}\n```\nKnock, knock.', "Knock, knock."),
        ('<tool_response>{"success": true}</tool_response> Fine?', "Fine?"),
    ],
)
async def test_nobody_hears_the_insides(
    said: str, heard: str, house: House, server: ScriptedServer
) -> None:
    """Neither thoughts nor tool calls that a server failed to read."""
    server.say(said)
    server.say("")
    reply = await house.say("tell me a joke")
    assert reply.text == heard


LEAKED = (
    "<tool_call>\n"
    '{"name": "ha_control", "arguments": {"action": "turn_on", "entity_id": "light.ceiling"}}'
    "\n</tool_call>"
)


async def test_leaked_call_is_used_where_that_is_set(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    """A server without a parser for its model's tool calls hands them over as words."""
    model = ModelSettings(base_url=server.url, model="m", leaked_calls=True)
    house = make_house(llm=(model,))
    server.say(LEAKED)
    server.say("The light is on.")
    reply = await house.say(ASKED)
    assert house.state("light.ceiling") == "on"
    assert reply.text == "The light is on."


@pytest.mark.parametrize("before", ["", "One moment."])
async def test_leaked_call_is_told_and_not_read_aloud(
    before: str, house: House, server: ScriptedServer
) -> None:
    server.otherwise(lambda _: Says(text=f"{before}\n{LEAKED}"))
    reply = await house.say(ASKED)
    assert house.state("light.ceiling") == "off"
    assert reply.text.endswith(phrase(load_language("en"), "model_wrote_call"))
    assert "{" not in reply.text


@pytest.mark.parametrize("code", ["de", "it", "pl", "ko", "ja"])
async def test_other_languages_are_no_loophole(
    code: str, house: House, server: ScriptedServer
) -> None:
    claims = {
        "de": "Ich habe das Licht eingeschaltet.",
        "it": "Ho acceso la luce.",
        "pl": "Włączyłem światło.",
        "ko": "주방 조명을 켰습니다.",
        "ja": "ライトがオンになりました。",
    }
    server.say(claims[code])
    server.say(claims[code])
    reply = await house.say("blubb blubb blubb", language=code)
    assert claims[code] not in reply.text
    assert reply.text == phrase(load_language(code), "model_did_nothing")
    assert reply.verdict is Verdict.REFUSED
