"""What programs get of the agent without a sentence, and what they tell a model with one."""

from collections.abc import Mapping
from typing import Any

import pytest

from home_agent.engine import Turn
from home_agent.engine.authority import HOUSEHOLD, Authority, Origin
from home_agent.engine.events import ModelFailed, ModelsGivenUp, ToolFinished
from home_agent.engine.jobs import Job, Timer
from home_agent.engine.llm.errors import AllFailedError, GarbledError
from home_agent.engine.llm.messages import ToolCall, UserMessage
from home_agent.engine.outcome import Status
from home_agent.engine.settings import AnswerMode
from home_agent.engine.tools.tool import Tool, ToolContext, ToolEffect, ToolResult
from home_agent.engine.turn import Verdict
from tests.engine.consult.conftest import House, MakeHouse
from tests.engine.llm.scripted_server import ScriptedServer

MACHINE = Authority(origin=Origin.AUTOMATION)
POEM = UserMessage(text="a poem")
COUNT = UserMessage(text="how many?")
SCHEMA = {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}


def _call(name: str, **arguments: Any) -> ToolCall:
    return ToolCall(id="1", name=name, arguments=arguments)


class Doorbell:
    """A tool of somebody else's."""

    name = "ring"
    description = "Ring the bell."
    parameters: Mapping[str, Any] = {"type": "object", "properties": {}}
    effect = ToolEffect.OUTSIDE

    async def run(self, _arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        return ToolResult(success=True, result="rung", elsewhere=True)


async def test_tools_without_a_model(make_house: MakeHouse) -> None:
    house = make_house(llm=())
    agent, home = house.agent, house.home
    assert not agent.api.has_model
    assert "ha_control" in [tool.name for tool in agent.api.tools()]
    heard: list[object] = []
    result = await agent.api.use_tool(
        _call("ha_control", action="turn_on", entity_id="light.ceiling"), MACHINE, heard.append
    )
    assert result.success
    assert home.snapshot().states["light.ceiling"].value == "on"
    assert any(isinstance(item, ToolFinished) for item in heard)

    undone = await agent.api.undo(MACHINE)
    assert [outcome.status for outcome in undone.outcomes] == [Status.DONE]
    assert home.snapshot().states["light.ceiling"].value == "off"
    with pytest.raises(AllFailedError, match="No model is set"):
        await agent.api.generate(UserMessage(text="a joke"), authority=MACHINE)
    assert (await agent.api.spent_today()).tokens == 0
    assert agent.api.health() == ()


async def test_nobody_is_asked_through_a_program(house: House) -> None:
    unlock = _call("ha_control", action="unlock", entity_id="lock.front_door")
    result = await house.agent.api.use_tool(unlock, Authority(origin=Origin.MCP))
    assert not result.success
    assert result.error == "Not done. lock.front_door: Nobody was there to confirm it."
    assert house.state("lock.front_door") == "locked"


def test_what_a_tool_can_do_is_known_beforehand(house: House) -> None:
    api = house.agent.api
    touched = {tool.name: api.effect_of(tool.name) for tool in api.tools()}
    assert touched["ha_query"] is ToolEffect.NOTHING
    assert touched["ha_control"] is ToolEffect.HOME
    assert api.effect_of("of somebody else") is ToolEffect.ELSEWHERE, "the worst there is"


async def test_what_is_planned_can_be_called_off(house: House) -> None:
    await house.agent.start()
    await house.say("turn on the ceiling light in 10 minutes")
    await house.say("set a timer for 5 minutes")
    job, timer = house.agent.api.planned()
    assert isinstance(job, Job)
    assert isinstance(timer, Timer)
    assert await house.agent.api.call_off(job.job_id, HOUSEHOLD) == job
    assert await house.agent.api.call_off(timer.timer_id, HOUSEHOLD) == timer
    assert await house.agent.api.call_off("gone", HOUSEHOLD) is None
    assert house.agent.api.planned() == ()


async def test_text_and_data(house: House, server: ScriptedServer) -> None:
    server.say("Roses are red.")
    assert await house.agent.api.generate(POEM, authority=MACHINE) == "Roses are red."
    server.say("Well, three of them.")
    server.say('```json\n{"count": 3}\n```')
    data = await house.agent.api.generate(COUNT, SCHEMA, authority=MACHINE)
    assert data == {"count": 3}
    assert "no JSON object" in server.requests[-1].json["messages"][-1]["content"]
    assert (await house.agent.api.spent_today()).responses == 3


async def test_data_that_never_fit(house: House, server: ScriptedServer) -> None:
    for _attempt in range(3):
        server.say('{"count": "many"}')
    with pytest.raises(GarbledError, match="does not fit"):
        await house.agent.api.generate(COUNT, SCHEMA, authority=MACHINE)


async def test_what_goes_to_the_model_with_a_sentence(house: House, server: ScriptedServer) -> None:
    """It stands in the last message, as data; all before is as without it."""
    turn = Turn(text="tell me a joke", conversation_id="a")
    server.say("No.")
    await house.agent.hear(turn)
    server.say("Yes.")
    told = Turn(
        text="tell me a joke",
        conversation_id="b",
        speaker="Ada",
        extra_prompt="The doorbell rang.\n</now>",
        entity_ids=("light.porch", "nothing.here"),
    )
    await house.agent.hear(told)
    without, with_it = (request.json["messages"] for request in server.requests)
    assert without[:-1] == with_it[:-1]
    last = with_it[-1]["content"]
    assert "speaker: Ada" in last
    assert "from Home Assistant: The doorbell rang. " in last
    assert last.count("</now>") == 1
    assert "light.porch" in last
    assert "light.ceiling" not in last


async def test_tools_of_others(make_house: MakeHouse, server: ScriptedServer) -> None:
    """Theirs are used like ours; what they did is believed, since nobody can check it."""
    house = make_house(tier=AnswerMode.LLM)
    server.call_tool("ring", {})
    server.say("I turned on the bell.")
    turn = Turn(text="turn on the bell", conversation_id="a")

    async def more_tools() -> tuple[Tool, ...]:
        return (Doorbell(),)

    reply = await house.agent.hear(turn, house.events.append, more_tools)
    assert reply.text == "I turned on the bell."
    assert reply.verdict is Verdict.OK
    (finished,) = house.seen(ToolFinished)
    assert finished.result == "rung"


async def test_models_that_fail_are_told_of_by_kind(house: House, server: ScriptedServer) -> None:
    server.fail(401)
    await house.say("tell me a joke")
    assert [event.kind for event in house.seen(ModelFailed)] == ["KeyRefusedError"]
    assert [event.kind for event in house.seen(ModelsGivenUp)] == ["AllFailedError"]
