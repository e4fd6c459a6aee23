"""Words that are written as one."""

from dataclasses import replace

import pytest

from home_agent.engine.home.simulated import SimulatedHome
from home_agent.engine.understand.joined import parted
from home_agent.engine.understand.lexicon_file import load_lexicon
from home_agent.engine.understand.names import gather_names

HOUSE = {
    "areas": [{"name": "Küche", "id": "kitchen"}, {"name": "Bad", "id": "bath"}],
    "entities": [{"name": "Nachttischlampe", "id": "light.bedside", "area": "kitchen"}],
}


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("küchenlight", ("küche", "light")),
        ("küchenfanswitch", ("küche", "fan", "switch")),
        ("badlights", ("bad", "lights")),
        ("nachttischlampe", ("nachttischlampe",)),
        ("küchenxyz", ("küchenxyz",)),
        ("openla", ("open", "la")),
        ("ópenla", ("open", "la")),
        ("lala", ("lala",)),
        ("kueche", ("küche",)),
        ("kuechenlight", ("küche", "light")),
        ("kitchenette", ("kitchenette",)),
    ],
)
def test_known_words_in_one(said: str, parts: tuple[str, ...]) -> None:
    lexicon = replace(load_lexicon("en"), compound_links=("", "n"), clitics=("la",))
    lexicon = replace(lexicon, spellings={"ue": "ü"})
    names = gather_names(SimulatedHome.from_inventory(HOUSE).snapshot().layout, lexicon)
    assert parted((said,), lexicon, names) == parts


def test_a_language_without_such_words_is_left_alone() -> None:
    lexicon = replace(load_lexicon("en"), compound_links=())
    names = gather_names(SimulatedHome.from_inventory(HOUSE).snapshot().layout, lexicon)
    assert parted(("badlights",), lexicon, names) == ("badlights",)
