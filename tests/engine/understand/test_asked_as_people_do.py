"""Questions as people really put them, on a smallholding in Cornwall. Nothing is ever done."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from home_agent.engine import Agent, Reply, Settings, Turn
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.home.simulated import SimulatedHome
from home_agent.engine.store import MemoryStore
from home_agent.engine.turn import Verdict

HOUSE = Path(__file__).parent / "houses" / "en.yaml"


@pytest.fixture
async def house() -> AsyncIterator[SimulatedHome]:
    home = SimulatedHome.from_file(HOUSE)
    yield home
    home.close()


async def ask(home: SimulatedHome, text: str) -> Reply:
    """Ask, and make sure that asking is all that was done."""
    agent = Agent(home, store=MemoryStore(), settings=Settings(patience=0.3, safety=NOTHING_ASKED))
    before = home.snapshot().states
    reply = await agent.hear(Turn(text=text, conversation_id="one"))
    assert reply.calls == ()
    assert home.snapshot().states == before
    return reply


EXTREMES = [
    ("what's the hottest room in the house", "Nursery is 21.7°"),
    ("which room is warmest", "Nursery is 21.7°"),
    ("what's the chilliest room", "Sitting Room is 19.1°"),
    ("which is the coldest room right now", "Sitting Room is 19.1°"),
    ("what's the weakest battery", "Hen Door Battery is 11 %"),
    ("which battery needs changing first", "Hen Door Battery is 11 %"),
    ("which battery will run out first", "Hen Door Battery is 11 %"),
    ("what battery is going to die next", "Hen Door Battery is 11 %"),
    ("which battery needs replacing soonest", "Hen Door Battery is 11 %"),
    ("what's the strongest battery", "Nigel battery is 88 %"),
]


@pytest.mark.parametrize(("sentence", "reply"), [*EXTREMES])
async def test_answer(house: SimulatedHome, sentence: str, reply: str) -> None:
    """It says what was asked, and the state that it rests on."""
    answer = await ask(house, sentence)
    assert answer.text.startswith(reply), answer.text


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        # "wine" sounds like "in", and is no reason to look into the basement
        ("what's the temperature in the wine cellar", "wine"),
        ("is the light on in the wine cellar", "wine"),
        ("what's the temperature in the sauna", "sauna"),
        # a boiler tells nothing of the room that it stands in
        ("how warm is it in the boiler room", "temperature in the Boiler Room"),
        ("what's the temperature in the bathroom", "temperature in the Bathroom"),
        ("how humid is it in the nursery", "humidity in the Nursery"),
    ],
)
async def test_what_is_not_there_is_named(
    house: SimulatedHome, sentence: str, missing: str
) -> None:
    """Never somebody else's figure."""
    reply = await ask(house, sentence)
    assert reply.verdict is Verdict.REFUSED
    assert missing in reply.text, reply.text
