"""Rooms of grandparents, children and guests, in whatever words people put between."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander
from home_agent.simulated import SimulatedHome

from .speaking import as_line, calls_of

ROOMS = {
    "de": ("Zimmer Oma", "Schlafzimmer", "Zimmer Mia"),
    "nl": ("Kamer oma", "Slaapkamer", "Kamer Sem"),
    "fr": ("Chambre mamie", "Chambre parentale", "Chambre Léa"),
    "it": ("Camera nonna", "Camera matrimoniale", "Camera ragazzi"),
    "es": ("Cuarto abuela", "Dormitorio principal", "Cuarto Lucía"),
}

SAID = [
    ("de", "Mach das Licht im Zimmer der Oma aus", 0),
    ("de", "Licht aus in Omas Zimmer", 0),
    ("de", "Licht aus bei der Oma", 0),
    ("de", "Mach das Licht bei Mia aus", 2),
    ("nl", "doe het licht in de kamer van oma uit", 0),
    ("nl", "licht uit bij oma", 0),
    ("nl", "licht uit in Sems kamer", 2),
    ("fr", "éteins la lumière dans la chambre de mamie", 0),
    ("fr", "éteins la lumière chez mamie", 0),
    ("fr", "éteins la lumière de la chambre", 1),
    ("it", "spegni la luce in camera della nonna", 0),
    ("it", "spegni la luce dalla nonna", 0),
    ("it", "spegni la luce nella camera dei ragazzi", 2),
    ("it", "spegni la luce in camera", 1),
    ("es", "apaga la luz del cuarto de la abuela", 0),
    ("es", "apaga la luz donde la abuela", 0),
]


def _home(language: str) -> dict[str, Any]:
    rooms = ROOMS[language]
    return {
        "areas": [{"id": f"room_{at}", "name": name} for at, name in enumerate(rooms)],
        "entities": [
            {"id": f"light.lamp_{at}", "name": "Lampe", "area": f"room_{at}", "state": "on"}
            for at in range(len(rooms))
        ],
    }


@pytest.mark.parametrize(("language", "text", "room"), SAID)
def test_a_room_is_somebodys(language: str, text: str, room: int) -> None:
    home = SimulatedHome.from_inventory(_home(language)).snapshot()
    heard = Understander().understand(text, home, load_language(language))
    assert as_line(calls_of(heard)) == f"light.turn_off light.lamp_{room}"
