"""Places in people's words: outside, out the back, the bedroom; and kinds that exclude others."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep
from home_agent.engine.understand import Understander, Understood
from home_agent.simulated import SimulatedHome

# By language: the main bedroom, Ann's room, the kitchen, what is behind the house, the terrace.
_AREAS = {
    "en": ("Main bedroom", "Ann's room", "Kitchen", "Backyard", "Terrace"),
    "de": ("Elternschlafzimmer", "Annas Zimmer", "Küche", "Hinterhof", "Terrasse"),
    "nl": ("Hoofdslaapkamer", "Annas kamer", "Keuken", "Achtertuin", "Terras"),
    "it": ("Camera matrimoniale", "Stanza di Anna", "Cucina", "Cortile sul retro", "Terrazza"),
    "es": ("Habitación principal", "Cuarto de Ana", "Cocina", "Patio trasero", "Terraza"),
    "fr": ("Chambre parentale", "Chambre d'Anna", "Cuisine", "Cour arrière", "Terrasse"),
}
_ROOMS = ("main", "ann", "kitchen", "back", "terrace")
_INSIDE = {"light.ann", "light.kitchen", "light.main"}
_OUTSIDE = {"light.back", "light.terrace"}


def _home(language: str) -> SimulatedHome:
    areas = [{"name": name, "id": id_} for name, id_ in zip(_AREAS[language], _ROOMS, strict=True)]
    lights = [
        {"id": f"light.{room}", "name": f"Hue {at}", "state": "off", "area": room}
        for at, room in enumerate(_ROOMS)
    ]
    others = [
        {"id": "fan.dyson", "name": "Dyson AM07", "state": "off", "area": "main"},
        {"id": "lock.front", "name": "Nuki", "state": "unlocked"},
    ]
    return SimulatedHome.from_inventory({"areas": areas, "entities": [*lights, *others]})


def _targets(language: str, text: str) -> set[str]:
    found = Understander().understand(text, _home(language).snapshot(), load_language(language))
    steps = found.plan.steps if isinstance(found, Understood) else ()
    return {
        f"{step.call.service} {target}"
        for step in steps
        if isinstance(step, CallStep)
        for target in step.call.targets
    }


@pytest.mark.parametrize(
    ("language", "text", "service", "lights"),
    [
        ("en", "turn on the lights outside", "turn_on", _OUTSIDE),
        ("en", "switch off all the outdoor lights", "turn_off", _OUTSIDE),
        ("en", "turn on the light out the back", "turn_on", {"light.back"}),
        ("en", "put the lights on out back", "turn_on", {"light.back"}),
        ("en", "turn the light off out the back", "turn_off", {"light.back"}),
        ("en", "lights on out the back", "turn_on", {"light.back"}),
        ("en", "turn on the light in the bedroom", "turn_on", {"light.main"}),
        ("de", "mach die Lichter draußen an", "turn_on", _OUTSIDE),
        ("de", "schalte das Licht hinterm Haus ein", "turn_on", {"light.back"}),
        ("de", "mach das Licht im Schlafzimmer an", "turn_on", {"light.main"}),
        ("nl", "doe de lampen buiten aan", "turn_on", _OUTSIDE),
        ("nl", "doe het licht achter het huis aan", "turn_on", {"light.back"}),
        ("nl", "doe het licht in de slaapkamer aan", "turn_on", {"light.main"}),
        ("it", "accendi le luci fuori", "turn_on", _OUTSIDE),
        ("it", "accendi la luce dietro casa", "turn_on", {"light.back"}),
        ("it", "accendi la luce in camera da letto", "turn_on", {"light.main"}),
        ("es", "enciende las luces de fuera", "turn_on", _OUTSIDE),
        ("es", "apaga la luz detrás de la casa", "turn_off", {"light.back"}),
        ("es", "enciende la luz del dormitorio", "turn_on", {"light.main"}),
        ("fr", "allume les lumières dehors", "turn_on", _OUTSIDE),
        ("fr", "éteins la lumière derrière la maison", "turn_off", {"light.back"}),
        ("fr", "allume la lumière dans la chambre à coucher", "turn_on", {"light.main"}),
    ],
)
def test_a_place_in_other_words(language: str, text: str, service: str, lights: set[str]) -> None:
    assert _targets(language, text) == {f"{service} {light}" for light in lights}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("nl", "doe alle lampen aan behalve die van Anna"),
        ("it", "accendi tutte le luci tranne quella di Anna"),
        ("es", "enciende todas las luces menos la de Ana"),
        ("fr", "allume toutes les lumières sauf celle d'Anna"),
    ],
)
def test_what_is_somebodys_is_left_out_with_the_kind(language: str, text: str) -> None:
    others = _INSIDE - {"light.ann"} | _OUTSIDE
    assert _targets(language, text) == {f"turn_on {light}" for light in others}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        # A hood is no fan, nor is what takes the steam away.
        ("en", "turn on the extractor"),
        ("en", "turn on the range hood"),
        ("de", "schalte die Dunstabzugshaube ein"),
        ("de", "mach die Abluft an"),
        ("nl", "zet de afzuigkap aan"),
        ("nl", "zet de afzuiger aan"),
        ("it", "accendi la cappa"),
        ("it", "accendi l'aspiratore"),
        ("es", "enciende el extractor"),
        ("es", "enciende la campana"),
        ("fr", "fais tourner la hotte"),
        ("fr", "allume la VMC"),
        # There is no front garden, and nobody is told of one.
        ("en", "turn on the light out the front"),
        ("de", "mach das Licht im Vorgarten an"),
        ("nl", "doe het licht in de voortuin aan"),
        ("it", "accendi la luce nel giardino davanti"),
        ("es", "enciende la luz del jardín delantero"),
        ("fr", "allume la lumière devant la maison"),
        # Nothing is left out, so nobody knows what is meant.
        ("en", "turn on all the lights except"),
        ("nl", "doe alle lampen aan behalve"),
        # What is outside is no blind, and no fan.
        ("en", "close the blinds outside"),
        ("de", "mach den Ventilator draußen an"),
        ("nl", "zet de ventilator buiten aan"),
        ("fr", "allume le ventilateur dehors"),
    ],
)
def test_what_is_not_there_is_not_acted_upon(language: str, text: str) -> None:
    assert not _targets(language, text)


def test_the_door_to_a_room_is_what_opens_before_its_lock() -> None:
    home = SimulatedHome.from_inventory(
        {
            "areas": [{"name": "Garage", "id": "garage"}, {"name": "Hall", "id": "hall"}],
            "entities": [
                {"id": "lock.garage", "name": "Smart Lock", "state": "locked", "area": "garage"},
                {"id": "cover.garage", "name": "Garage Door", "state": "closed", "area": "garage"},
                {"id": "lock.hall", "name": "Hall lock", "state": "locked", "area": "hall"},
            ],
        }
    ).snapshot()

    def understood(text: str) -> list[tuple[str, tuple[str, ...]]]:
        found = Understander().understand(text, home, load_language("en"))
        assert isinstance(found, Understood)
        calls = [step.call for step in found.plan.steps if isinstance(step, CallStep)]
        return [(call.service, call.targets) for call in calls]

    assert understood("open the door to the garage") == [("open_cover", ("cover.garage",))]
    assert understood("unlock the door to the garage") == [("unlock", ("lock.garage",))]
    assert understood("open the door in the hall") == [("unlock", ("lock.hall",))]
