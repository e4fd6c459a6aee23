"""Having a door unlocked by a word for what a rule forbids."""

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

NOT_OPENED = {"rules": [{"deny": ["service:lock.open"]}]}
OPENING = [
    ("en", "open the front door"),
    ("en", "open the front door and turn on the mirror light"),
    ("en", "open the front door at 7 pm"),
    ("en", "open the front door in five minutes"),
    ("en", "unlatch the front door"),
]


@pytest.mark.parametrize(("language", "sentence"), OPENING)
async def test_what_may_not_be_opened_is_not_unlocked_instead(language: str, sentence: str) -> None:
    """The lock has no latch, so that opening it means to unlock it."""
    home, store = SimulatedHome.demo(), InMemoryStore()
    settings = Settings(patience=0.05, safety=Safety.from_mapping(NOT_OPENED))
    agent = build_agent(home, store=store, settings=settings)
    for text in (sentence, "yes"):
        turn = Turn(text=text, language=language, conversation_id="a", user_id="u")
        reply = await agent.hear(turn)
        assert not reply.expects_answer, reply.text
    assert home.snapshot().states["lock.front_door"].value == "locked"
    assert not await store.keys("job/")


async def test_what_may_be_unlocked_is_still_asked_about() -> None:
    home = SimulatedHome.demo()
    settings = Settings(patience=0.05, safety=Safety.from_mapping(NOT_OPENED))
    agent = build_agent(home, store=InMemoryStore(), settings=settings)
    for text in ("unlock the front door", "yes"):
        await agent.hear(Turn(text=text, language="en", conversation_id="a", user_id="u"))
    assert home.snapshot().states["lock.front_door"].value == "unlocked"
