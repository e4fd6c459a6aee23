"""Verbs that carry the thing: watering is for valves and sprinklers, whatever else is there."""

from typing import Any

import pytest

from home_agent.engine.understand import Question, Remark, Understood
from home_agent.simulated import SimulatedHome

from .speaking import calls_of, hear

# The names of a sprinkler, a coffee machine, a charger and a fan; of a garden and a bathroom.
NAMES = {
    "en": ("Lawn Sprinkler", "Coffee Machine", "Wallbox", "Extractor", "Garden", "Bathroom"),
    "de": ("Rasensprenger", "Kaffeemaschine", "Wallbox", "Lüfter", "Garten", "Bad"),
    "nl": ("Gazonsproeier", "Koffiezetapparaat", "Laadpaal", "Afzuiging", "Tuin", "Badkamer"),
    "fr": ("Arrosage pelouse", "Cafetière", "Borne de recharge", "Extracteur", "Jardin", "Bain"),
    "it": ("Irrigazione prato", "Macchina del caffè", "Wallbox", "Aspiratore", "Giardino", "Bagno"),
    "es": ("Riego del césped", "Cafetera", "Cargador", "Extractor", "Jardín", "Baño"),
}


def house(language: str = "en", more: tuple[dict[str, Any], ...] = ()) -> SimulatedHome:
    """A house with a garden that has a light as well, and a main water valve."""
    sprinkler, coffee, charger, fan, garden, bath = NAMES[language]
    return SimulatedHome.from_inventory(
        {
            "areas": [{"id": "garden", "name": garden}, {"id": "bath", "name": bath}],
            "entities": [
                {"id": "valve.lawn", "name": sprinkler, "area": "garden", "state": "closed"},
                {"id": "valve.main", "name": "Main H2O", "area": "bath", "state": "open"},
                {"id": "light.garden", "name": "Lampion", "area": "garden", "state": "on"},
                {"id": "switch.coffee", "name": coffee, "state": "off"},
                {"id": "switch.charger", "name": charger, "state": "off"},
                {"id": "fan.bath", "name": fan, "area": "bath", "state": "off"},
                {"id": "vacuum.robot", "name": "Rosie", "state": "cleaning"},
                {"id": "lawn_mower.mower", "name": "Molly", "state": "docked"},
                {"id": "lock.front", "name": "Alpha", "state": "unlocked"},
                {"id": "lock.back", "name": "Beta", "state": "unlocked"},
                *more,
            ],
        }
    )


SAID = [
    ("en", "water the lawn", "valve.open_valve valve.lawn"),
    ("en", "water the garden", "valve.open_valve valve.lawn"),
    ("en", "please water my plants", "valve.open_valve valve.lawn"),
    ("en", "start watering", "valve.open_valve valve.lawn"),
    ("en", "give the grass some water", "valve.open_valve valve.lawn"),
    ("en", "stop watering", "valve.close_valve valve.lawn"),
    ("en", "stop watering the garden", "valve.close_valve valve.lawn"),
    ("en", "brew some coffee", "switch.turn_on switch.coffee"),
    ("en", "charge the car", "switch.turn_on switch.charger"),
    ("en", "stop charging my car", "switch.turn_off switch.charger"),
    ("en", "ventilate the bathroom", "fan.turn_on fan.bath"),
    ("en", "stop vacuuming", "vacuum.stop vacuum.robot"),
    ("en", "mow the lawn", "lawn_mower.start_mowing lawn_mower.mower"),
    ("en", "lock up", "lock.lock lock.back lock.front"),
    ("de", "gieß den Rasen", "valve.open_valve valve.lawn"),
    ("de", "bewässere bitte den Garten", "valve.open_valve valve.lawn"),
    ("de", "koch Kaffee", "switch.turn_on switch.coffee"),
    ("de", "lade das Auto", "switch.turn_on switch.charger"),
    ("de", "lüfte das Bad", "fan.turn_on fan.bath"),
    ("de", "schließ das Haus ab", "lock.lock lock.back lock.front"),
    ("nl", "geef de planten water", "valve.open_valve valve.lawn"),
    ("nl", "stop met sproeien", "valve.close_valve valve.lawn"),
    ("nl", "zet een kopje koffie", "switch.turn_on switch.coffee"),
    ("fr", "arrose le jardin", "valve.open_valve valve.lawn"),
    ("fr", "arrête d'arroser", "valve.close_valve valve.lawn"),
    ("fr", "fais-moi un café", "switch.turn_on switch.coffee"),
    ("it", "annaffia il prato", "valve.open_valve valve.lawn"),
    ("it", "ferma l'irrigazione", "valve.close_valve valve.lawn"),
    ("it", "arieggia il bagno", "fan.turn_on fan.bath"),
    ("es", "riega las plantas", "valve.open_valve valve.lawn"),
    ("es", "carga el coche", "switch.turn_on switch.charger"),
]


@pytest.mark.parametrize(("language", "text", "expected"), SAID)
def test_what_a_verb_is_for(language: str, text: str, expected: str) -> None:
    [call] = calls_of(hear(language, house(language), text))
    assert " ".join((call.full_name, *sorted(call.targets))) == expected


@pytest.mark.parametrize(
    "text",
    [
        "water the horse",
        "water is good for you",
        "the water the lawn needs",
        "charge the jury",
        "brew some trouble",
        "stop watering down the truth",
        "light the way",
    ],
)
def test_what_nothing_here_is_for(text: str) -> None:
    """Only what is watered, charged or brewed is meant."""
    assert not isinstance(hear("en", house(), text), Understood)


def test_one_of_two_is_asked_about() -> None:
    """Neither is the lawn's."""
    hoses = ({"id": "valve.a", "name": "Hose A"}, {"id": "valve.b", "name": "Hose B"})
    home = SimulatedHome.from_inventory({"entities": list(hoses)})
    assert isinstance(hear("en", home, "water the lawn"), Question)


def test_where_nothing_waters_nothing_is_switched_off() -> None:
    """The light of the garden is not what waters it."""
    light = {"id": "light.a", "name": "Glow", "area": "garden", "state": "on"}
    areas = [{"id": "garden", "name": "Garden"}]
    home = SimulatedHome.from_inventory({"areas": areas, "entities": [light]})
    assert not isinstance(hear("en", home, "stop watering the garden"), Understood)


def heater(state: str, **more: Any) -> SimulatedHome:
    """A study with a heater."""
    attributes = {"hvac_modes": ["off", "heat"], "min_temp": 7, "max_temp": 30, **more}
    thing = {"id": "climate.h", "name": "Stove", "area": "study", "state": state}
    areas = [{"id": "study", "name": "Study"}]
    return SimulatedHome.from_inventory(
        {"areas": areas, "entities": [{**thing, "attributes": attributes}]}
    )


@pytest.mark.parametrize("text", ["heat the study", "warm up the study", "make the study warmer"])
def test_what_is_off_is_set_to_heat(text: str) -> None:
    """A higher set point warms nothing while the heater is off."""
    [call] = calls_of(hear("en", heater("off", temperature=20), text))
    assert (call.service, call.data) == ("set_hvac_mode", {"hvac_mode": "heat"})
    [call] = calls_of(hear("en", heater("heat", temperature=20), text))
    assert (call.service, call.data) == ("set_temperature", {"temperature": 21.0})


@pytest.mark.parametrize(
    ("text", "target"), [("dehumidify the bathroom", "dry"), ("humidify the bathroom", "damp")]
)
def test_drying_the_air_is_not_for_a_humidifier(text: str, target: str) -> None:
    """Each is for its own kind."""
    more = tuple(
        {
            "id": f"humidifier.{name}",
            "name": name.title(),
            "area": "bath",
            "state": "off",
            "attributes": {"device_class": kind},
        }
        for name, kind in (("dry", "dehumidifier"), ("damp", "humidifier"))
    )
    [call] = calls_of(hear("en", house(more=more), text))
    assert (call.service, call.targets) == ("turn_on", (f"humidifier.{target}",))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "lass die Wallbox an"),
        ("de", "lass bitte den Lampion aus"),
        ("de", "lass die Schreibtischlampe an"),
        ("nl", "laat de laadpaal aan"),
    ],
)
def test_what_is_to_be_left_is_left(language: str, text: str) -> None:
    """It is here or not: nothing is done, and no place is missed."""
    assert hear(language, house(language), text) == Remark(key="left_it")
