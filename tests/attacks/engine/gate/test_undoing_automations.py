"""Saying "undo" to have an automation written or ended that one may not write or end."""

from collections.abc import Mapping
from typing import Any

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import AccessKey, Authority, Origin
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.tools.tool import ToolResult
from tests.engine.automations.conftest import House, open_house

FAN = "every day at 8 turn on the bath fan as an automation"
TO_LIGHT = "change the automation bath fan: every day at 9 turn on the hall light"
TO_GUARD = "change the automation bath fan: every day at 22 lock the front lock"
REMOVE = "delete the automation bath fan"
LOCKING = {"action": "lock.lock", "target": {"entity_id": ["lock.front"]}}

type Configs = dict[str, Mapping[str, Any]]


async def talk(house: House, *said: str, **who: Any) -> str:
    for text in said:
        reply = await house.say(text, **who)
    return reply.text


async def written(house: House) -> Configs:
    keeper = house.home.automations
    return {
        kept.automation_id: await keeper.read(kept.automation_id) or {}
        for kept in await keeper.list()
    }


async def edit(house: House, **parts: Any) -> None:
    """Write into the only one, as a parent does in the editor of the home."""
    keeper = house.home.automations
    ((automation_id, config),) = (await written(house)).items()
    await keeper.write(automation_id, {**config, **parts}, "home_agent")


async def use_undo(house: House, who: Authority, *, attended: bool, **how: Any) -> ToolResult:
    call = ToolCall(id="1", name="undo", arguments=how)
    return await house.agent.api.use_tool(call, who, attended=attended)


async def test_undoing_a_change_does_not_end_what_looks_after_the_home() -> None:
    """To switch it off, or to change it back, takes the PIN."""
    async with open_house(pin="4711") as house:
        await talk(house, FAN, "4711")
        before = await written(house)
        await talk(house, TO_GUARD, "4711")
        guard = await written(house)
        reply = await house.say("undo that")
        assert reply.expects_pin
        assert await written(house) == guard
        await house.say("1234")
        assert await written(house) == guard
        await talk(house, "undo that", "4711")
        assert await written(house) == before


async def test_undoing_a_change_does_not_end_what_a_parent_wrote_since() -> None:
    async with open_house(pin="4711") as house:
        await talk(house, FAN, "4711", TO_LIGHT, "4711")
        await edit(house, alias="Lock up", actions=[LOCKING])
        guard = await written(house)
        reply = await house.say("undo that")
        assert "changed since" in reply.text
        assert not reply.expects_answer
        assert await written(house) == guard


async def test_a_parent_writes_before_the_yes() -> None:
    async with open_house(pin="4711") as house:
        await talk(house, FAN, "4711", TO_GUARD, "4711")
        assert (await house.say("undo that")).expects_pin
        await edit(house, alias="Lock up")
        parents = await written(house)
        await house.say("4711")
        assert await written(house) == parents


async def test_undoing_does_not_remove_what_a_parent_wrote_since() -> None:
    """It was made just now, but it is no longer what was made."""
    async with open_house() as house:
        await talk(house, FAN, "yes")
        await edit(house, alias="Hall", actions=[{**LOCKING, "action": "light.turn_on"}])
        parents = await written(house)
        assert "changed since" in await talk(house, "undo that")
        assert await written(house) == parents


async def test_undoing_does_not_write_over_what_is_there_again() -> None:
    """A parent has put back what a child removed, with something else in it."""
    async with open_house() as house:
        await talk(house, FAN, "yes")
        ((automation_id, config),) = (await written(house)).items()
        await talk(house, REMOVE, "yes")
        again = {**config, "actions": [LOCKING]}
        await house.home.automations.write(automation_id, again, "home_agent")
        assert "changed since" in await talk(house, "undo that")
        assert await written(house) == {automation_id: again}


async def test_undoing_a_change_does_not_switch_on_what_a_parent_switched_off() -> None:
    async with open_house() as house:
        await talk(house, FAN, "yes", TO_LIGHT, "yes", user_id="kid", conversation_id="k")
        await talk(house, "turn off the automation hall light", user_id="mum", conversation_id="m")
        await talk(house, "undo that", user_id="kid", conversation_id="k")
        (kept,) = await house.home.automations.list()
        assert not kept.is_on


STEPS = {
    "made": (FAN, "yes"),
    "changed": (FAN, "yes", TO_LIGHT, "yes"),
    "removed": (FAN, "yes", REMOVE, "yes"),
}
DEEDS = {"made": "remove", "changed": "change", "removed": "create"}


@pytest.mark.parametrize("mark", ["automation.*", "service:automation.{}"])
@pytest.mark.parametrize("what", STEPS)
async def test_what_is_marked_is_asked_about(what: str, mark: str) -> None:
    marked = Safety.from_mapping({"mark": [mark.format(DEEDS[what])]}).mark
    async with open_house(mark=marked) as house:
        await talk(house, *STEPS[what])
        before = await written(house)
        reply = await house.say("undo that")
        assert reply.expects_answer
        assert await written(house) == before
        await house.say("yes")
        assert await written(house) != before


@pytest.mark.parametrize("denied", [True, False])
async def test_who_may_not_make_one_does_not_by_undoing_a_change(denied: bool) -> None:
    """Who may is asked all the same: it was somebody else who removed it."""
    deny = ["service:automation.create"] if denied else []
    rules = Safety.from_mapping({"rules": [{"users": ["kid"], "deny": deny}]}).rules
    mum = {"user_id": "mum", "conversation_id": "m"}
    kid = {"user_id": "kid", "conversation_id": "k"}
    async with open_house(rules=rules if denied else ()) as house:
        await talk(house, FAN, "yes", **mum)
        await talk(house, TO_LIGHT, "yes", **kid)
        await talk(house, "delete the automation hall light", "yes", **mum)
        assert await written(house) == {}
        reply = await house.say("undo that", **kid)
        assert await written(house) == {}
        assert reply.expects_answer is not denied
        await house.say("yes", **kid)
        assert bool(await written(house)) is not denied


MACHINES = {
    "an agent": Authority(
        origin=Origin.MCP, key=AccessKey(name="agent"), conversation_id="one", user_id=None
    ),
    "a model": Authority(decided_by=(Origin.MODEL,), conversation_id="one"),
    "a plan": Authority(decided_by=(Origin.SCHEDULE,), conversation_id="one"),
    "an automation": Authority(origin=Origin.AUTOMATION, conversation_id="one"),
}


@pytest.mark.parametrize("who", MACHINES.values(), ids=MACHINES)
@pytest.mark.parametrize("what", STEPS)
async def test_no_machine_writes_or_removes_by_undoing(what: str, who: Authority) -> None:
    """Nobody is there who could say yes."""
    async with open_house() as house:
        await talk(house, *STEPS[what])
        before = await written(house)
        result = await use_undo(house, who, attended=False)
        assert not result.success
        assert await written(house) == before


@pytest.mark.parametrize("what", STEPS)
async def test_a_person_says_yes_to_what_a_model_undoes(what: str) -> None:
    model = MACHINES["a model"]
    async with open_house() as house:
        await talk(house, *STEPS[what])
        before = await written(house)
        result = await use_undo(house, model, attended=True)
        assert await written(house) == before
        found = await house.agent.api.find_question(result, "en")
        assert found is not None
        await house.agent.api.carry_out_confirmed(found[1], model)
        assert await written(house) != before


async def test_one_yes_is_to_all_that_is_undone() -> None:
    """And nothing of it happens before."""
    model = MACHINES["a model"]
    async with open_house() as house:
        await talk(house, FAN, "yes", "turn on the hall light")
        result = await use_undo(house, model, attended=True, count=2)
        assert house.state("light.hall") == "on"
        found = await house.agent.api.find_question(result, "en")
        assert found is not None
        await house.agent.api.carry_out_confirmed(found[1], model)
        assert house.state("light.hall") == "off"
        assert await written(house) == {}


@pytest.mark.parametrize(
    "more",
    [
        (TO_LIGHT, "yes", "change the automation hall light: every day at 7 turn on the bath fan"),
        (TO_LIGHT, "yes", "delete the automation hall light"),
        ("turn off the automation bath fan", TO_LIGHT),
    ],
)
async def test_several_are_still_undone_one_after_the_other(more: tuple[str, ...]) -> None:
    """What is put back first is what the next was written over."""
    async with open_house() as house:
        await talk(house, FAN, "yes")
        before = await written(house)
        await talk(house, *more, "yes")
        assert await written(house) != before
        # The question before the last yes counts as one of them.
        await talk(house, "undo the last 3 commands")
        assert await written(house) == before
        (kept,) = await house.home.automations.list()
        assert kept.is_on
