"""Seeing, ending, undoing and answering what belongs to somebody else."""

from typing import Any

import pytest

from home_agent.engine.authority import (
    Authority,
    Origin,
    conversation_key,
    conversation_owner,
    trim_fairly,
)
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.outcome import Reason, Status
from tests.attacks.engine.authority.conftest import MakeSharedHouse, SharedHouse
from tests.attacks.engine.authority.said_at_plans import AT_THEM
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

PLANS = {
    "job": "turn off the radio at 23:00",
    "daily job": "turn off the radio every day at 23:00",
    "watch": "tell me when the garage door opens",
    "watch that acts": "turn on the heater when the garage door opens",
    "timer": "set a pizza timer for 20 minutes",
    "going back": "turn on the plug for two hours",
}
CANCELLING = (
    "cancel everything that is planned",
    "cancel all of them",
    "cancel everything",
    "stop watching everything",
    "stop watching the garage door",
    "cancel the watch on the garage door",
    "cancel all plans for the radio",
    "cancel all of them at 23:00",
    "forget all plans",
    "cancel all timers",
    "cancel the pizza timer",
    "stop the timer",
    "pause the pizza timer",
    "take 19 minutes off the pizza timer",
    "cancel that",
    "undo that",
    "undo the last 5 commands",
)
ASKING = (
    "what have you scheduled?",
    "what is planned?",
    "what are you watching?",
    "what is planned for the radio?",
    "what timers are there?",
    "how long is left on the pizza timer?",
    "why did you do that?",
)
GUESTS: dict[str, dict[str, Any]] = {
    "another user": {"user_id": "guest"},
    "another user in the owner's conversation": {
        "user_id": "guest",
        "conversation_id": "of owner",
    },
    "a satellite": {
        "user_id": None,
        "origin": Origin.VOICE,
        "satellite_id": "assist_satellite.hall",
        "conversation_id": "spoken",
    },
    "nobody in the owner's conversation": {"user_id": None, "conversation_id": "of owner"},
    "nobody who guesses how it is kept": {
        "user_id": None,
        "conversation_id": conversation_key("of owner", "owner"),
    },
}


async def _with_plans(house: SharedHouse) -> list[Any]:
    for sentence in PLANS.values():
        reply = await house.said("owner", sentence)
        assert {outcome.status for outcome in reply.outcomes} <= {Status.SCHEDULED, Status.DONE}, (
            reply.text
        )
    assert house.agent is not None
    assert set(house.planned()) == {"owner"}
    assert len(house.planned()) == len(PLANS)
    return sorted(house.agent.api.planned(), key=str)


def _ids(house: SharedHouse) -> list[str]:
    assert house.agent is not None
    return [
        str(getattr(item, "job_id", "") or getattr(item, "timer_id", ""))
        for item in house.agent.api.planned()
    ]


@pytest.mark.parametrize("sentence", CANCELLING)
async def test_the_owner_can_end_it_by_each_of_these(sentence: str, shared: SharedHouse) -> None:
    """Or what follows would prove nothing."""
    before = await _with_plans(shared)
    await shared.said("owner", sentence)
    assert shared.agent is not None
    assert sorted(shared.agent.api.planned(), key=str) != before


@pytest.mark.parametrize("guest", GUESTS)
@pytest.mark.parametrize("sentence", CANCELLING + AT_THEM)
async def test_nobody_ends_what_another_planned(
    guest: str, sentence: str, shared: SharedHouse
) -> None:
    before = await _with_plans(shared)
    await shared.say(sentence, **({"conversation_id": "of guest"} | GUESTS[guest]))
    await shared.say("yes", **({"conversation_id": "of guest"} | GUESTS[guest]))
    assert shared.agent is not None
    # What a guest plans meanwhile is theirs.
    planned = [item for item in shared.agent.api.planned() if item.owner == "owner"]
    assert sorted(planned, key=str) == before
    assert shared.state("switch.plug") == "on"


@pytest.mark.parametrize("guest", GUESTS)
@pytest.mark.parametrize("sentence", ASKING)
async def test_nobody_hears_what_another_planned_or_did(
    guest: str, sentence: str, shared: SharedHouse
) -> None:
    await _with_plans(shared)
    reply = await shared.say(sentence, **({"conversation_id": "of guest"} | GUESTS[guest]))
    told = reply.text.casefold()
    assert not any(word in told for word in ("radio,", "garage", "pizza timer has", "plug", "23"))
    assert all(not outcome.jobs and not outcome.timers for outcome in reply.outcomes)


async def test_a_guest_who_cancels_everything_cancels_their_own(shared: SharedHouse) -> None:
    """And is told that there is more, without what it is."""
    await shared.said("owner", PLANS["watch"])
    await shared.said("guest", PLANS["job"])
    reply = await shared.said("guest", "cancel everything that is planned")
    assert shared.planned() == ["owner"]
    assert reply.text == (
        "Cancelled: turn off Radio, today at 11:00 PM. "
        "Others have plans of their own, which I neither tell nor change."
    )
    again = await shared.said("guest", "what have you scheduled?")
    assert again.text == (
        "There is nothing of yours. "
        "Others have plans of their own, which I neither tell nor change."
    )


async def test_what_is_told_of_others_does_not_depend_on_what_is_asked(
    shared: SharedHouse,
) -> None:
    """Or asking thing by thing would find out what they planned."""
    await shared.said("owner", PLANS["watch"])
    asked = {
        (await shared.said("guest", f"what is planned for the {item}?")).text
        for item in ("garage door", "radio", "heater", "plug")
    }
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("settings", "turn"),
    [
        ({}, {"is_admin": True}),
        ({"share_plans": True}, {}),
        ({"managers": ["guest"]}, {}),
    ],
    ids=["an admin", "shared", "a manager"],
)
async def test_those_who_have_the_right_may(
    settings: dict[str, Any], turn: dict[str, Any], make_shared: MakeSharedHouse
) -> None:
    house = make_shared(schedule=settings)
    await house.start()
    await house.said("owner", PLANS["watch"])
    listed = await house.said("guest", "what are you watching?", **turn)
    assert "Garage door" in listed.text
    await house.said("guest", "cancel everything that is planned", **turn)
    assert house.planned() == []


@pytest.mark.parametrize("user", ["owner", "guest", None])
async def test_what_is_the_households_is_everyones(user: str | None, shared: SharedHouse) -> None:
    await shared.said(None, PLANS["job"], origin=Origin.VOICE)
    await shared.said(user, "cancel everything that is planned")
    assert shared.planned() == []


@pytest.mark.parametrize("tool", ["schedule", "list_watches"])
async def test_a_tool_sees_and_ends_no_more(tool: str, shared: SharedHouse) -> None:
    await _with_plans(shared)
    before = shared.planned()
    assert shared.agent is not None
    arguments: dict[str, Any] = {"action": "cancel", "all": True} if tool == "schedule" else {}
    for asked in (arguments, {"action": "list"} if tool == "schedule" else {}):
        result = await shared.agent.api.use_tool(
            ToolCall(id="1", name=tool, arguments=asked),
            Authority(origin=Origin.MCP, user_id="guest"),
        )
        assert "radio" not in str(result.as_json()).casefold()
        assert "garage" not in str(result.as_json()).casefold()
    assert shared.planned() == before


@pytest.mark.parametrize(
    "authority",
    [
        Authority(user_id="guest"),
        Authority(origin=Origin.VOICE),
        Authority(user_id="guest", conversation_id="of owner"),
    ],
)
async def test_an_action_sees_and_ends_no_more(authority: Authority, shared: SharedHouse) -> None:
    before = await _with_plans(shared)
    assert shared.agent is not None
    assert shared.agent.api.planned_by(authority) == ()
    for planned_id in _ids(shared):
        assert await shared.agent.api.call_off(planned_id, authority) is None
    assert sorted(shared.agent.api.planned(), key=str) == before
    assert await shared.agent.forget(None, authority) == 0
    assert await shared.agent.forget("of owner", authority) == 0


@pytest.mark.parametrize("guest", GUESTS)
async def test_nobody_says_yes_for_another(guest: str, shared: SharedHouse) -> None:
    asked = await shared.said("owner", "unlock the front door")
    assert asked.expects_answer
    await shared.say("yes", **({"conversation_id": "of guest"} | GUESTS[guest]))
    assert shared.state("lock.front_door") == "locked"


@pytest.mark.parametrize("guest", GUESTS)
@pytest.mark.parametrize("sentence", ["the bedroom one", "turn it off", "and the counter light"])
async def test_nobody_goes_on_with_what_another_spoke_of(
    guest: str, sentence: str, shared: SharedHouse
) -> None:
    await shared.said("owner", "turn on the ceiling light")
    await shared.said("owner", "turn on the reading lamp")
    before = {entity_id: state.value for entity_id, state in shared.home.snapshot().states.items()}
    await shared.say(sentence, **({"conversation_id": "of guest"} | GUESTS[guest]))
    after = {entity_id: state.value for entity_id, state in shared.home.snapshot().states.items()}
    assert after == before


@pytest.mark.parametrize(
    "guest", [guest for guest in GUESTS if "conversation" in guest or "kept" in guest]
)
async def test_a_model_is_not_told_what_another_said(
    guest: str, make_shared: MakeSharedHouse, server: ScriptedServer
) -> None:
    house = make_shared(model=True, first=True)
    await house.start()
    server.otherwise(Says(text="All right."))
    await house.said("owner", "my surprise for Ben is hidden in the shed")
    await house.say("what did I say before?", **GUESTS[guest])
    assert "shed" not in str(server.requests[-1].json)


@pytest.mark.parametrize("guest", GUESTS)
async def test_nobody_undoes_what_another_did(guest: str, shared: SharedHouse) -> None:
    await shared.said("owner", "turn on the ceiling light")
    reply = await shared.say("undo that", **({"conversation_id": "of guest"} | GUESTS[guest]))
    assert shared.state("light.ceiling") == "on"
    assert [outcome.reason for outcome in reply.outcomes] == [Reason.NOTHING_TO_UNDO]


@pytest.mark.parametrize(
    "authority",
    [
        Authority(user_id="guest", conversation_id="of owner"),
        Authority(conversation_id="of owner"),
        Authority(user_id="owner", conversation_id="one in which nothing was done"),
        Authority(user_id="admin", is_admin=True, conversation_id="of nobody"),
        Authority(origin=Origin.AUTOMATION, is_admin=True, conversation_id="of nobody"),
    ],
)
async def test_undo_of_a_conversation_that_did_nothing_undoes_nothing(
    authority: Authority, shared: SharedHouse
) -> None:
    """It once undid another's."""
    await shared.said("owner", "turn on the ceiling light")
    outcomes = await shared.undo(authority, only_here=True)
    assert [outcome.reason for outcome in outcomes] == [Reason.NOTHING_TO_UNDO]
    assert shared.state("light.ceiling") == "on"


async def test_a_satellite_does_not_undo_what_was_said_to_another(shared: SharedHouse) -> None:
    spoken = {"origin": Origin.VOICE, "satellite_id": "assist_satellite.kitchen"}
    await shared.said(None, "turn on the ceiling light", conversation_id="1", **spoken)
    other = {"origin": Origin.VOICE, "satellite_id": "assist_satellite.attic"}
    await shared.said(None, "undo that", conversation_id="2", **other)
    assert shared.state("light.ceiling") == "on"
    await shared.said(None, "undo that", conversation_id="3", **spoken)
    assert shared.state("light.ceiling") == "off"


@pytest.mark.parametrize("conversation", ["of owner", "a new one"])
async def test_why_knows_what_undo_knows(conversation: str, shared: SharedHouse) -> None:
    await shared.said("owner", "turn on the ceiling light")
    why = await shared.said("owner", "why did you do that?", conversation_id=conversation)
    assert why.text.startswith("I heard: “turn on the ceiling light”.")
    await shared.said("owner", "undo that", conversation_id=conversation)
    assert shared.state("light.ceiling") == "off"


async def test_why_knows_of_what_was_planned(shared: SharedHouse) -> None:
    await shared.said("owner", "turn on the ceiling light in ten minutes")
    await shared.said("owner", "turn on the plug")
    await shared.after(1200)
    assert shared.state("light.ceiling") == "on"
    why = await shared.said("owner", "why did you do that?")
    assert why.text == "As planned: turn on Ceiling light."


async def test_why_knows_of_what_a_program_asked(shared: SharedHouse) -> None:
    assert shared.agent is not None
    call = ToolCall(
        id="1", name="ha_control", arguments={"action": "turn_on", "entity_id": "light.ceiling"}
    )
    authority = Authority(origin=Origin.CHAT, user_id="owner", conversation_id="by an action")
    await shared.agent.api.use_tool(call, authority)
    assert shared.state("light.ceiling") == "on"
    why = await shared.said("owner", "why did you do that?")
    assert why.text == "A program asked me to: turn on Ceiling light."
    other = await shared.said("guest", "why did you do that?")
    assert "Ceiling" not in other.text


async def test_what_another_wants_to_go_back_goes_back(make_shared: MakeSharedHouse) -> None:
    """A guest who has the same thing on for ever longer does not put it off."""
    house = make_shared(safety={"confirm": False})
    await house.start()
    await house.said("owner", "turn on the plug for ten minutes")
    await house.said("guest", "turn on the plug for ten hours")
    await house.said("guest", "cancel everything that is planned")
    await house.after(1200)
    assert house.state("switch.plug") == "off"


async def test_nobody_fills_up_what_is_kept_for_everyone(shared: SharedHouse) -> None:
    assert shared.agent is not None
    for at in range(120):
        await shared.said("guest", f"set a timer for {at + 1} minutes")
    assert shared.planned().count("guest") == 50
    timer = await shared.said("owner", "set a timer for 5 minutes")
    assert timer.outcomes[0].status is Status.SCHEDULED


async def test_nobody_pushes_out_anothers_conversation_or_undo(
    make_shared: MakeSharedHouse,
) -> None:
    house = make_shared()
    await house.start()
    await house.said("owner", "turn on the ceiling light")
    for at in range(60):
        await house.said("guest", "turn on the plug", conversation_id=f"guest {at}")
        await house.said("guest", "turn off the plug", conversation_id=f"guest {at}")
    why = await house.said("owner", "why did you do that?")
    assert why.text.startswith("I heard: “turn on the ceiling light”.")
    await house.said("owner", "undo that")
    assert house.state("light.ceiling") == "off"


@pytest.mark.parametrize("user", ["a", "b", None, ""])
@pytest.mark.parametrize("called", ["x", "@b/x", "@/x", "@", "/x", "@a/x", "b/x", "@/@a/x"])
def test_no_name_of_a_conversation_leads_into_anothers(user: str | None, called: str) -> None:
    key = conversation_key(called, user)
    assert conversation_owner(key) == (user or None)
    for other in ("a", "b", None):
        for theirs in ("x", "@b/x", "@/x", "@a/x", "@/@a/x"):
            if (other, theirs) != (user or None, called):
                assert conversation_key(theirs, other) != key


def test_whoever_has_the_most_gives_up_first() -> None:
    values = ["a1", "b1", "b2", "b3", "a2", "b4"]
    kept, gone = trim_fairly(values, 4, lambda pair: pair[0])
    assert (kept, gone) == (["a1", "b3", "a2", "b4"], ["b1", "b2"])


async def test_why_is_about_what_was_done_not_about_what_was_asked_since(
    shared: SharedHouse,
) -> None:
    """From another conversation: "undo that" means the lamp, too."""
    await shared.said("owner", "turn on the ceiling light")
    await shared.said("owner", "is the plug on?")
    why = await shared.said("owner", "why did you do that?", conversation_id="a new one")
    assert why.text.startswith("I heard: “turn on the ceiling light”.")
