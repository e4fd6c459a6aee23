"""Who is cold and says in which room is offered what helps there."""

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome


async def talk(language: str, *sentences: str) -> Reply:
    home = SimulatedHome.demo(language)
    settings = Settings(patience=0.05, safety=NOTHING_ASKED)
    agent = build_agent(home, store=InMemoryStore(), settings=settings)
    for text in sentences:
        reply = await agent.hear(Turn(text=text, language=language, conversation_id="one"))
    home.close()
    return reply


NEEDS = [
    ("en", "I'm cold", "in the bedroom"),
    ("de", "mir ist kalt", "im Schlafzimmer"),
    ("nl", "ik heb het koud", "in de slaapkamer"),
    ("it", "ho freddo", "in camera da letto"),
    ("es", "tengo frío", "en el dormitorio"),
    ("fr", "j'ai froid", "dans la chambre"),
]


@pytest.mark.parametrize(("language", "need", "room"), NEEDS)
async def test_a_room_is_named(language: str, need: str, room: str) -> None:
    reply = await talk(language, need, room)
    assert reply.expects_answer
    assert not reply.calls
