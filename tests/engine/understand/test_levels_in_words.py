"""Levels in whatever words: shares, notches, names, the other scale of temperatures."""

from typing import Any

import pytest

from home_agent.engine.understand import Understood
from home_agent.simulated import SimulatedHome

from .speaking import calls_of, hear

NAMES = {
    "en": ("Lamp", "Fan", "Blind", "Stereo", "Radiator"),
    "de": ("Lampe", "Ventilator", "Jalousie", "Radio", "Heizung"),
    "nl": ("Lamp", "Ventilator", "Jaloezie", "Radio", "Verwarming"),
    "fr": ("Lampe", "Ventilateur", "Store", "Radio", "Radiateur"),
    "it": ("Lampada", "Ventilatore", "Tenda", "Radio", "Termosifone"),
    "es": ("Lámpara", "Ventilador", "Persiana", "Radio", "Radiador"),
}


def house(language: str) -> SimulatedHome:
    """A house with one thing of a kind, in the words of a language."""
    lamp, fan, blind, stereo, radiator = NAMES[language]
    things: list[tuple[str, str, str, dict[str, Any]]] = [
        ("light.lamp", lamp, "on", {"brightness": 128, "supported_color_modes": ["brightness"]}),
        ("fan.fan", fan, "on", {"percentage_step": 25, "supported_features": 1 | 16 | 32}),
        ("cover.blind", blind, "open", {"current_position": 40, "supported_features": 15}),
        ("media_player.stereo", stereo, "playing", {"volume_level": 0.5}),
        (
            "climate.radiator",
            radiator,
            "heat",
            {"temperature": 20, "min_temp": 7, "max_temp": 30, "hvac_modes": ["off", "heat"]},
        ),
    ]
    return SimulatedHome.from_inventory(
        {
            "entities": [
                {"id": entity_id, "name": name, "state": state, "attributes": attributes}
                for entity_id, name, state, attributes in things
            ]
        }
    )


def lamp(percent: int) -> tuple[str, dict[str, Any]]:
    return "light.turn_on", {"brightness_pct": percent}


def fan(percent: int) -> tuple[str, dict[str, Any]]:
    return "fan.set_percentage", {"percentage": percent}


def blind(percent: int) -> tuple[str, dict[str, Any]]:
    return "cover.set_cover_position", {"position": percent}


def volume(level: float) -> tuple[str, dict[str, Any]]:
    return "media_player.volume_set", {"volume_level": level}


def warmth(degrees: float) -> tuple[str, dict[str, Any]]:
    return "climate.set_temperature", {"temperature": degrees}


SAID = [
    ("en", "make the lamp 60% bright", lamp(60)),
    ("en", "lamp a quarter bright", lamp(25)),
    ("en", "make the lamp very bright", lamp(100)),
    ("en", "the lamp as dim as possible", lamp(1)),
    ("en", "turn the lamp all the way up", lamp(100)),
    ("en", "set the lamp to the highest setting", lamp(100)),
    ("en", "turn the lamp up one level", lamp(70)),
    ("en", "lamp, two thirds", lamp(67)),
    ("en", "put the lamp on low", lamp(25)),
    ("en", "put the fan on medium", fan(67)),
    ("en", "fan at high speed", fan(100)),
    ("en", "turn the fan down two notches", fan(50)),
    ("en", "turn the fan down a notch", fan(75)),
    ("en", "set the blind to 70 percent closed", blind(30)),
    ("en", "blind to a third open", blind(33)),
    ("en", "half open the blind", blind(50)),
    ("en", "partly close the blind", blind(50)),
    ("en", "radiator target 21", warmth(21.0)),
    ("en", "turn the stereo down three notches", volume(0.2)),
    ("en", "turn the stereo all the way up", volume(1.0)),
    ("de", "mach die Lampe 60 Prozent hell", lamp(60)),
    ("de", "stell die Lampe auf die höchste Stufe", lamp(100)),
    ("de", "stell den Ventilator auf niedrig", fan(33)),
    ("de", "stell die Jalousie auf 70 Prozent geschlossen", blind(30)),
    ("nl", "zet de lamp op de hoogste stand", lamp(100)),
    ("nl", "zet de ventilator op laag", fan(33)),
    ("nl", "zet de jaloezie op 30 procent open", blind(30)),
    ("fr", "mets la lampe à 60 % de luminosité", lamp(60)),
    ("fr", "mets le ventilateur à vitesse moyenne", fan(67)),
    ("fr", "mets le store à 30 % ouvert", blind(30)),
    ("it", "metti la lampada al 60% di luminosità", lamp(60)),
    ("it", "metti il ventilatore a velocità bassa", fan(33)),
    ("it", "metti la lampada alla massima potenza", lamp(100)),
    ("es", "pon la lámpara al 60 % de brillo", lamp(60)),
    ("es", "pon el ventilador a velocidad alta", fan(100)),
    ("es", "pon la lámpara a máxima potencia", lamp(100)),
]


@pytest.mark.parametrize(("language", "text", "expected"), SAID)
def test_levels(language: str, text: str, expected: tuple[str, dict[str, Any]]) -> None:
    [call] = calls_of(hear(language, house(language), text))
    assert (call.full_name, call.data) == expected


def test_it_in_a_room_is_what_is_set_there() -> None:
    """Nothing was spoken of before, and a room that is set to 17 is one that is heated."""
    home = SimulatedHome.from_inventory(
        {
            "areas": [{"id": "den", "name": "Den"}],
            "entities": [
                {"id": "light.den", "name": "Glow", "area": "den", "state": "on"},
                {
                    "id": "climate.den",
                    "name": "Stove",
                    "area": "den",
                    "state": "heat",
                    "attributes": {"temperature": 20, "min_temp": 7, "max_temp": 30},
                },
            ],
        }
    )
    [call] = calls_of(hear("en", home, "turn it down to 17 in the den"))
    assert (call.full_name, call.data) == warmth(17.0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("open the blind all the way", "cover.open_cover"),
        ("fully close the blind", "cover.close_cover"),
        ("turn the stereo down a notch", "media_player.volume_down"),
    ],
)
def test_without_a_figure(text: str, expected: str) -> None:
    [call] = calls_of(hear("en", house("en"), text))
    assert (call.full_name, call.data) == (expected, {})


@pytest.mark.parametrize(
    "text", ["the lamp is very bright", "a high lamp", "two levels", "lamp 50", "lamp one", "low"]
)
def test_what_is_no_command(text: str) -> None:
    assert not isinstance(hear("en", house("en"), text), Understood)


@pytest.mark.parametrize(
    ("text", "degrees"),
    [
        ("set the radiator to 72 degrees", 22.2),
        ("set the radiator to 66", 18.9),
        ("radiator to 68 degrees fahrenheit", 20.0),
        ("set the radiator to 22 degrees", 22.0),
        # What neither scale allows, or nobody wants, is left to the home, which tells the range.
        ("set the radiator to 200 degrees", 200.0),
        ("set the radiator to 50", 50.0),
    ],
)
def test_the_other_scale(text: str, degrees: float) -> None:
    """What goes to 30 can only be set to 72 in Fahrenheit."""
    [call] = calls_of(hear("en", house("en"), text))
    assert (call.full_name, call.data) == warmth(degrees)


def test_the_other_scale_is_told() -> None:
    """Who said 72 hears what it was taken for; who said Fahrenheit knows."""
    heard = hear("en", house("en"), "set the radiator to 72 degrees")
    assert isinstance(heard, Understood)
    assert heard.evidence.mended == (("72", "72 °F"),)
    told = hear("en", house("en"), "set the radiator to 72 degrees fahrenheit")
    assert isinstance(told, Understood)
    assert told.evidence.mended == ()
