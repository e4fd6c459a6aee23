"""Words as they are said in some regions, and whoever of the house is called by name."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

from .speaking import HOUSES

FAMILY = {
    "areas": [{"name": "Deck"}, {"name": "Loft"}],
    "entities": [
        {"id": "light.deck", "name": "Deck lights", "area": "Deck", "state": "on"},
        {"id": "fan.archie", "name": "Archie fan", "area": "Loft", "state": "on"},
        {"id": "light.archie", "name": "Archie oyster", "area": "Loft", "state": "on"},
        {"id": "person.maud", "name": "Maud", "state": "home"},
    ],
}


def _understand(home: SimulatedHome, sentence: str, language: str) -> Understanding:
    return Understander().understand(sentence, home.snapshot(), load_language(language))


@pytest.mark.parametrize(
    ("language", "said", "plain"),
    [
        ("de", "mach ma dat Licht in der Küche aus", "mach das Licht in der Küche aus"),
        ("de", "kannste ma die Stehlampe ausmachen?", "kannst du die Stehlampe ausmachen?"),
        ("nl", "doe efkes de staande lamp uit", "doe de staande lamp uit"),
    ],
)
def test_it_means_what_it_means_elsewhere(language: str, said: str, plain: str) -> None:
    home = SimulatedHome.from_file(HOUSES / f"{language}.yaml")
    found, expected = (_understand(home, sentence, language) for sentence in (said, plain))
    home.close()
    assert isinstance(found, Understood)
    assert isinstance(expected, Understood)
    assert found.plan == expected.plan


@pytest.mark.parametrize(
    "sentence",
    ["get off the deck, Archie", "turn off the deck lights, Maud", "stop it, Archie, right now"],
)
def test_what_is_said_to_somebody_of_the_house_is_for_them(sentence: str) -> None:
    home = SimulatedHome.from_inventory(FAMILY)
    found = _understand(home, sentence, "en")
    home.close()
    assert not isinstance(found, Understood)


def test_what_several_things_are_named_for_is_no_call_beside_and() -> None:
    home = SimulatedHome.from_inventory(FAMILY)
    found = _understand(home, "turn off the deck lights and the Archie fan", "en")
    home.close()
    assert isinstance(found, Understood)
