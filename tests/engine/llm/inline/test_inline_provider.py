"""A model without tools does what one with tools does, behind the same contract."""

import json
from contextlib import aclosing
from typing import Any

import pytest

from home_agent.engine.llm.assembly import assemble
from home_agent.engine.llm.errors import GarbledError, UnreachableError
from home_agent.engine.llm.inline import InlineProvider
from home_agent.engine.llm.messages import (
    AssistantMessage,
    Delta,
    Finished,
    Message,
    ReasoningDelta,
    Request,
    SystemMessage,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    ToolMessage,
    ToolSpec,
    Usage,
    UserMessage,
)
from home_agent.simulated import SimulatedHome

from ..queued import QueuedProvider, Scripted, says

CONTROL = ToolSpec(name="ha_control", description="Control.", parameters={"type": "object"})
TIME = ToolSpec(
    name="get_time",
    description="Tells the time.\nAnywhere.",
    parameters={"type": "object", "properties": {"zone": {"type": "string"}}},
)
SYSTEM = SystemMessage(text="You are Al.")
SENTENCE = UserMessage(text="Make some light")
QUESTION = Request(messages=(SYSTEM, SENTENCE), tools=(CONTROL, TIME))
ON = '```homeassistant\n{"service": "light.turn_on", "target_device": "light.ceiling"}\n```'
CALLED = {"action": "light.turn_on", "entity_id": "light.ceiling"}
BAD = "```homeassistant\nlight on please\n```"


class Small:
    """A small model in a house, and what came of asking it."""

    def __init__(self, house: SimulatedHome, *scripts: Scripted, **how: Any) -> None:
        self.model = QueuedProvider(*scripts, name="small")
        self.provider = InlineProvider(self.model, house.snapshot, **how)

    async def deltas(self, request: Request = QUESTION) -> list[Delta]:
        async with aclosing(self.provider.stream(request)) as deltas:
            return [delta async for delta in deltas]

    async def answer(self, request: Request = QUESTION) -> tuple[AssistantMessage, Finished]:
        return await assemble(self.provider.stream(request))

    def asked(self, number: int = 0) -> tuple[Message, ...]:
        return self.model.requests[number].messages


async def test_tools_go_in_as_words(house: SimulatedHome) -> None:
    small = Small(house, says("Hello."))
    await small.answer()
    request = small.model.requests[0]
    assert request.tools == ()
    assert request.schema is None
    system, sentence = request.messages
    assert isinstance(system, SystemMessage)
    assert system.text.startswith("You are Al.\n\n")
    assert "```homeassistant\n" in system.text
    assert "light.turn_on(brightness_pct" in system.text
    assert "get_time(zone): Tells the time. Anywhere." in system.text
    assert sentence == SENTENCE


async def test_instructions_are_the_same_from_turn_to_turn(house: SimulatedHome) -> None:
    small = Small(house, says("Hello."))
    for state in ("on", "off", "unavailable"):
        house.apply("light.ceiling", state=state)
        await small.answer()
    assert small.asked(0)[0] == small.asked(1)[0] == small.asked(2)[0]


async def test_what_it_writes_comes_out_as_calls(house: SimulatedHome) -> None:
    small = Small(house, says(f"At once.\n{ON}\n", pieces=3))
    message, finished = await small.answer()
    assert message.text == "At once."
    assert [(call.name, call.arguments) for call in message.calls] == [("ha_control", CALLED)]
    assert finished.reason == "tool_calls"


async def test_words_come_as_they_are_said_and_nothing_of_a_block(house: SimulatedHome) -> None:
    deltas = await Small(house, says(f"Well, it is < 5.\n{ON} There.", pieces=1)).deltas()
    said = [delta.text for delta in deltas if isinstance(delta, TextDelta)]
    assert "".join(said) == "Well, it is < 5.\nThere."
    assert len(said) > 10
    assert isinstance(deltas[-1], Finished)


async def test_other_tools_can_be_called(house: SimulatedHome) -> None:
    small = Small(house, says('{"tool": "get_time", "arguments": {"zone": "UTC"}}'))
    message, _ = await small.answer()
    assert [(call.name, call.arguments) for call in message.calls] == [
        ("get_time", {"zone": "UTC"})
    ]


async def test_thoughts_pass(house: SimulatedHome) -> None:
    thought = ReasoningDelta(text="Hm.")
    assert (await Small(house, [thought, *says("Hello.")]).deltas())[0] == thought


async def test_mistakes_go_back_until_they_are_put_right(house: SimulatedHome) -> None:
    small = Small(house, says(f"One moment. {BAD}"), says(BAD), says(f"Sorry!\n{ON}"))
    message, finished = await small.answer()
    assert message.text == "One moment.", "it said so already"
    assert [call.arguments for call in message.calls] == [CALLED]
    assert finished.usage == Usage(prompt=30, completion=3), "all of it was paid for"
    *before, answer, told = small.asked(2)
    assert answer == AssistantMessage(text=BAD)
    assert isinstance(told, UserMessage)
    assert "Nothing was done" in told.text
    assert "has no JSON object" in told.text
    assert tuple(before) == small.asked(1)


async def test_second_thoughts_are_said_where_nothing_is_to_be_done(house: SimulatedHome) -> None:
    small = Small(house, says(f"Sure. {BAD}"), says("I cannot do that."))
    message, _ = await small.answer()
    assert message.text == "Sure.\nI cannot do that."
    assert not message.calls


@pytest.mark.parametrize("retries", [0, 3])
async def test_after_so_many_mistakes_it_is_given_up(house: SimulatedHome, retries: int) -> None:
    small = Small(house, says(BAD), retries=retries)
    with pytest.raises(GarbledError, match="small does not write what it is asked to") as raised:
        await small.answer()
    assert len(small.model.requests) == retries + 1
    assert not raised.value.again, "it was asked often enough"


async def test_what_was_said_stands_where_nothing_can_be_done(house: SimulatedHome) -> None:
    """Nobody else can answer any more; whether it claims too much is for others to find out."""
    small = Small(house, says(f"I will. {BAD}"), retries=1)
    message, finished = await small.answer()
    assert message == AssistantMessage(text="I will.")
    assert finished.reason == "stop"


async def test_whoever_insists_is_told_by_the_tool(house: SimulatedHome) -> None:
    """A device that is not there is named honestly, by whoever carries out the calls."""
    disco = '{"service": "light.turn_on", "target_device": "disco ball"}'
    small = Small(house, says(disco), retries=1)
    message, _ = await small.answer()
    assert len(small.model.requests) == 2
    assert message.calls[0].arguments == {"action": "light.turn_on", "entity_id": "disco ball"}


async def test_history_is_told_in_words(house: SimulatedHome) -> None:
    arguments = {**CALLED, "parameters": {"brightness_pct": 50}}
    calls = (
        ToolCall(id="1", name="ha_control", arguments=arguments),
        ToolCall(id="2", name="get_time", arguments={}),
        ToolCall(id="3", name="ha_control", arguments=None, raw="{{"),
    )
    messages: tuple[Message, ...] = (
        SYSTEM,
        SENTENCE,
        AssistantMessage(text="At once.", calls=calls),
        ToolMessage(call_id="1", name="ha_control", content='{"success": true}'),
        ToolMessage(call_id="2", name="get_time", content='{"result": "noon"}'),
        SystemMessage(text="Nothing else happened."),
        UserMessage(text="And now?"),
    )
    small = Small(house, says("It is on."))
    message, _ = await small.answer(Request(messages=messages, tools=(CONTROL, TIME)))
    assert message.text == "It is on."
    system, sentence, answer, results = small.asked()
    assert isinstance(system, SystemMessage)
    assert sentence == SENTENCE
    assert isinstance(answer, AssistantMessage)
    assert answer.calls == ()
    block = answer.text.split("```")[1].removeprefix("homeassistant\n")
    assert json.loads(block) == {
        "service": "light.turn_on",
        "target_device": "light.ceiling",
        "brightness_pct": 50,
    }
    assert isinstance(results, UserMessage)
    assert results.text.split("\n\n") == [
        'Result of light.turn_on light.ceiling: {"success": true}',
        'Result of get_time: {"result": "noon"}',
        "Nothing else happened.",
        "And now?",
    ]


async def test_ids_are_never_the_same(house: SimulatedHome) -> None:
    small = Small(house, says(f"{ON}\n{ON}"))
    first, _ = await small.answer()
    again, _ = await small.answer(
        Request(messages=(SYSTEM, SENTENCE, first, SENTENCE), tools=(CONTROL,))
    )
    ids = [call.id for call in (*first.calls, *again.calls)]
    assert len(set(ids)) == len(ids) == 4


async def test_without_tools_blocks_are_still_not_said(house: SimulatedHome) -> None:
    small = Small(house, says(f"It is on. {ON}"))
    message, finished = await small.answer(Request(messages=(SYSTEM, SENTENCE)))
    assert message == AssistantMessage(text="It is on.")
    assert finished.reason == "stop"
    assert small.asked() == (SYSTEM, SENTENCE)


async def test_a_server_may_make_tool_calls_of_tags(house: SimulatedHome) -> None:
    """Some read `<tool_call>` themselves, and send what is in it as a tool call."""
    native: list[Delta] = [
        ToolCallDelta(index=0, id="x", name="light.turn_on", arguments='{"target_device": '),
        ToolCallDelta(index=0, arguments='"ceiling"}'),
        Finished(usage=Usage()),
    ]
    message, _ = await Small(house, native).answer()
    assert [call.arguments for call in message.calls] == [CALLED]


async def test_a_schema_of_ones_own_passes(house: SimulatedHome) -> None:
    small = Small(house, says('{"a": 1}'))
    request = Request(messages=(SENTENCE,), schema={"type": "object"})
    message, _ = await small.answer(request)
    assert message.text == '{"a": 1}'
    assert small.model.requests == [request]


async def test_trouble_passes(house: SimulatedHome) -> None:
    with pytest.raises(UnreachableError):
        await Small(house, [UnreachableError("gone")]).answer()


async def test_closing_closes(house: SimulatedHome) -> None:
    small = Small(house, says("a b c", pieces=1))
    async with aclosing(small.provider.stream(QUESTION)) as deltas:
        await anext(deltas)
        assert small.model.listened_to == 1
    assert small.model.listened_to == 0
    await small.provider.close()
    assert small.model.closed
    assert small.provider.name == "small"
