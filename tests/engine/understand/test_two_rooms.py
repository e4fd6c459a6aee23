"""Two rooms held against each other, however it is asked, in six languages."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import QueryStep
from home_agent.engine.understand import Understander, Understood
from home_agent.simulated import SimulatedHome

ROOMS = {
    "en": ("Loft", "Cellar"),
    "de": ("Werkstatt", "Diele"),
    "nl": ("Schuur", "Bijkeuken"),
    "fr": ("Véranda", "Buanderie"),
    "it": ("Mansarda", "Taverna"),
    "es": ("Buhardilla", "Bodega"),
}

ASKED = [
    ("en", "where is it warmer, in the loft or in the cellar?"),
    ("en", "which is warmer, the loft or the cellar?"),
    ("de", "wo ist es wärmer, in der Werkstatt oder in der Diele?"),
    ("de", "ist es in der Werkstatt oder in der Diele wärmer?"),
    ("nl", "waar is het warmer, in de schuur of in de bijkeuken?"),
    ("nl", "is het warmer in de schuur of in de bijkeuken?"),
    ("fr", "où fait-il plus chaud, dans la véranda ou dans la buanderie ?"),
    ("fr", "il fait plus chaud dans la véranda ou dans la buanderie ?"),
    ("it", "dove fa più caldo, in mansarda o in taverna?"),
    ("es", "¿dónde hace más calor, en la buhardilla o en la bodega?"),
    ("es", "¿hace más calor en la buhardilla que en la bodega?"),
]


def _home(language: str) -> SimulatedHome:
    inventory: dict[str, Any] = {
        "areas": [{"id": f"room{at}", "name": name} for at, name in enumerate(ROOMS[language])],
        "entities": [
            {
                "id": f"sensor.t{at}",
                "name": f"T{at}",
                "area": f"room{at}",
                "state": str(18 + at),
                "attributes": {"device_class": "temperature", "unit_of_measurement": "°C"},
            }
            for at in range(2)
        ],
    }
    return SimulatedHome.from_inventory(inventory)


@pytest.mark.parametrize(("language", "sentence"), ASKED)
def test_both_rooms_are_looked_at(language: str, sentence: str) -> None:
    home = _home(language).snapshot()
    found = Understander().understand(sentence, home, load_language(language))
    assert isinstance(found, Understood), found
    (step,) = found.plan.steps
    assert isinstance(step, QueryStep)
    assert set(step.entity_ids) == {"sensor.t0", "sensor.t1"}
