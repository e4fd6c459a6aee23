"""What a model has watched, in a whole agent: told when it happens, as often as was asked."""

from typing import Any

from home_agent.engine.authority import Authority, Origin
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.tools.tool import ToolResult

TOOLS = {"enabled": ["watch", "list_watches", "cancel_watch"]}
BY_A_MODEL = Authority(origin=Origin.MODEL, conversation_id="1")
WARM = {"entity": "freezer", "above": -15, "message": "It thaws."}


async def _use(house: Any, name: str, **arguments: Any) -> ToolResult:
    call = ToolCall(id="1", name=name, arguments=arguments)
    result: ToolResult = await house.agent.api.use_tool(call, BY_A_MODEL)
    assert result.success, result.error
    await house.settle()
    return result


async def test_it_is_told_once(house: Any) -> None:
    await house.start(tools=TOOLS)
    await _use(house, "watch", **WARM)
    assert await house.becomes("sensor.freezer", "-10") == ["It thaws."]
    await house.becomes("sensor.freezer", "-18")
    assert await house.becomes("sensor.freezer", "-10") == []
    assert (await _use(house, "list_watches")).result == {"watches": []}


async def test_or_every_time_after_a_pause_and_across_restarts(house: Any) -> None:
    await house.start(tools=TOOLS)
    await _use(house, "watch", **WARM, again=True, pause="1 h")
    assert await house.becomes("sensor.freezer", "-10") == ["It thaws."]
    await house.becomes("sensor.freezer", "-18")
    await house.start(tools=TOOLS)
    assert await house.becomes("sensor.freezer", "-10") == []
    assert await house.after(3700) == ["It thaws."]


async def test_only_what_lasts(house: Any) -> None:
    await house.start(tools=TOOLS)
    await _use(house, "watch", **WARM, **{"for": "10 min"})
    await house.becomes("sensor.freezer", "-10")
    assert await house.after(500) == []
    await house.becomes("sensor.freezer", "-18")
    assert await house.after(500) == []
    await house.becomes("sensor.freezer", "-10")
    assert await house.after(620) == ["It thaws."]


async def test_the_clock_alone_is_a_reminder(house: Any) -> None:
    """It is half past six."""
    await house.start(tools=TOOLS)
    await _use(house, "watch", after="18:40", message="The rubbish!")
    assert await house.after(540) == []
    assert await house.after(120) == ["The rubbish!"]
    assert await house.after(90_000) == []


async def test_its_action_is_done_with_it(house: Any) -> None:
    await house.start(tools=TOOLS)
    on = {"service": "turn_on", "entity": "compressor"}
    await _use(house, "watch", **WARM, action=on)
    (told,) = await house.becomes("sensor.freezer", "-10")
    assert told.startswith("It thaws.")
    assert house.state("switch.compressor") == "on"


async def test_what_is_called_off_is_not_told(house: Any) -> None:
    await house.start(tools=TOOLS)
    result = await _use(house, "watch", **WARM)
    await _use(house, "cancel_watch", id=result.result[0]["jobs"][0]["id"])
    assert await house.becomes("sensor.freezer", "-10") == []


async def test_it_is_called_off_by_talking_as_well(house: Any) -> None:
    await house.start(tools=TOOLS)
    await _use(house, "watch", **WARM)
    await house.say("stop watching the freezer")
    assert await house.becomes("sensor.freezer", "-10") == []
