"""Entity ids in commands and questions, in every domain: the things are called otherwise."""

from typing import Any

import pytest

from home_agent.engine.plan import QueryStep
from home_agent.engine.understand import NotUnderstood, Refusal, Understood
from home_agent.simulated import SimulatedHome

from .speaking import calls_of, hear

_THINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "light.kitchen_ceiling": ("off", {"supported_color_modes": ["brightness"]}),
    "switch.kettle_plug": ("on", {}),
    "cover.living_blinds": ("open", {"supported_features": 15, "current_position": 100}),
    "climate.bath_towel": (
        "off",
        {"hvac_modes": ["off", "heat"], "temperature": 20, "min_temp": 7, "max_temp": 30},
    ),
    "humidifier.cellar_dry": (
        "off",
        {"device_class": "dehumidifier", "humidity": 50, "min_humidity": 30, "max_humidity": 80},
    ),
    "media_player.screen_2": ("playing", {"volume_level": 0.5, "supported_features": 152463}),
    "lock.front": ("unlocked", {}),
    "timer.laundry_x": ("idle", {"duration": "0:10:00"}),
    "input_select.house_modus": ("home", {"options": ["home", "away"]}),
    "input_number.some_level": ("4", {"min": 0, "max": 10, "step": 1}),
    "scene.film_evening": ("unknown", {}),
    "vacuum.s7_max": ("docked", {"supported_features": 8508}),
    "lawn_mower.m_5": ("docked", {"supported_features": 7}),
    "sensor.attic_temp_x": ("18.5", {"device_class": "temperature", "unit_of_measurement": "°C"}),
    "binary_sensor.win_7": ("on", {"device_class": "window"}),
    "valve.garden_2": ("closed", {"supported_features": 3}),
    "fan.tower_3": ("off", {"supported_features": 49, "percentage": 0}),
    "siren.sir_1": ("off", {"supported_features": 3}),
    "button.restart_x": ("unknown", {}),
    "input_boolean.holiday_flag": ("off", {}),
    "input_button.bell_4": ("unknown", {}),
    "water_heater.tank_1": (
        "eco",
        {"operation_list": ["eco", "off"], "temperature": 50, "min_temp": 30, "max_temp": 65},
    ),
    "counter.cups": ("3", {}),
    "number.offset_9": ("2", {"min": 0, "max": 5, "step": 1}),
    "select.wash_mode": ("wool", {"options": ["wool", "silk"]}),
}
_HOME = SimulatedHome.from_inventory(
    {
        "entities": [
            {"id": id_, "name": f"Zappo {at}", "state": state, "attributes": attributes}
            for at, (id_, (state, attributes)) in enumerate(_THINGS.items())
        ]
    }
)


@pytest.mark.parametrize(
    ("language", "sentence", "service"),
    [
        ("en", "turn on light.kitchen_ceiling", "light.turn_on"),
        ("en", "set light.kitchen_ceiling to 40%", "light.turn_on"),
        ("en", "turn off switch.kettle_plug", "switch.turn_off"),
        ("en", "close cover.living_blinds", "cover.close_cover"),
        ("en", "set cover.living_blinds to 30%", "cover.set_cover_position"),
        ("en", "set climate.bath_towel to 21", "climate.set_temperature"),
        ("en", "turn on humidifier.cellar_dry", "humidifier.turn_on"),
        ("en", "set humidifier.cellar_dry to 55%", "humidifier.set_humidity"),
        ("en", "pause media_player.screen_2", "media_player.media_pause"),
        ("en", "set the volume of media_player.screen_2 to 20%", "media_player.volume_set"),
        ("en", "lock lock.front", "lock.lock"),
        ("en", "start timer.laundry_x", "timer.start"),
        ("en", "set input_select.house_modus to away", "input_select.select_option"),
        ("en", "set input_number.some_level to 7", "input_number.set_value"),
        ("en", "activate scene.film_evening", "scene.turn_on"),
        ("en", "start vacuum.s7_max", "vacuum.start"),
        ("en", "start lawn_mower.m_5", "lawn_mower.start_mowing"),
        ("en", "open valve.garden_2", "valve.open_valve"),
        ("en", "set fan.tower_3 to 40%", "fan.set_percentage"),
        ("en", "turn on siren.sir_1", "siren.turn_on"),
        ("en", "press button.restart_x", "button.press"),
        ("en", "press input_button.bell_4", "input_button.press"),
        ("en", "turn on input_boolean.holiday_flag", "input_boolean.turn_on"),
        ("en", "set water_heater.tank_1 to 55", "water_heater.set_temperature"),
        ("en", "set number.offset_9 to 3", "number.set_value"),
        ("en", "set select.wash_mode to silk", "select.select_option"),
        ("de", "schalte light.kitchen_ceiling ein", "light.turn_on"),
        ("de", "setze climate.bath_towel auf 21 Grad", "climate.set_temperature"),
        ("nl", "zet light.kitchen_ceiling aan", "light.turn_on"),
        ("nl", "start vacuum.s7_max", "vacuum.start"),
        ("fr", "allume light.kitchen_ceiling", "light.turn_on"),
        ("fr", "ferme cover.living_blinds", "cover.close_cover"),
        ("it", "accendi light.kitchen_ceiling", "light.turn_on"),
        ("it", "avvia vacuum.s7_max", "vacuum.start"),
        ("es", "enciende light.kitchen_ceiling", "light.turn_on"),
        ("es", "pon en marcha vacuum.s7_max", "vacuum.start"),
    ],
)
def test_commands(language: str, sentence: str, service: str) -> None:
    (call,) = calls_of(hear(language, _HOME, sentence))
    (entity_id,) = (word for word in sentence.split() if word in _THINGS)
    assert (call.full_name, call.targets) == (service, (entity_id,))


@pytest.mark.parametrize(
    ("said", "entity_id"),
    [
        *(
            (f"how is {entity_id}?", entity_id)
            for entity_id in _THINGS
            if entity_id != "lock.front"
        ),
        ("is lock.front locked?", "lock.front"),
        ("is lock.front unlocked?", "lock.front"),
    ],
)
def test_questions(said: str, entity_id: str) -> None:
    found = hear("en", _HOME, said)
    assert isinstance(found, Understood)
    (step,) = found.plan.steps
    assert isinstance(step, QueryStep)
    assert step.entity_ids == (entity_id,)


@pytest.mark.parametrize(
    "entity_id", ["light.kitchen_lamp", "climate.bath_2", "switch.kettle_1", "fan.tower_33"]
)
def test_an_id_that_nothing_has_does_nothing(entity_id: str) -> None:
    """Whatever is called alike."""
    for said in (f"turn on {entity_id}", f"is {entity_id} on?"):
        found = hear("en", _HOME, said)
        assert isinstance(found, Refusal | NotUnderstood)


def test_two_sentences_without_a_blank_are_no_id() -> None:
    found = hear("en", _HOME, "turn on light.kitchen_ceiling.then switch.kettle_plug off")
    assert not isinstance(found, Understood) or calls_of(found)
