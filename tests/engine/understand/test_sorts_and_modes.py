"""Sorts of lamps, thermostats that know modes only, and places that are told of first."""

from typing import Any

import pytest

from .conftest import Hear
from .speaking import as_line, calls_of, done

HOME: dict[str, Any] = {
    "areas": [
        {"id": "den", "name": "Den"},
        {"id": "patio", "name": "Patio"},
        {"id": "bedroom", "name": "Bedroom"},
    ],
    "entities": [
        {"id": "light.spots", "name": "Patio spots", "area": "patio", "state": "off"},
        {"id": "light.beam", "name": "Beam spots", "area": "den", "state": "off"},
        {"id": "light.corner", "name": "Corner", "area": "den", "state": "off"},
        {"id": "light.bed", "name": "Headboard", "area": "bedroom", "state": "off"},
        {
            "id": "climate.panel",
            "name": "Panel heater",
            "area": "bedroom",
            "state": "off",
            "attributes": {
                "supported_features": 1,
                "hvac_modes": ["off", "heat"],
                "temperature": 19,
            },
        },
        {
            "id": "climate.split",
            "name": "Split unit",
            "area": "den",
            "state": "cool",
            "attributes": {
                "supported_features": 1,
                "hvac_modes": ["off", "heat", "cool", "dry"],
                "temperature": 21,
                "min_temp": 16,
                "max_temp": 30,
            },
        },
        {"id": "lock.tools", "name": "Tool cabinet", "area": "den", "state": "locked"},
    ],
}

SAID = [
    ("spotlights on in the den", "light.turn_on light.beam"),
    ("turn on the panel heater", 'climate.set_hvac_mode climate.panel {"hvac_mode": "heat"}'),
    ("turn off the split unit", 'climate.set_hvac_mode climate.split {"hvac_mode": "off"}'),
    (
        "set the split unit to heat at 22",
        'climate.set_temperature climate.split {"hvac_mode": "heat", "temperature": 22.0}',
    ),
    (
        "set the split unit to cool and 19 degrees",
        'climate.set_temperature climate.split {"hvac_mode": "cool", "temperature": 19.0}',
    ),
    ("open the tool cabinet", "lock.unlock lock.tools"),
    ("it is getting gloomy in the den, get the lights on", "light.turn_on light.beam,light.corner"),
]


@pytest.mark.parametrize(("sentence", "calls"), SAID)
def test_what_is_done(hear: Hear, sentence: str, calls: str) -> None:
    assert as_line(calls_of(hear(sentence, home=HOME))) == calls


def test_sorts_that_nothing_is_called_by_are_not_all_lights(hear: Hear) -> None:
    assert done(hear("turn on the chandeliers", home=HOME)) == []


def test_a_part_with_a_verb_that_we_lack_is_not_passed_over(hear: Hear) -> None:
    assert done(hear("commence the beam, and turn off the headboard", home=HOME)) == []
