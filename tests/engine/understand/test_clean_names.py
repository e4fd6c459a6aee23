"""What is not there is told by a clean name, and a room by its own."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import NotUnderstood, Refusal, Understander, Understanding
from home_agent.simulated import SimulatedHome


def hear(language: str, text: str, house: dict[str, Any] | None = None) -> Understanding:
    """What a sentence means in this house, else in the built-in one."""
    home = SimulatedHome.from_inventory(house) if house else SimulatedHome.demo(language)
    return Understander().understand(text, home.snapshot(), load_language(language))


def told(found: Understanding) -> Refusal:
    """What would be said of it."""
    if isinstance(found, NotUnderstood):
        assert isinstance(found.nearest, Refusal)
        return found.nearest
    assert isinstance(found, Refusal), found
    return found


def _house(room: str, lamp: str) -> dict[str, Any]:
    return {
        "areas": [{"name": room, "id": "study"}, {"name": "Flur", "id": "hall"}],
        "entities": [
            {"name": lamp, "id": "light.study", "area": "study", "state": "off"},
            {
                "name": "Vorhang",
                "id": "cover.hall",
                "area": "hall",
                "device_class": "curtain",
                "state": "closed",
            },
        ],
    }


@pytest.mark.parametrize(
    ("language", "room", "text"),
    [
        ("en", "Study Room", "set the curtain in the study to 50"),
        ("en", "Study Room", "is the curtain in the study open?"),
        ("en", "Guest Bedroom", "turn on the fan in the guest"),
        ("nl", "Speel kamer", "open het gordijn in de speel"),
        ("it", "Stanza studio", "apri la tenda nello studio"),
        ("es", "Cuarto de estudio", "abre la cortina en el estudio"),
        ("fr", "Chambre d'amis", "ouvre le rideau dans la chambre d'amis"),
    ],
)
def test_a_room_is_there_by_what_sets_it_apart(language: str, room: str, text: str) -> None:
    """What is missing is the curtain, and no room."""
    refusal = told(hear(language, text, _house(room, "Lampe")))
    assert refusal.key.endswith("_in_area"), refusal
    assert refusal.arguments["area"] == room


def test_a_part_of_another_room_is_none() -> None:
    """A garden shed is no garden."""
    refusal = told(hear("en", "open the curtain in the garden", _house("Garden Shed", "Lamp")))
    assert refusal.arguments.get("area") != "Garden Shed"


@pytest.mark.parametrize("text", ["less light in here", "more light in here", "brighter in here"])
def test_here_is_no_room_of_that_name(text: str) -> None:
    assert told(hear("en", text)).key == "no_here"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        # A verb that nobody knows, and half of a word, are no names.
        ("en", "soften the lights in the living room"),
        ("en", "wibble the curtains in the bedroom"),
        ("sv", "tänd hallampan"),
    ],
)
def test_no_piece_of_a_sentence_is_a_name(language: str, text: str) -> None:
    found = hear(language, text)
    nearest = found.nearest if isinstance(found, NotUnderstood) else found
    assert not (isinstance(nearest, Refusal) and nearest.key.startswith(("no_entity", "no_area")))
