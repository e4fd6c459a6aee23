"""What is said to somebody who lives here is not about the things that are named after them."""

from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

_HOUSE: dict[str, Any] = {
    "areas": [{"name": "Attic", "id": "attic"}],
    "entities": [
        {
            "name": "Heater Mia",
            "id": "climate.mia",
            "area": "attic",
            "state": "heat",
            "attributes": {"hvac_modes": ["heat", "off"], "temperature": 20},
        },
        {"name": "Stars", "id": "light.stars", "area": "attic", "state": "on"},
        {"name": "Mower", "id": "lawn_mower.mower", "state": "docked"},
    ],
}

SAID_TO_HER = [
    ("en", "Switch off your phone, Mia"),
    ("en", "Turn off that game console now, Mia"),
    ("de", "Schalte dein Handy aus, Mia"),
    ("nl", "Zet je telefoon uit, Mia"),
    ("fr", "Éteins ton téléphone, Mia"),
    ("it", "Spegni il tuo cellulare, Mia"),
    ("es", "Apaga tu móvil, Mia"),
]
CRIES = [
    ("nl", "Wat een hitte vandaag, amai."),
    ("nl", "De stroom is weer duurder geworden, amai"),
]


@pytest.mark.parametrize(("language", "sentence"), SAID_TO_HER + CRIES)
async def test_nothing_is_done(language: str, sentence: str) -> None:
    home = SimulatedHome.from_inventory(_HOUSE)
    settings = Settings(patience=0.05, safety=NOTHING_ASKED)
    agent = build_agent(home, store=InMemoryStore(), settings=settings)
    before = home.snapshot().states

    reply = await agent.hear(Turn(text=sentence, language=language, conversation_id="1"))

    assert home.snapshot().states == before, reply.text
    home.close()
