"""Sentences that run a tool without a model."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.errors import SettingsError
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.custom import CustomTools, read_custom_tools
from home_agent.engine.tools.custom.sentences import ToolSentences
from home_agent.engine.turn import Tier, Verdict
from home_agent.simulated import SimulatedHome

CITY = {"type": "object", "properties": {"city": {"type": "string"}}}
TOOLS: list[dict[str, Any]] = [
    {
        "name": "bus",
        "description": "When the bus leaves.",
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string"},
                "line": {"type": "string", "enum": ["red", "blue"]},
                "count": {"type": "integer", "minimum": 1, "maximum": 9},
            },
        },
        "handler": {
            "type": "template",
            "value_template": "{{ city | default('here') }} {{ line | default('any') }}"
            " {{ count | default(1) + 1 }}",
        },
        "sentences": {
            "en": [
                "when does the [next] bus leave [to {city}]",
                "[the] next {count} [{line}] buses",
            ],
            "de": ["wann fährt der Bus nach {city}"],
        },
    },
    {
        "name": "cinema",
        "description": "Make it dark.",
        "handler": {
            "type": "script",
            "sequence": [{"action": "light.turn_on", "target": {"entity_id": "light.ceiling"}}],
        },
        "sentences": {"en": ["cinema time"]},
    },
    {
        "name": "let_in",
        "description": "Open.",
        "handler": {
            "type": "script",
            "sequence": [
                {"action": "light.turn_on", "target": {"entity_id": "light.ceiling"}},
                {"action": "lock.unlock", "target": {"entity_id": "lock.front_door"}},
            ],
        },
        "sentences": {"en": ["let aunt Frieda in"]},
    },
    {
        "name": "broken",
        "description": "Fails.",
        "handler": {"type": "native", "name": "get_energy"},
        "sentences": {"en": "how is the energy doing"},
    },
]

type Say = Callable[..., Awaitable[Reply]]


@pytest.fixture
def say(house: SimulatedHome) -> Say:
    """Say something to an agent with these tools, and without a model."""
    agent = build_agent(
        house,
        store=InMemoryStore(durable=True),
        settings=Settings(patience=0.3),
        custom=CustomTools(tools=read_custom_tools(TOOLS)),
    )

    async def say(text: str, language: str = "en") -> Reply:
        return await agent.hear(Turn(text=text, language=language, conversation_id="one"))

    return say


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("When does the bus leave?", "en", "here any 2"),
        ("when does the next bus leave to Bad Ems", "en", "Bad Ems any 2"),
        ("next three blue buses", "en", "here blue 4"),
        ("the next 3 buses", "en", "here any 4"),
        ("Wann fährt der Bus nach Köln?", "de", "Köln any 2"),
    ],
)
async def test_it_is_run(say: Say, text: str, language: str, said: str) -> None:
    """With what was said for its parameters."""
    reply = await say(text, language)
    assert (reply.text, reply.tier, reply.verdict) == (said, Tier.FAST, Verdict.OK)


@pytest.mark.parametrize(
    "text",
    [
        "don't say when does the bus leave",
        "when does the bus leave and cinema time",
        "when did the bus leave",
        "next 3 green buses",
        "next 30 buses",
        "it is cinema time",
        "no cinema time",
        "wann fährt der Bus nach Köln",
    ],
)
async def test_only_what_was_written(say: Say, house: SimulatedHome, text: str) -> None:
    """As a whole, and in its language."""
    reply = await say(text)
    assert reply.text != "here any 2"
    assert house.snapshot().states["light.ceiling"].value == "off"


async def test_everything_else_is_understood_as_ever(say: Say, house: SimulatedHome) -> None:
    await say("turn on the ceiling light")
    assert house.snapshot().states["light.ceiling"].value == "on"


async def test_it_acts_and_tells_what_was_seen(say: Say, house: SimulatedHome) -> None:
    """And "undo" takes it back."""
    reply = await say("cinema time")
    assert (reply.text, reply.verdict) == ("Done.", Verdict.OK)
    assert [call.full_name for call in reply.calls] == ["light.turn_on"]
    await say("undo that")
    assert house.snapshot().states["light.ceiling"].value == "off"


async def test_what_is_sensitive_is_asked_about(say: Say, house: SimulatedHome) -> None:
    """A yes does all of it; nothing before."""
    reply = await say("let aunt Frieda in")
    assert reply.expects_answer
    assert "Front door" in reply.text
    states = house.snapshot().states
    assert (states["lock.front_door"].value, states["light.ceiling"].value) == ("locked", "off")
    await say("yes")
    states = house.snapshot().states
    assert (states["lock.front_door"].value, states["light.ceiling"].value) == ("unlocked", "on")


async def test_what_goes_wrong_is_told(say: Say) -> None:
    reply = await say("how is the energy doing")
    assert reply.verdict is Verdict.REFUSED
    assert "no energy dashboard" in reply.text


def test_two_tools_with_one_sentence_are_none() -> None:
    """Nobody can tell which is meant."""
    twice = [TOOLS[1], {**TOOLS[1], "name": "theatre"}]
    assert ToolSentences(read_custom_tools(twice)).find("cinema time", "en") is None


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("what (is the weather", "'what (is the weather' cannot be read."),
        ("the weather in {town}", "there is no parameter town."),
        ("the weather [in {town}]", "there is no parameter town."),
    ],
)
def test_what_is_wrong_is_told(sentence: str, told: str) -> None:
    """When it is read."""
    with pytest.raises(SettingsError) as raised:
        read_custom_tools([{**TOOLS[1], "parameters": CITY, "sentences": {"en": [sentence]}}])
    assert raised.value.problems[0].startswith(f"tool 1, sentences.en: {told}")
