"""An answer that the server holds to a schema: said as it comes, and done as it is written."""

import json
from contextlib import aclosing
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from home_agent.engine.llm.assembly import assemble
from home_agent.engine.llm.inline import InlineProvider
from home_agent.engine.llm.inline.blocks import split_blocks
from home_agent.engine.llm.inline.offer import Offer
from home_agent.engine.llm.inline.schema import SayStream, build_schema
from home_agent.engine.llm.inline.untrusted import UntrustedText
from home_agent.engine.llm.messages import (
    Request,
    SystemMessage,
    TextDelta,
    ToolSpec,
    UserMessage,
)
from home_agent.simulated import SimulatedHome

from ..queued import QueuedProvider, says

CONTROL = ToolSpec(name="ha_control", description="Control.", parameters={"type": "object"})
TIME = ToolSpec(name="get_time", description="Time.", parameters={"type": "object"})
QUESTION = Request(messages=(UserMessage(text="Light!"),), tools=(CONTROL, TIME))
ON = {"service": "light.turn_on", "target_device": "light.ceiling", "brightness_pct": 50}


def answer(say: str = "", *calls: dict[str, Any]) -> dict[str, Any]:
    return {"say": say, "calls": list(calls)}


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        (answer("Hello."), True),
        (answer("", ON, ON), True),
        (answer("", {"tool": "get_time", "arguments": {}}), True),
        (answer("", {"service": "lock.lock", "target_device": "lock.front_door"}), True),
        (answer("", {**ON, "rgb_color": [255, 0, 0]}), True),
        ({"say": "Hello."}, False),
        (answer("", {"service": "light.turn_on"}), False),
        (answer("", {**ON, "service": "light.explode"}), False),
        (answer("", {**ON, "target_device": "switch.plug"}), False),
        (answer("", {**ON, "target_device": "switch.rack"}), False),
        (answer("", {**ON, "brightness_pct": 500}), False),
        (answer("", {**ON, "temperature": 20}), False),
        (answer("", {"tool": "format_disk", "arguments": {}}), False),
    ],
)
def test_schema_takes_what_the_home_can_do(value: dict[str, Any], fits: bool, offer: Offer) -> None:
    schema = build_schema(offer, (CONTROL, TIME))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert jsonschema.Draft202012Validator(schema).is_valid(value) is fits


def test_without_anything_to_do_there_are_no_calls() -> None:
    schema = build_schema(Offer(), ())
    assert jsonschema.Draft202012Validator(schema).is_valid(answer("Hello."))
    assert not jsonschema.Draft202012Validator(schema).is_valid(answer("", ON))


def small(house: SimulatedHome, *texts: str, pieces: int = 0) -> tuple[Any, QueuedProvider]:
    model = QueuedProvider(*(says(text, pieces=pieces) for text in texts))
    return InlineProvider(model, house.snapshot, protocol="schema"), model


async def test_question_goes_with_the_schema(house: SimulatedHome) -> None:
    provider, model = small(house, json.dumps(answer("Hello.")))
    message, _ = await assemble(provider.stream(QUESTION))
    assert message.text == "Hello."
    request = model.requests[0]
    assert request.tools == ()
    assert request.schema is not None
    system = request.messages[0]
    assert isinstance(system, SystemMessage)
    assert '"say"' in system.text


async def test_words_are_said_letter_by_letter(house: SimulatedHome) -> None:
    text = json.dumps(answer('Größe "5" 😀\nund mehr', ON))
    provider, _ = small(house, text, pieces=1)
    async with aclosing(provider.stream(QUESTION)) as deltas:
        heard = [delta async for delta in deltas]
    said = [item.text for item in heard if isinstance(item, TextDelta)]
    assert "".join(said) == 'Größe "5" 😀\nund mehr'
    assert len(said) > 12


async def test_calls_come_out(house: SimulatedHome) -> None:
    provider, _ = small(house, json.dumps(answer("One moment.", ON)), pieces=4)
    message, finished = await assemble(provider.stream(QUESTION))
    assert message.text == "One moment."
    assert message.calls[0].arguments == {
        "action": "light.turn_on",
        "entity_id": "light.ceiling",
        "parameters": {"brightness_pct": 50},
    }
    assert finished.reason == "tool_calls"


@pytest.mark.parametrize(
    ("text", "words", "calls"),
    [
        ("Hello there.", "Hello there.", 0),
        ('{"calls": [' + json.dumps(ON) + '], "say": "Now."}', "Now.", 1),
        ('```homeassistant\n{"service": "turn_on", "target_device": "ceiling"}\n```', "", 1),
        ('{"say": "I was cut o', "I was cut o", 0),
        ('{"say": "Half an escape \\u00', "Half an escape", 0),
        ('{"say": "```json {}``` Hi <tool_call>", "calls": []}', "Hi", 0),
        (json.dumps(ON), "", 1),
    ],
)
async def test_servers_that_do_not_hold_to_it(
    text: str, words: str, calls: int, house: SimulatedHome
) -> None:
    provider, _ = small(house, text, pieces=2)
    message, _ = await assemble(provider.stream(QUESTION))
    assert message.text == words
    assert len(message.calls) == calls


async def test_mistakes_go_back(house: SimulatedHome) -> None:
    wrong = json.dumps(answer("Yes.", {**ON, "target_device": "light.cieling"}))
    provider, model = small(house, wrong, json.dumps(answer("Yes.", ON)))
    message, _ = await assemble(provider.stream(QUESTION))
    assert message.text == "Yes."
    assert len(message.calls) == 1
    assert "did you mean light.ceiling?" in str(model.requests[1].messages[-1])


@settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    say=st.text(max_size=30),
    escaped=st.booleans(),
    cuts=st.lists(st.integers(min_value=1, max_value=5), max_size=40),
)
def test_what_is_said_is_what_was_meant(
    say: str, escaped: bool, cuts: list[int], offer: Offer
) -> None:
    text = json.dumps(answer(say), ensure_ascii=escaped)
    stream = SayStream()
    heard = []
    at = 0
    for size in cuts:
        heard.append(stream.feed(text[at : at + size]))
        at += size
    heard.append(stream.feed(text[at:]))
    rest, parsed = stream.finish(offer, UntrustedText())
    assert not parsed.problems
    assert "".join([*heard, rest]) == parsed.words == split_blocks(say)[0]
