"""A day alone, after an answer about the weather, asks for the weather of that day."""

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome


async def last_reply(language: str, *sentences: str) -> str:
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.05))
    for text in sentences:
        reply = await agent.hear(Turn(text=text, language=language, conversation_id="one"))
    home.close()
    return reply.text


ASKED = [
    ("en", "how is the weather?", "and tomorrow?", "how is the weather tomorrow?"),
    ("en", "is it raining?", "what about tomorrow?", "will it rain tomorrow?"),
    ("en", "how is the weather today?", "tomorrow?", "how is the weather tomorrow?"),
    ("de", "wie ist das Wetter?", "und morgen?", "wie wird das Wetter morgen?"),
    ("de", "wie wird das Wetter heute?", "und morgen", "wie wird das Wetter morgen?"),
    ("nl", "wat voor weer is het?", "en morgen?", "wat voor weer wordt het morgen?"),
    ("it", "che tempo fa?", "e domani?", "che tempo farà domani?"),
    ("es", "¿qué tiempo hace?", "¿y mañana?", "¿qué tiempo hará mañana?"),
    ("fr", "quel temps fait-il ?", "et demain ?", "quel temps fera-t-il demain ?"),
]


@pytest.mark.parametrize(("language", "asked", "day", "whole"), ASKED)
async def test_another_day(language: str, asked: str, day: str, whole: str) -> None:
    told = await last_reply(language, asked, day)
    assert told == await last_reply(language, whole)
    assert told != await last_reply(language, asked)


@pytest.mark.parametrize(("language", "word"), [("de", "guten Morgen"), ("nl", "goedemorgen")])
async def test_a_greeting_is_still_one(language: str, word: str) -> None:
    assert await last_reply(language, word) in {"Guten Morgen!", "Goedemorgen!"}


async def test_after_something_else_it_asks_for_no_weather() -> None:
    told = await last_reply("en", "how is the weather?", "is the hall light on?", "and tomorrow?")
    assert "°C" not in told


async def test_a_day_after_another_day() -> None:
    told = await last_reply("en", "will it rain today?", "and tomorrow?", "and today?")
    assert told == await last_reply("en", "will it rain today?")
