"""Having the home do by itself, and past the gate, what nobody may do."""

from collections.abc import Mapping
from typing import Any

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import AccessKey, Authority, Origin
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.tools.tool import ToolResult
from tests.engine.automations.conftest import House, open_house

MODEL = Authority(conversation_id="one", decided_by=(Origin.MODEL,))
DOOR = {"entity": "binary_sensor.back_door", "state": "on"}
LIGHT = {"service": "light.turn_on", "entity": "light.hall"}
FAN = {"service": "fan.turn_on", "entity": "fan.bath"}
SPOKEN = "whenever the back door opens, turn on the hall light as an automation"

RULES: dict[str, Mapping[str, Any]] = {
    "all automations": {"deny": ["automation.*"]},
    "their kind": {"deny": ["domain:automation"]},
    "making one": {"deny": ["service:automation.create"]},
    "whatever is done to one": {"deny": ["service:automation.*"]},
    "everything": {"deny": ["*"]},
    "all services": {"deny": ["service:*"]},
    "nothing but fans": {"allow": ["fan.*"]},
    "nothing but the lamp itself": {"allow": ["light.hall"]},
    "what it does": {"deny": ["light.hall"]},
    "the room of what it does": {"deny": ["area:Hall"]},
    "the service in it": {"deny": ["service:light.turn_on"]},
    "any automation that does it": {"rules": [{"origins": ["automation"], "deny": ["light.*"]}]},
}


async def use(
    house: House, tool: str = "create_automation", who: Authority = MODEL, **arguments: Any
) -> ToolResult:
    call = ToolCall(id="1", name=tool, arguments=arguments)
    return await house.agent.api.use_tool(call, who, attended=True)


async def agree(house: House, result: ToolResult, who: Authority = MODEL) -> None:
    """Say yes, if there is a question."""
    if found := await house.agent.api.find_question(result, "en"):
        await house.agent.api.carry_out_confirmed(found[1], who)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
async def test_what_is_denied_is_not_automated_by_a_model(rules: Mapping[str, Any]) -> None:
    async with open_house(rules=Safety.from_mapping(rules).rules) as house:
        result = await use(house, triggers=[DOOR], actions=[LIGHT])
        await agree(house, result)
        assert not result.success
        assert await house.kept() == []


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
async def test_what_is_denied_is_not_automated_by_voice(rules: Mapping[str, Any]) -> None:
    async with open_house(rules=Safety.from_mapping(rules).rules) as house:
        await house.say(SPOKEN)
        await house.say("yes")
        assert await house.kept() == []


async def test_the_same_is_possible_where_no_rule_is_about_it() -> None:
    rules = Safety.from_mapping({"allow": ["automation.*", "light.*"], "deny": ["fan.*"]}).rules
    async with open_house(rules=rules) as house:
        await house.say(SPOKEN)
        await house.say("yes")
        assert len(await house.kept()) == 1


MESSAGES = {
    "on the page": {"deny": ["domain:persistent_notification"]},
    "by its service": {"deny": ["service:persistent_notification.create"]},
    "all services": {"deny": ["service:*"]},
}


@pytest.mark.parametrize("rules", MESSAGES.values(), ids=MESSAGES)
async def test_a_message_goes_no_way_that_is_denied(rules: Mapping[str, Any]) -> None:
    rule = {"origins": ["model"], **rules}
    async with open_house(rules=Safety.from_mapping({"rules": [rule]}).rules) as house:
        await agree(house, await use(house, triggers=[DOOR], actions=[{"message": "Hello"}]))
        assert await house.kept() == []


async def test_what_is_there_is_not_changed() -> None:
    rules = Safety.from_mapping({"deny": ["service:automation.change"]}).rules
    async with open_house(rules=rules) as house:
        await agree(house, await use(house, name="Fan", triggers=[DOOR], actions=[FAN]))
        (kept,) = await house.home.automations.list()
        await agree(
            house, await use(house, id=kept.automation_id, triggers=[DOOR], actions=[LIGHT])
        )
        await house.change("binary_sensor.back_door", "on")
        assert (house.state("light.hall"), house.state("fan.bath")) == ("off", "on")


async def test_what_is_there_is_not_removed() -> None:
    rules = Safety.from_mapping({"deny": ["service:automation.remove"]}).rules
    async with open_house(rules=rules) as house:
        await agree(house, await use(house, name="Fan", triggers=[DOOR], actions=[FAN]))
        (kept,) = await house.home.automations.list()
        removed = await use(house, "manage_automations", action="remove", id=kept.automation_id)
        await agree(house, removed)
        assert await house.kept() == ["Fan"]


KEYS = [AccessKey(name="tablet", areas=("Hall",)), AccessKey(name="tablet", read_only=True)]


@pytest.mark.parametrize("key", KEYS)
async def test_a_key_with_bounds_writes_nothing(key: AccessKey) -> None:
    who = Authority(origin=Origin.API, conversation_id="one", key=key)
    async with open_house() as house:
        result = await use(house, who=who, triggers=[DOOR], actions=[LIGHT])
        await agree(house, result, who)
        assert await house.kept() == []


ALARM = {"service": "lock.lock", "entity": "lock.front"}


async def test_undo_is_no_way_around_the_pin() -> None:
    """What looks after the home ends only with a yes, also if it was made just now."""
    async with open_house(pin="4711") as house:
        await agree(house, await use(house, name="Guard", triggers=[DOOR], actions=[ALARM]))
        assert await house.kept() == ["Guard"]
        result = await use(house, "undo")
        assert not result.success
        assert await house.kept() == ["Guard"]
        await agree(house, result)
        assert await house.kept() == []


@pytest.mark.parametrize(
    "rules", [{"deny": ["service:automation.remove"]}, {"rules": [{"deny": ["automation.remove"]}]}]
)
async def test_undo_removes_nothing_that_a_rule_keeps(rules: Mapping[str, Any]) -> None:
    async with open_house(rules=Safety.from_mapping(rules).rules) as house:
        await agree(house, await use(house, name="Fan", triggers=[DOOR], actions=[FAN]))
        await house.say("undo that")
        await house.say("yes")
        assert await house.kept() == ["Fan"]
