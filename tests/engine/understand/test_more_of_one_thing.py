"""Several settings of one thing: its degrees and its own fan, never the fan that stands beside."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep
from home_agent.engine.understand import Refusal, Understander, Understood
from home_agent.simulated import SimulatedHome

# By language: the study, its air conditioner, its fan, the lamp and the robot.
_CALLED = {
    "en": ("Study Room", "Air conditioner", "Fan", "Desk lamp", "Robot"),
    "de": ("Arbeitszimmer", "Klimaanlage", "Ventilator", "Tischlampe", "Roboter"),
    "nl": ("Werkkamer", "Airco", "Ventilator", "Bureaulamp", "Robot"),
    "fr": ("Bureau", "Climatiseur", "Ventilateur", "Lampe de table", "Robot"),
    "it": ("Studio", "Condizionatore", "Ventilatore", "Lampada da tavolo", "Robot"),
    "es": ("Despacho", "Aire acondicionado", "Ventilador", "Lámpara de mesa", "Robot"),
}


def _climate(id_: str, name: str, area: str, fan_modes: list[str]) -> dict[str, Any]:
    attributes = {
        "hvac_modes": ["off", "heat", "cool", "dry", "fan_only"],
        "temperature": 22,
        "current_temperature": 24,
        "min_temp": 16,
        "max_temp": 30,
        "fan_mode": "medium",
        "fan_modes": fan_modes,
        "swing_mode": "off",
        "swing_modes": ["on", "off"],
        # A temperature, a fan, the swing, on and off.
        "supported_features": 1 | 8 | 32 | 128 | 256,
    }
    return {"id": id_, "name": name, "area": area, "state": "cool", "attributes": attributes}


def _home(language: str) -> SimulatedHome:
    room, climate, fan, lamp, robot = _CALLED[language]
    colours = {"supported_color_modes": ["rgb"], "color_mode": "rgb", "brightness": 100}
    swinging = {"percentage": 33, "oscillating": False, "supported_features": 1 | 2 | 16 | 32}
    speeds = {
        "fan_speed": "standard",
        "fan_speed_list": ["quiet", "standard", "strong", "turbo"],
        "supported_features": 8 | 16 | 32 | 8192,
    }
    return SimulatedHome.from_inventory(
        {
            "areas": [{"name": room, "id": "study"}, {"name": "Loft", "id": "loft"}],
            "entities": [
                _climate("climate.study", climate, "study", ["low", "medium", "high"]),
                {"id": "fan.study", "name": fan, "area": "study", "state": "on"}
                | {"attributes": swinging},
                {"id": "light.desk", "name": lamp, "area": "study", "state": "on"}
                | {"attributes": colours},
                {"id": "vacuum.robot", "name": robot, "state": "docked", "attributes": speeds},
                {"id": "fan.loft", "name": "Air purifier", "area": "loft", "state": "off"}
                | {"attributes": {"percentage": 0, "supported_features": 1 | 16 | 32}},
            ],
        }
    )


def _calls(language: str, text: str) -> list[str]:
    found = Understander().understand(text, _home(language).snapshot(), load_language(language))
    steps = found.plan.steps if isinstance(found, Understood) else ()
    return [
        f"{target} {value}"
        for step in steps
        if isinstance(step, CallStep)
        for target in step.call.targets
        for value in (*step.call.data.values(),) or (step.call.service,)
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "set the air conditioner in the study to 25 degrees and the fan speed to high"),
        ("en", "set the AC to 25 degrees with high fan speed"),
        ("de", "stell die Klimaanlage auf 25 Grad und die Lüftergeschwindigkeit auf hoch"),
        ("nl", "zet de airco op 25 graden en de ventilatorsnelheid op hoog"),
        ("fr", "mets le climatiseur à 25 degrés et la vitesse du ventilateur au maximum"),
        ("it", "imposta il condizionatore a 25 gradi e la velocità della ventola al massimo"),
        ("es", "pon el aire acondicionado a 25 grados y la velocidad del ventilador al máximo"),
    ],
)
def test_its_own_fan_is_set_beside_its_temperature(language: str, text: str) -> None:
    """Neither figure is lost, and the fan of the room stays as it is."""
    assert _calls(language, text) == ["climate.study 25.0", "climate.study high"]


def test_what_swings_is_what_was_set() -> None:
    """The swing of the second part is that of the air conditioner."""
    said = "set the mode of the AC in the study to fan only and the swing to on"
    assert _calls("en", said) == ["climate.study fan_only", "climate.study on"]
    said = "change the fan speed of the air conditioner in the study room to high and swing on"
    assert _calls("en", said) == ["climate.study high", "climate.study on"]


def test_what_it_lacks_is_set_of_another() -> None:
    """A lamp has no speed, so that the fan is meant after all."""
    said = "set the desk lamp to 40 percent and the speed of the fan to 66 percent"
    assert _calls("en", said) == ["light.desk 40", "fan.study 66"]


@pytest.mark.parametrize(
    ("said", "speed"),
    [
        ("set the robot to low speed", "quiet"),
        ("set the robot's speed to high", "strong"),
        ("set the robot's speed to maximum", "turbo"),
        ("increase the speed of the robot", "strong"),
        ("lower the robot's speed", "quiet"),
    ],
)
def test_a_maker_s_options_are_low_and_high(said: str, speed: str) -> None:
    """What people call low is the nearest to it that is listed."""
    assert _calls("en", said) == [f"vacuum.robot {speed}"]


def test_the_next_of_graded_options() -> None:
    """More and less go one option on, and stay at the end."""
    assert _calls("en", "turn the fan speed of the AC down") == ["climate.study low"]
    assert _calls("en", "turn up the fan speed of the air conditioner") == ["climate.study high"]


@pytest.mark.parametrize(
    ("language", "text", "colour"),
    [
        ("en", "set the color of the desk lamp to (255, 0, 0)", [255, 0, 0]),
        ("en", "make the desk lamp #00ff10", [0, 255, 16]),
        ("de", "mach die Tischlampe rgb(0, 0, 255)", [0, 0, 255]),
        ("fr", "mets la lampe de table en (255, 120, 0)", [255, 120, 0]),
    ],
)
def test_colours_in_figures(language: str, text: str, colour: list[int]) -> None:
    """Three figures in brackets are one colour, and no list of three things."""
    assert _calls(language, text) == [f"light.desk {colour}"]


def test_what_is_no_colour_stays_as_it_was_said() -> None:
    """No lamp has a red of 300."""
    assert _calls("en", "set the desk lamp to (300, 0, 0)") == []


@pytest.mark.parametrize("said", ["turn on the fan in the loft", "set the fan in the loft to 50"])
def test_an_air_purifier_is_no_fan(said: str) -> None:
    """Home Assistant has no domain of their own for them: what they are called excludes."""
    found = Understander().understand(said, _home("en").snapshot(), load_language("en"))
    assert isinstance(found, Refusal)
    assert _calls("en", "turn on the air purifier in the loft") == ["fan.loft turn_on"]


def test_all_fans_are_fans() -> None:
    """Also where the whole home is meant."""
    assert _calls("en", "turn off all fans") == ["fan.study turn_off"]


def test_a_room_is_found_by_the_word_that_its_own_things_have() -> None:
    """Things called after their own room do not keep anybody from calling it so."""
    home = {
        "areas": [{"name": "Study Room", "id": "study"}, {"name": "Loft", "id": "loft"}],
        "entities": [
            {"id": "light.a", "name": "Study Room Light", "area": "study", "state": "off"},
            {"id": "light.b", "name": "Spots", "area": "study", "state": "off"},
            {"id": "light.c", "name": "Spots", "area": "loft", "state": "off"},
        ],
    }
    snapshot = SimulatedHome.from_inventory(home).snapshot()
    found = Understander().understand("spots in the study on", snapshot, load_language("en"))
    assert isinstance(found, Understood)
    steps = [step for step in found.plan.steps if isinstance(step, CallStep)]
    assert [step.call.targets for step in steps] == [("light.b",)]


@pytest.mark.parametrize(
    ("said", "services"),
    [
        ("set the AC to 26 degrees and the swing to off", ["set_temperature", "set_swing_mode"]),
        ("set the AC to 26 degrees and swing to on", ["set_temperature", "set_swing_mode"]),
        ("set the swing of the AC to off", ["set_swing_mode"]),
        ("set the swing of the air conditioner in the study to on", ["set_swing_mode"]),
        ("turn the swing of the AC off", ["set_swing_mode"]),
    ],
)
def test_the_swing_to_off_switches_nothing_else_off(said: str, services: list[str]) -> None:
    """The air conditioner goes on cooling."""
    found = Understander().understand(said, _home("en").snapshot(), load_language("en"))
    assert isinstance(found, Understood)
    steps = [step for step in found.plan.steps if isinstance(step, CallStep)]
    assert [step.call.service for step in steps] == services
    assert {target for step in steps for target in step.call.targets} == {"climate.study"}


def test_what_is_a_thing_s_is_no_verb() -> None:
    """No part is lost where a second thing is named with its "'s"."""
    said = "turn the desk lamp's brightness to 15, the fan's speed to 66"
    assert _calls("en", said) == ["light.desk 15", "fan.study 66"]


@pytest.mark.parametrize(
    "part", ["swing on", "turn the swing on", "the fan speed to high", "the volume to 40"]
)
def test_what_it_lacks_is_not_set_of_what_stands_beside_it(part: str) -> None:
    """An air conditioner without a swing swings no fan; what cannot be done is told."""
    entities = [
        {"id": "climate.ac", "name": "AC", "state": "cool"}
        | {"attributes": {"hvac_modes": ["off", "cool"], "temperature": 22, "min_temp": 16}},
        {"id": "fan.pedestal", "name": "Pedestal", "state": "on"}
        | {"attributes": {"percentage": 33, "oscillating": False, "supported_features": 51}},
        {
            "id": "media_player.tv",
            "name": "TV",
            "state": "playing",
            "attributes": {"volume_level": 1},
        },
    ]
    home = SimulatedHome.from_inventory({"areas": [], "entities": entities}).snapshot()
    found = Understander().understand(
        f"set the AC to 25 degrees and {part}", home, load_language("en")
    )
    assert isinstance(found, Understood)
    calls = [step.call for step in found.plan.steps if isinstance(step, CallStep)]
    assert [call.targets for call in calls] == [("climate.ac",)]
    assert len(found.plan.steps) > len(calls)
