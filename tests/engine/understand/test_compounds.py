"""Words that are written as one."""

from dataclasses import replace

import pytest

from home_agent.engine.understand import Refusal
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.engine.understand.resolve.names import gather_names
from home_agent.engine.understand.text.compounds import split_compounds
from home_agent.simulated import SimulatedHome

from .speaking import hear

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
    assert split_compounds((said,), lexicon, names) == parts


def test_a_language_without_such_words_is_left_alone() -> None:
    lexicon = replace(load_lexicon("en"), compound_links=())
    names = gather_names(SimulatedHome.from_inventory(HOUSE).snapshot().layout, lexicon)
    assert split_compounds(("badlights",), lexicon, names) == ("badlights",)


MACHINES = {
    "areas": [{"name": "Keuken", "id": "kitchen"}],
    "entities": [
        {"name": "Washing machine", "id": "switch.washer", "area": "kitchen", "state": "on"},
        {"name": "Coffee machine", "id": "switch.coffee", "area": "kitchen", "state": "on"},
        {"name": "Licht", "id": "light.kitchen", "area": "kitchen", "state": "on"},
    ],
}


@pytest.mark.parametrize(
    ("language", "said", "parts"),
    [
        # "was" is a small word: it would vanish, and any machine be meant
        ("nl", "wasmachine", ("wasmachine",)),
        ("nl", "hetlicht", ("hetlicht",)),
        ("nl", "keukenlicht", ("keuken", "licht")),
        ("de", "dasmachine", ("dasmachine",)),
        ("de", "wiemachine", ("wiemachine",)),
        ("de", "keukenlicht", ("keuken", "licht")),
    ],
)
def test_a_small_word_is_no_part_of_a_thing(
    language: str, said: str, parts: tuple[str, ...]
) -> None:
    lexicon = load_lexicon(language)
    names = gather_names(SimulatedHome.from_inventory(MACHINES).snapshot().layout, lexicon)
    assert split_compounds((said,), lexicon, names) == parts


@pytest.mark.parametrize(
    "text",
    [
        "waarschuw me als de wasmachine klaar is",
        "is de wasmachine aan",
        "zet de wasmachine uit",
    ],
)
def test_a_machine_that_is_not_there_is_no_other(text: str) -> None:
    others = [thing for thing in MACHINES["entities"] if thing["id"] != "switch.washer"]
    heard = hear("nl", SimulatedHome.from_inventory({**MACHINES, "entities": others}), text)
    assert isinstance(heard, Refusal)
    assert heard.arguments == {"entity": "wasmachine"}
