"""A place that was said is never dropped, whatever else its words are part of."""

from collections.abc import Iterator
from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander, Understood
from home_agent.simulated import SimulatedHome

from .speaking import calls_of

_HOUSE: dict[str, Any] = {
    "areas": [
        {"name": "Onze kamer", "id": "onze"},
        {"name": "Voorkamer", "id": "voor"},
        {"name": "Dakterras", "id": "terras"},
        {"name": "Our room", "id": "our"},
        {"name": "Front room", "id": "front"},
    ],
    "entities": [
        {"name": "Strip tv-meubel", "id": "light.strip", "area": "voor", "state": "off"},
        {"name": "TV shelf strip", "id": "light.shelf", "area": "front", "state": "off"},
        {"name": "Gardena bakken", "id": "valve.bakken", "area": "terras", "state": "closed"},
        {"name": "Lamp voor", "id": "light.voor", "area": "voor", "state": "off"},
        {"name": "Leeslamp", "id": "light.lees", "area": "onze", "state": "off"},
    ],
}


@pytest.fixture
def home() -> Iterator[SimulatedHome]:
    house = SimulatedHome.from_inventory(_HOUSE)
    yield house
    house.close()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        # The strip of a TV shelf in another room is no TV in this one.
        ("nl", "zet de tv in onze kamer aan"),
        ("en", "turn on the TV in our room"),
        # What lies in front is not said to be for something.
        ("nl", "zet de sproeier in de voortuin aan"),
        ("nl", "sproeier in de voortuin aan"),
    ],
)
def test_nothing_is_done_elsewhere(home: SimulatedHome, language: str, sentence: str) -> None:
    found = Understander().understand(sentence, home.snapshot(), load_language(language))
    assert not isinstance(found, Understood), found


def test_a_room_by_its_name_is_where_things_are(home: SimulatedHome) -> None:
    said = "doe de lamp in onze kamer aan"
    found = Understander().understand(said, home.snapshot(), load_language("nl"))
    assert [call.targets for call in calls_of(found)] == [("light.lees",)]
