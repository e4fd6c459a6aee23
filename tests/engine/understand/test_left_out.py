"""What is left out of a sweep: "all lights off, but not in the kitchen"."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep
from home_agent.engine.understand import Understander, Understood
from home_agent.simulated import SimulatedHome
from tests.engine.understand.speaking import house_of

LEFT_OUT = [
    ("en", "turn off all the lights, but not in the kitchen", "kitchen"),
    ("en", "switch all the lights off but not in the bathroom", "bathroom"),
    ("de", "alle Lichter aus, aber nicht in der Küche", "Küche"),
    ("de", "schalte alle Lampen aus, nur nicht im Flur", "Flur"),
    ("nl", "doe alle lampen uit, maar niet in de keuken", "Keuken"),
    ("it", "spegni tutte le luci, ma non in cucina", "Cucina"),
    ("es", "apaga todas las luces, pero no en la cocina", "Cocina"),
    ("fr", "éteins toutes les lumières, mais pas dans la cuisine", "Cuisine"),
]


@pytest.mark.parametrize(("language", "text", "room"), LEFT_OUT)
def test_a_room_is_left_out(language: str, text: str, room: str) -> None:
    home = (SimulatedHome.demo() if language == "en" else house_of(language)).snapshot()
    found = Understander().understand(text, home, load_language(language))
    assert isinstance(found, Understood)
    (step,) = found.plan.steps
    assert isinstance(step, CallStep)
    entities, areas = home.layout.entities, home.layout.areas
    rooms = {
        areas[area_id].name.lower()
        for id_ in step.call.targets
        if (area_id := entities[id_].area_id)
    }
    assert len(rooms) > 2
    assert room.lower() not in rooms
    assert any(area.name.lower() == room.lower() for area in areas.values())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "turn on the kitchen lights but not now"),
        ("en", "turn on the kitchen lights, but not tonight"),
        ("de", "mach das Licht in der Küche an, aber nicht heute"),
        ("nl", "doe het licht in de keuken aan, maar niet vanavond"),
        ("it", "accendi la luce in cucina, ma non stasera"),
        ("es", "enciende la luz de la cocina, pero no ahora"),
        ("fr", "allume la lumière de la cuisine, mais pas ce soir"),
    ],
)
def test_a_time_that_is_left_out_does_nothing(language: str, text: str) -> None:
    home = (SimulatedHome.demo() if language == "en" else house_of(language)).snapshot()
    assert not isinstance(
        Understander().understand(text, home, load_language(language)), Understood
    )
