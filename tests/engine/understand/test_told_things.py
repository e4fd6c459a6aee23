"""What is told beside a command says which thing and which room it is for, and never another."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep
from home_agent.engine.understand import Understander, Understood
from home_agent.simulated import SimulatedHome

# By language: the kitchen, the cellar, Tom's room, the light in each, and his football lamp.
_CALLED = {
    "en": ("Kitchen", "Cellar", "Tom's room", "Ceiling light", "Football lamp"),
    "de": ("Küche", "Keller", "Toms Zimmer", "Deckenlicht", "Fußballlampe"),
    "nl": ("Keuken", "Kelder", "Kamer van Tom", "Plafondlicht", "Voetballamp"),
    "fr": ("Cuisine", "Cave", "Chambre de Tom", "Plafonnier", "Lampe ballon"),
    "it": ("Cucina", "Cantina", "Camera di Tom", "Plafoniera", "Lampada pallone"),
    "es": ("Cocina", "Bodega", "Cuarto de Tom", "Luz de techo", "Lámpara balón"),
}
_ROOMS = ("kitchen", "cellar", "tom")


def _home(language: str) -> SimulatedHome:
    *rooms, light, football = _CALLED[language]
    areas = [{"name": name, "id": id_} for name, id_ in zip(rooms, _ROOMS, strict=True)]
    things: list[dict[str, Any]] = [
        {"id": f"light.{room}", "name": light, "area": room, "state": "off"} for room in _ROOMS
    ]
    things += [
        {"id": "light.football", "name": football, "area": "tom", "state": "on"},
        {"id": "media_player.tom", "name": "Tom's Speaker", "area": "tom", "state": "playing"},
        {"id": "fan.tom", "name": "Tom's Fan", "area": "tom", "state": "on"},
        {"id": "person.tom", "name": "Tom", "state": "not_home"},
    ]
    return SimulatedHome.from_inventory({"areas": areas, "entities": things})


def _targets(language: str, text: str) -> set[str]:
    """What is acted on for somebody in the kitchen."""
    home = _home(language).snapshot()
    found = Understander().understand(text, home, load_language(language), area_id="kitchen")
    steps = found.plan.steps if isinstance(found, Understood) else ()
    calls = [step.call for step in steps if isinstance(step, CallStep)]
    return {target for call in calls for target in call.targets}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It's pitch black in the cellar, turn the light on"),
        ("en", "The cellar is so dark, turn on the light"),
        ("en", "I can't see a thing in the cellar, turn on the light"),
        ("de", "Im Keller sieht man ja nichts, mach das Licht an"),
        ("de", "Der Keller ist so dunkel, mach das Licht an"),
        ("de", "Im Keller ist es stockdunkel, mach das Licht an"),
        ("nl", "De kelder is zo donker, doe het licht aan"),
        ("fr", "On n'y voit rien dans la cave, allume la lumière"),
        ("it", "In cantina non si vede niente, accendi la luce"),
        ("es", "No se ve nada en la bodega, enciende la luz"),
    ],
)
def test_what_is_told_of_a_room_is_for_that_room(language: str, text: str) -> None:
    """Nobody wants the kitchen lit because the cellar is dark."""
    assert _targets(language, text) == {"light.cellar"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Tom went to practice and left his bloody light on again, switch it off"),
        ("en", "Tom went to practice and left the light on in his room, switch it off"),
    ],
)
def test_his_light_is_in_his_room(language: str, text: str) -> None:
    """The lights of whoever speaks are none of his."""
    found = _targets(language, text)
    assert found
    assert found <= {"light.tom", "light.football"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Tom ist weg und hat sein Licht angelassen, mach es aus"),
        ("nl", "Tom is weg en heeft zijn lamp aan gelaten, doe hem uit"),
        ("it", "Tom è uscito e ha lasciato la sua luce accesa, spegnila"),
    ],
)
def test_his_light_is_never_mine(language: str, text: str) -> None:
    """Where we do not know which is his, the kitchen stays as it is."""
    assert not _targets(language, text) & {"light.kitchen", "light.cellar"}


def test_it_is_the_thing_that_was_named() -> None:
    """A person and a room that are named besides are nothing to switch."""
    said = "Nobody is in Tom's room and the football lamp is blazing away, turn it off"
    assert _targets("en", said) == {"light.football"}


@pytest.mark.parametrize(
    "said",
    [
        "Heading to bed, so Tom's fan off, and turn on the football lamp",
        "Heading to bed, Tom's fan off, turn on the football lamp",
    ],
)
def test_a_thing_and_how_it_should_be_is_no_remark(said: str) -> None:
    """A part without a verb is done as well."""
    assert _targets("en", said) == {"fan.tom", "light.football"}


@pytest.mark.parametrize(
    ("language", "text"),
    [("nl", "Tom moet eruit"), ("nl", "Tom eruit"), ("en", "Tom off"), ("de", "Tom aus")],
)
def test_somebody_is_no_lamp(language: str, text: str) -> None:
    """Who has to get up is not switched off."""
    assert not _targets(language, text) & {"light.tom", "light.football"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "turn on the ceiling light, today I'm staying home"),
        ("de", "mach das Deckenlicht an, heute bleibe ich zu Hause"),
        ("nl", "doe het plafondlicht aan, vandaag werk ik thuis"),
        ("it", "accendi la plafoniera, oggi sto a casa"),
        ("es", "enciende la luz de techo, hoy me quedo en casa"),
        ("fr", "allume le plafonnier, aujourd'hui je reste à la maison"),
    ],
)
def test_the_day_of_a_remark_is_no_time_of_the_command(language: str, text: str) -> None:
    """It is done now."""
    assert _targets(language, text) == {"light.kitchen"}
