"""What is forbidden right after it was planned is called off."""

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.storage.store import InMemoryStore
from tests.engine.dialogues.runner import house_of


async def talk(language: str, *sentences: str) -> tuple[Reply, int]:
    """The last reply, and how much is still planned."""
    home = house_of(language)
    store = InMemoryStore(durable=True)
    agent = build_agent(home, store=store, settings=Settings(patience=0.05, safety=NOTHING_ASKED))
    await agent.start()
    for text in sentences:
        reply = await agent.hear(Turn(text=text, language=language, conversation_id="one"))
    left = len(agent.api.planned())
    await agent.close()
    home.close()
    return reply, left


PLANNED = [
    ("en", "turn on the fan at 8 pm", "don't turn on the fan"),
    ("en", "turn on the left lamp in an hour", "no, please don't switch it on"),
    ("de", "schalte um 20 Uhr den Ventilator ein", "schalte den Ventilator nicht ein"),
    ("nl", "zet om 20 uur de ventilator aan", "nee, zet de ventilator niet aan"),
    ("it", "accendi il ventilatore alle 20", "no, non accendere il ventilatore"),
    ("es", "enciende el ventilador a las 20 h", "no enciendas el ventilador"),
    ("fr", "allume le ventilateur à 20 h", "n'allume pas le ventilateur"),
]


@pytest.mark.parametrize(("language", "planned", "forbidden"), PLANNED)
async def test_it_is_called_off(language: str, planned: str, forbidden: str) -> None:
    _, coming = await talk(language, planned)
    assert coming == 1
    reply, left = await talk(language, planned, forbidden)
    assert left == 0
    assert any(outcome.jobs for outcome in reply.outcomes), "which one is told"


@pytest.mark.parametrize(
    "said",
    ["don't turn off the fan", "don't turn on the left lamp", "don't turn on the heating"],
)
async def test_what_was_not_planned_calls_nothing_off(said: str) -> None:
    _, left = await talk("en", "turn on the fan at 8 pm", said)
    assert left == 1


async def test_what_was_planned_earlier_stays() -> None:
    """Nobody means a plan of a while ago without a word of it."""
    _, left = await talk("en", "turn on the fan at 8 pm", "thanks", "don't turn on the fan")
    assert left == 1
