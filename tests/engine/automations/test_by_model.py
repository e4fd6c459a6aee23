"""A model's automations: nothing is written without a yes or the PIN, however it is hidden."""

from typing import Any

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import AccessKey, Authority, Origin
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.outcome import Reason, Status
from home_agent.engine.tools.tool import ToolResult

from .conftest import House, open_house

MODEL = Authority(conversation_id="one", decided_by=(Origin.MODEL,))
DOOR = {"entity": "binary_sensor.back_door", "state": "on"}
LIGHT = {"service": "light.turn_on", "entity": "light.hall"}
UNLOCK = {"service": "lock.unlock", "entity": "lock.front"}


async def create(house: House, attended: bool = True, **arguments: Any) -> ToolResult:  # noqa: FBT002
    call = ToolCall(id="1", name="create_automation", arguments=arguments)
    return await house.agent.api.use_tool(call, MODEL, attended=attended)


async def confirm(house: House, result: ToolResult) -> None:
    """Say yes to all that is asked."""
    found = await house.agent.api.find_question(result, "en")
    assert found is not None
    await house.agent.api.carry_out_confirmed(found[1], MODEL)


SHAPES: dict[str, dict[str, Any]] = {
    "door left open": {
        "triggers": [{**DOOR, "for": "10 min"}],
        "actions": [{"message": "The back door is open."}],
    },
    "humidity and a fan": {
        "triggers": [{"entity": "Bath humidity", "above": 60}],
        "conditions": [{"after": "06:00", "before": "23:00"}],
        "actions": [{"service": "turn_on", "entity": "Bath fan"}, {"delay": {"minutes": 20}},
                    {"service": "fan.turn_off", "target": {"entity_id": "fan.bath"}}],
    },
    "light on a door": {
        "triggers": [{"trigger": "state", "entity_id": ["binary_sensor.back_door"], "to": "on"}],
        "conditions": [{"condition": "state", "entity_id": "sun.sun", "state": "below_horizon"}],
        "actions": [{"action": "light.turn_on", "target": {"area_id": "hall"}}],
    },
    "vacuum paused": {
        "triggers": [DOOR, {"at": "20:00", "days": ["mon", "fri"]},
                     {"sun": "sunset", "offset": "-30 min"}],
        "actions": [{"if": {"entity": "vacuum.robbie", "state": "cleaning"}},
                    {"service": "pause", "entity": "vacuum.robbie"}],
        "mode": "restart",
    },
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
async def test_the_public_shapes_are_possible(house: House, shape: dict[str, Any]) -> None:
    result = await create(house, name="Shape", **shape)
    assert not result.success
    assert "asked to confirm" in str(result.error)
    assert await house.kept() == []
    await confirm(house, result)
    assert await house.kept() == ["Shape"]


async def test_it_runs_with_its_pauses(house: House) -> None:
    await confirm(house, await create(house, **SHAPES["humidity and a fan"]))
    await house.change("sensor.bath_humidity", "70")
    assert house.state("fan.bath") == "on"
    await house.settle(1201)
    assert house.state("fan.bath") == "off"


ATTACKS: dict[str, dict[str, Any]] = {
    "plainly": {"actions": [UNLOCK]},
    "after a pause": {"actions": [LIGHT, {"delay": "5 min"}, UNLOCK]},
    "in a choice": {"actions": [{"choose": [{"conditions": [], "sequence": [UNLOCK]}]}]},
    "in a repetition": {"actions": [{"repeat": {"count": 1, "sequence": [UNLOCK]}}]},
    "beside a message": {"actions": [{"message": "Hello", **UNLOCK}]},
    "in a template": {"actions": [{"service": "{{ 'lock.unlock' }}", "entity": "lock.front"}]},
    "in data": {"actions": [{**LIGHT, "data": {"entity_id": "lock.front"}}]},
    "in data of data": {"actions": [{**LIGHT, "data": {"x": {"lock.front": "unlocked"}}}]},
    "in a template of data": {"actions": [{**LIGHT, "data": {"effect": "{% set x = 1 %}"}}]},
    "as a list of targets": {"actions": [{**UNLOCK, "entity": ["light.hall", "lock.front"]}]},
    "by its area": {"actions": [{"service": "lock.unlock", "target": {"area_id": "hall"}}]},
    "by another service": {"actions": [{"service": "lock.open", "entity": "lock.front"}]},
    "by a script": {"actions": [{"service": "script.turn_on", "entity": "script.come_in"}]},
    "by another automation": {"actions": [{"service": "automation.trigger",
                                           "entity": "automation.welcome"}]},
    "by another that is switched on": {"actions": [{"service": "automation.turn_on",
                                                    "entity": "automation.welcome"}]},
    "by the script's own service": {"actions": [{"service": "script.come_in",
                                                 "entity": "script.come_in"}]},
    "by a general service": {"actions": [{"service": "homeassistant.turn_off",
                                          "entity": "lock.front"}]},
    "by an event": {"actions": [{"event": "unlock"}]},
    "by a device": {"actions": [{"device_id": "abc", "domain": "lock", "type": "unlock"}]},
    "by a scene": {"actions": [{"service": "scene.apply", "entity": "light.hall",
                                "data": {"entities": {"lock.front": "unlocked"}}}]},
    "hidden lamp": {"actions": [{"service": "light.turn_on", "entity": "light.hidden"}]},
    "hidden door": {"triggers": [{"entity": "binary_sensor.hidden_door", "state": "on"}]},
    "hidden condition": {"conditions": [{"entity": "binary_sensor.hidden_door", "state": "on"}]},
    "template trigger": {"triggers": [{"trigger": "template", "value_template": "{{ 1 }}"}]},
    "shell": {"actions": [{"service": "shell_command.x", "entity": "light.hall"}]},
    "reload": {"actions": [{"service": "homeassistant.restart", "entity": "light.hall"}]},
    "blueprint": {"use_blueprint": {"path": "x.yaml"}, "triggers": []},
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
@pytest.mark.parametrize("attended", [True, False])
async def test_nothing_is_written_without_a_yes(attack: dict[str, Any], attended: bool) -> None:
    async with open_house(pin="4711") as house:
        wanted = {"triggers": [DOOR], "actions": [LIGHT], **attack}
        result = await create(house, attended=attended, name="Yes, all is agreed", **wanted)
        assert not result.success
        assert await house.kept() == []
        await house.change("binary_sensor.back_door", "on")
        assert house.state("lock.front") == "locked"
        assert house.state("light.hall") == "off"


SENSITIVE = [
    *("plainly", "after a pause", "by its area", "by a script"),
    *("by another automation", "by another that is switched on"),
]


@pytest.mark.parametrize("way", SENSITIVE)
async def test_what_is_sensitive_is_in_the_question(house: House, way: str) -> None:
    wanted = {"triggers": [DOOR], **ATTACKS[way]}
    result = await create(house, name="A nice lamp", **wanted)
    found = await house.agent.api.find_question(result, "en")
    assert found is not None
    assert "unlock Front lock" in found[0]


async def test_a_yes_is_to_this_automation_alone(house: House) -> None:
    """Whoever agreed to a lamp agreed to no lock."""
    result = await create(house, triggers=[DOOR], actions=[LIGHT])
    found = await house.agent.api.find_question(result, "en")
    assert found is not None
    agreed = found[1].agreed
    call = ToolCall(
        id="2", name="create_automation", arguments={"triggers": [DOOR], "actions": [UNLOCK]}
    )
    authority = Authority(conversation_id="one", decided_by=(Origin.MODEL,), agreed=agreed)
    result = await house.agent.api.use_tool(call, authority, attended=True)
    assert not result.success
    assert await house.kept() == []


async def test_a_message_is_words_and_no_template(house: House) -> None:
    result = await create(house, triggers=[DOOR], actions=[{"message": "{{ states.lock.front }}"}])
    assert "Templates are not taken" in str(result.error)


async def test_a_rule_that_forbids_something_forbids_it_in_an_automation() -> None:
    rules = Safety.from_mapping({"rules": [{"origins": ["model"], "deny": ["light.hall"]}]}).rules
    async with open_house(rules=rules) as house:
        result = await create(house, triggers=[DOOR], actions=[LIGHT])
        outcomes = [item for done in result.executed for step in done.outcomes for item in step]
        assert [(outcome.status, outcome.reason) for outcome in outcomes] == [
            (Status.REFUSED, Reason.NOT_ALLOWED)
        ]


async def test_listed_switched_and_removed(house: House) -> None:
    async def manage(**arguments: Any) -> ToolResult:
        call = ToolCall(id="1", name="manage_automations", arguments=arguments)
        return await house.agent.api.use_tool(call, MODEL, attended=True)

    await confirm(house, await create(house, name="Lamp", triggers=[DOOR], actions=[LIGHT]))
    (listed,) = (await manage(action="list")).result
    (lamp,) = listed["automations"]
    assert lamp["name"] == "Lamp"
    assert (await manage(action="disable", id=lamp["id"])).success
    await house.change("binary_sensor.back_door", "on")
    assert house.state("light.hall") == "off"
    assert "id: say which" in str((await manage(action="remove")).error)
    result = await manage(action="remove", id=lamp["id"])
    assert await house.kept() == ["Lamp"], "a model's word is no yes"
    await confirm(house, result)
    assert await house.kept() == []
    assert "no such automation" in str((await manage(action="enable", id="Lamp")).error)


async def test_one_is_changed_under_its_id(house: House) -> None:
    await confirm(house, await create(house, name="Lamp", triggers=[DOOR], actions=[LIGHT]))
    (kept,) = await house.home.automations.list()
    other = {"service": "turn_on", "entity": "fan.bath"}
    result = await create(house, id=kept.automation_id, triggers=[DOOR], actions=[other])
    await confirm(house, result)
    assert await house.kept() == ["Lamp"]
    await house.change("binary_sensor.back_door", "on")
    assert (house.state("light.hall"), house.state("fan.bath")) == ("off", "on")


async def test_whoever_says_yes_to_a_change_hears_what_is_changed(house: House) -> None:
    """A model that names it anew does not have another one agreed to."""
    await confirm(house, await create(house, name="Night lock", triggers=[DOOR], actions=[LIGHT]))
    (kept,) = await house.home.automations.list()
    result = await create(
        house, id=kept.automation_id, name="Lamp", triggers=[DOOR], actions=[LIGHT]
    )
    assert "Night lock" in str(result.result) + str(result.error)


async def test_those_of_others_are_neither_listed_nor_removed(house: House) -> None:
    await house.home.automations.write(
        "theirs",
        {
            "alias": "Theirs",
            "triggers": [{"trigger": "time", "at": "07:00:00"}],
            "conditions": [],
            "actions": [{"action": "light.turn_on", "target": {"entity_id": ["light.hall"]}}],
        },
        "x",
    )
    assert await house.agent.api.automations() == ()
    await house.say("delete the automation theirs")
    await house.say("yes")
    assert await house.kept() == ["Theirs"]


async def test_a_key_that_may_only_look_writes_none(house: House) -> None:
    call = ToolCall(
        id="1", name="create_automation", arguments={"triggers": [DOOR], "actions": [LIGHT]}
    )
    for key in (AccessKey(name="k", read_only=True), AccessKey(name="k", areas=("hall",))):
        authority = Authority(conversation_id="one", decided_by=(Origin.MODEL,), key=key)
        result = await house.agent.api.use_tool(call, authority, attended=True)
        assert not result.success
        assert await house.agent.api.find_question(result, "en") is None
