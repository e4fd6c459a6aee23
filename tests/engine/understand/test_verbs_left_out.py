"""Robots that are let, sent and put to work, and parts that leave out what was said before them."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import Refusal, Understander, Understanding
from home_agent.simulated import SimulatedHome

from .speaking import as_line, calls_of

_COVER = {"current_position": 50}

HOME: dict[str, Any] = {
    "areas": [{"id": "den", "name": "Den"}, {"id": "yard", "name": "Yard"}],
    "entities": [
        {"id": "vacuum.gus", "name": "Gus", "area": "den", "state": "docked"},
        {"id": "lawn_mower.rita", "name": "Rita", "area": "yard", "state": "docked"},
        {"id": "light.lumi", "name": "Lumi", "area": "den", "state": "on"},
        {"id": "light.orba", "name": "Orba", "area": "den", "state": "on"},
        {
            "id": "cover.left",
            "name": "Alfa",
            "area": "den",
            "state": "open",
            "attributes": {"device_class": "shutter", **_COVER},
        },
        {
            "id": "cover.awning",
            "name": "Beta",
            "area": "yard",
            "state": "open",
            "attributes": {"device_class": "awning", **_COVER},
        },
        {"id": "media_player.tv", "name": "TV", "area": "den", "state": "playing"},
    ],
}

_BOTH = "vacuum.start vacuum.gus | lawn_mower.start_mowing lawn_mower.rita"
_AND_DARK = "vacuum.start vacuum.gus | light.turn_off light.lumi"
_DOWN_AND_UP = "cover.close_cover cover.left | cover.open_cover cover.awning"

DONE = [
    ("de", "Lass Gus saugen und die Rita mähen", _BOTH),
    ("de", "Gus soll saugen und Rita soll mähen", _BOTH),
    ("de", "Lass Gus saugen und mach Lumi aus", _AND_DARK),
    ("de", "Schick die Rita raus auf den Rasen", "lawn_mower.start_mowing lawn_mower.rita"),
    ("de", "Gus soll mal durchsaugen", "vacuum.start vacuum.gus"),
    ("nl", "Laat Gus stofzuigen en Rita maaien", _BOTH),
    ("nl", "Gus mag stofzuigen en Rita mag maaien", _BOTH),
    ("nl", "Laat Gus zuigen en doe Lumi uit", _AND_DARK),
    ("nl", "Stuur Rita het gras op", "lawn_mower.start_mowing lawn_mower.rita"),
    ("fr", "Fais aspirer Gus et tondre Rita", _BOTH),
    ("fr", "Envoie Rita tondre la pelouse", "lawn_mower.start_mowing lawn_mower.rita"),
    ("it", "Fai aspirare Gus e tagliare l'erba a Rita", _BOTH),
    ("it", "Lascia pulire Gus e spegni Lumi", _AND_DARK),
    ("it", "Manda Rita a tosare il prato", "lawn_mower.start_mowing lawn_mower.rita"),
    ("es", "Pon a Gus a aspirar y a Rita a cortar el césped", _BOTH),
    ("es", "Deja que Gus aspire y apaga Lumi", _AND_DARK),
    ("es", "Saca a Rita a segar", "lawn_mower.start_mowing lawn_mower.rita"),
    # What stays as it is stays so.
    ("de", "Lass Orba brennen und mach Lumi aus", "light.turn_off light.lumi"),
    ("nl", "Laat Orba aan en doe Lumi uit", "light.turn_off light.lumi"),
    ("fr", "Laisse Orba allumée et éteins Lumi", "light.turn_off light.lumi"),
    # All of a list.
    ("de", "Alle Rollläden und Markisen zu", "cover.close_cover cover.awning,cover.left"),
    (
        "it",
        "tutte le tapparelle e le tende da sole giù",
        "cover.close_cover cover.awning,cover.left",
    ),
    (
        "it",
        "Giù la Alfa e su quella Beta",
        "cover.close_cover cover.left | cover.open_cover cover.awning",
    ),
    ("it", "chiudi ste tapparelle", "cover.close_cover cover.left"),
]


def _hear(language: str, text: str) -> Understanding:
    home = SimulatedHome.from_inventory(HOME).snapshot()
    return Understander().understand(text, home, load_language(language))


@pytest.mark.parametrize(("language", "text", "expected"), DONE)
def test_every_part_is_done(language: str, text: str, expected: str) -> None:
    assert as_line(calls_of(_hear(language, text))) == expected


def test_all_is_not_everything_where_it_goes_on_to_say_of_what() -> None:
    assert isinstance(_hear("it", "Spegni tutto sto casino di tv"), Refusal)
