"""Our side of the wire, with a real model at the other end: llama.cpp, and SmolLM2 of 135M.

It is far too small to be clever, so that nothing here depends on what it says: where it must say
something in particular, its server holds it to a grammar.
"""

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest

from home_agent.checks.model_check import Level, check_model
from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.events import Event, ModelAnswered, ReplyDelta, ToolFinished
from home_agent.engine.llm.assembly import assemble
from home_agent.engine.llm.messages import Request, SystemMessage, TextDelta, UserMessage
from home_agent.engine.llm.providers import create_provider, list_models
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.outcome import Status
from home_agent.engine.settings import AnswerMode
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.settings import ToolSettings
from home_agent.engine.turn import Tier, Verdict
from home_agent.simulated import SimulatedHome
from scripts.real_model import NAME

# Small, so that a model on two cores of any machine reads it in seconds.
HOUSE: dict[str, Any] = {
    "areas": [{"name": "Kitchen"}],
    "entities": [
        {"name": "Ceiling lamp", "id": "light.ceiling_lamp", "area": "kitchen", "state": "off"},
        {"name": "Kettle", "id": "switch.kettle", "area": "kitchen", "state": "off"},
    ],
}
# It would use its tools for ever.
ONE_ROUND = ToolSettings(max_rounds=1)
PATIENT: dict[str, Any] = {"first_token_timeout": 300, "total_timeout": 600}
_INSIDES = ("<think", "<tool", "</", "```", '{"', "<|im_")


class Talker:
    """Somebody who talks to the built-in home through the real model."""

    def __init__(self, home: SimulatedHome, model: ModelSettings, tools: ToolSettings) -> None:
        self.home = home
        self.events: list[Event] = []
        settings = Settings(llm=(model,), tier=AnswerMode.LLM, patience=0.5, tools=tools)
        self.agent = build_agent(home, store=InMemoryStore(), settings=settings)

    async def say(self, text: str) -> Reply:
        return await self.agent.hear(Turn(text=text, conversation_id="c"), self.events.append)

    def seen[Kind: Event](self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
async def talk(model_url: str) -> AsyncIterator[Callable[..., Talker]]:
    """Make talkers, with settings of the model."""
    talkers: list[Talker] = []

    def make(*, tools: ToolSettings = ONE_ROUND, **settings: Any) -> Talker:
        model = ModelSettings(base_url=model_url, model=NAME, temperature=0, **PATIENT, **settings)
        talkers.append(Talker(SimulatedHome.from_inventory(HOUSE), model, tools))
        return talkers[-1]

    yield make
    for talker in talkers:
        await talker.agent.close()
        talker.home.close()


async def test_it_streams_and_counts(model_url: str) -> None:
    provider = create_provider(
        ModelSettings(base_url=model_url, model=NAME, max_tokens=24, **PATIENT)
    )
    messages = (SystemMessage(text="You are kind."), UserMessage(text="Tell me about lamps."))
    try:
        deltas = [item async for item in provider.stream(Request(messages=messages))]
        again = await assemble(provider.stream(Request(messages=messages)))
    finally:
        await provider.close()
    pieces = [delta.text for delta in deltas if isinstance(delta, TextDelta)]
    assert len(pieces) > 5
    assert "".join(pieces).strip()
    _message, finished = again
    assert not finished.usage.estimated
    assert 0 < finished.usage.completion <= 24
    # Asked the same a second time, it reads nearly nothing anew.
    assert finished.usage.cached >= finished.usage.prompt - 8


async def test_it_is_listed(model_url: str) -> None:
    assert NAME in await list_models(ModelSettings(base_url=model_url))


async def test_talk_with_tools(talk: Callable[..., Talker]) -> None:
    """Whatever it makes of the tools, the person gets an honest reply without its insides."""
    talker = talk(max_tokens=60)
    reply = await talker.say("Tell me something nice about my home.")
    assert reply.tier is Tier.LLM
    assert reply.text
    assert not any(inside in reply.text for inside in _INSIDES)
    assert "".join(event.text for event in talker.seen(ReplyDelta)) == reply.text
    answered = talker.seen(ModelAnswered)
    assert answered
    assert all(item.usage.prompt > 100 for item in answered)
    assert {call.full_name for call in reply.calls} == {
        outcome.service for outcome in reply.outcomes if outcome.service
    }


async def test_inline(talk: Callable[..., Talker]) -> None:
    """A block among words acts through the same gate, and only the words are heard."""
    block = {"service": "light.turn_on", "target_device": "light.ceiling_lamp"}
    written = "Of course.\n```homeassistant\n" + json.dumps(block) + "\n```"
    grammar = f"root ::= {json.dumps(written)}"
    talker = talk(protocol="inline", parameters={"grammar": grammar})
    reply = await talker.say("Light up the ceiling, please.")
    assert talker.home.snapshot().states["light.ceiling_lamp"].value == "on"
    assert reply.verdict is Verdict.OK
    assert not any(inside in reply.text for inside in _INSIDES)
    assert talker.seen(ToolFinished)[0].name == "ha_control"


async def test_schema(talk: Callable[..., Talker]) -> None:
    """Held to our schema, even this model asks for something that there is, and it is done.

    Not necessarily for what was said, nor each time: which of its two devices it takes, and
    whether it only says that it is sorry, is a matter of wit, and of how threads were scheduled.
    """
    # Without a penalty it would be sorry over and over.
    penalty = {"repeat_penalty": 1.3, "repeat_last_n": 256}
    only_control = replace(ONE_ROUND, enabled=("ha_control",))
    talker = talk(protocol="schema", max_tokens=150, parameters=penalty, tools=only_control)
    for _ in range(10):
        reply = await talker.say("Turn on the ceiling lamp.")
        assert reply.tier is Tier.LLM
        assert reply.text
        if reply.calls:
            break
    used = talker.seen(ToolFinished)
    assert used
    assert all(item.name == "ha_control" for item in used)
    home = talker.home.snapshot()
    done = [
        outcome for outcome in reply.outcomes if outcome.status in {Status.DONE, Status.ALREADY}
    ]
    assert done
    for outcome in done:
        assert outcome.entity_id in home.layout.entities
        assert outcome.after is not None


async def test_doctor(model_url: str) -> None:
    # Left to itself, it uses a tool once in a while, by chance.
    words = {"grammar": 'root ::= "It is a nice day."'}
    settings = ModelSettings(
        base_url=model_url, model=NAME, max_tokens=60, parameters=words, **PATIENT
    )
    findings = [item async for item in check_model(settings, {})]
    told = {finding.what: finding for finding in findings}
    assert told["connection"].level is Level.OK
    assert told["answer"].level is Level.OK
    assert told["streaming"].level is Level.OK
    # It has no tool calling, and the doctor says what to do about it.
    assert "inline" in told["tools"].told
