"""Thermostats, humidifiers, water heaters and fans."""

from collections.abc import Callable
from typing import Any

import pytest

from home_agent.engine.errors import CallRefusedError

from .conftest import House

Given = dict[str, Any]


def climate(state: str = "off", **attributes: Any) -> Given:
    return {"id": "climate.a", "state": state, "attributes": attributes}


CLIMATE: list[tuple[Given, str, Given, str, Given]] = [
    (climate(), "set_temperature", {"temperature": 22.5}, "off", {"temperature": 22.5}),
    (
        climate(),
        "set_temperature",
        {"temperature": 22, "hvac_mode": "heat"},
        "heat",
        {"temperature": 22},
    ),
    (
        climate("heat_cool", target_temp_low=18, target_temp_high=24),
        "set_temperature",
        {"target_temp_low": 19, "target_temp_high": 23},
        "heat_cool",
        {"target_temp_low": 19, "target_temp_high": 23},
    ),
    (climate(), "turn_on", {}, "heat_cool", {}),
    (climate(hvac_modes=["off", "dry"]), "turn_on", {}, "dry", {}),
    (climate(hvac_modes=["off", "cool", "auto"]), "turn_on", {}, "cool", {}),
    (climate("heat"), "turn_off", {}, "off", {}),
    (climate("heat"), "toggle", {}, "off", {}),
    (climate("off"), "toggle", {}, "heat_cool", {}),
    (climate(), "set_hvac_mode", {"hvac_mode": "cool"}, "cool", {}),
    (
        climate(preset_modes=["eco"]),
        "set_preset_mode",
        {"preset_mode": "eco"},
        "off",
        {"preset_mode": "eco"},
    ),
    (
        climate(swing_modes=["on", "off"]),
        "set_swing_mode",
        {"swing_mode": "on"},
        "off",
        {"swing_mode": "on"},
    ),
    (climate(humidity=40), "set_humidity", {"humidity": 55}, "off", {"humidity": 55}),
]


@pytest.mark.parametrize(("given", "service", "data", "value", "shown"), CLIMATE)
async def test_climate(
    house: Callable[..., House], given: Given, service: str, data: Given, value: str, shown: Given
) -> None:
    it = house(given)
    await it.call(f"climate.{service}", data=data)
    state = it.state("climate.a")
    assert state.value == value
    assert {name: state.attributes[name] for name in shown} == shown


async def test_limits_of_climate(house: Callable[..., House]) -> None:
    it = house(climate("heat_cool", target_temp_low=18, target_temp_high=24, humidity=50))
    for service, data, message in (
        ("set_temperature", {"target_temp_low": 25, "target_temp_high": 20}, "cannot be higher"),
        ("set_temperature", {"target_temp_low": 1, "target_temp_high": 20}, "Accepted range is"),
        ("set_temperature", {"target_temp_low": 20}, "some but not all values"),
        ("set_temperature", {"temperature": 20}, "'Target temperature' parameter"),
        ("set_humidity", {"humidity": 10}, "Accepted range is 30 to 99"),
    ):
        with pytest.raises(CallRefusedError, match=message):
            await it.call(f"climate.{service}", data=data)


def test_what_a_thermostat_cannot_do_is_not_shown(house: Callable[..., House]) -> None:
    shown = house(climate("heat", temperature=20, current_temperature=19)).state("climate.a")
    assert set(shown.attributes) == {
        "friendly_name",
        "supported_features",
        "current_temperature",
        "temperature",
        "hvac_modes",
        "min_temp",
        "max_temp",
    }


def test_a_target_beyond_the_usual_limits_widens_them(house: Callable[..., House]) -> None:
    it = house(climate("heat", temperature=68))
    assert it.attribute("climate.a", "max_temp") == 68
    it = house(climate("heat", temperature=68, temperature_unit="°F"))
    assert it.attribute("climate.a", "max_temp") == 95


async def test_humidifier(house: Callable[..., House]) -> None:
    it = house(
        {
            "id": "humidifier.a",
            "state": "off",
            "attributes": {"humidity": 40, "available_modes": ["auto", "baby"], "action": "idle"},
        }
    )
    assert it.attribute("humidifier.a", "action") == "off"
    await it.call("humidifier.turn_on")
    await it.call("humidifier.set_humidity", data={"humidity": 60})
    await it.call("humidifier.set_mode", data={"mode": "baby"})
    state = it.state("humidifier.a")
    assert state.value == "on"
    assert (state.attributes["humidity"], state.attributes["mode"]) == (60, "baby")
    with pytest.raises(CallRefusedError, match="Mode x is not valid"):
        await it.call("humidifier.set_mode", data={"mode": "x"})


async def test_water_heater(house: Callable[..., House]) -> None:
    it = house(
        {
            "id": "water_heater.a",
            "state": "performance",
            "attributes": {"temperature": 50, "away_mode": "off"},
        }
    )
    await it.call("water_heater.turn_off")
    assert it.value("water_heater.a") == "off"
    await it.call("water_heater.turn_on")
    assert it.value("water_heater.a") == "performance", "it goes on where it was"
    await it.call("water_heater.set_temperature", data={"temperature": 55, "operation_mode": "eco"})
    await it.call("water_heater.set_away_mode", data={"away_mode": "on"})
    state = it.state("water_heater.a")
    assert (state.value, state.attributes["operation_mode"]) == ("eco", "eco")
    assert (state.attributes["temperature"], state.attributes["away_mode"]) == (55, "on")
    with pytest.raises(CallRefusedError, match=r"Provided temperature 90\.0 is not valid"):
        await it.call("water_heater.set_temperature", data={"temperature": 90})


FAN = {
    "id": "fan.a",
    "state": "off",
    "attributes": {
        "percentage_step": 25,
        "preset_modes": ["breeze"],
        "oscillating": False,
        "direction": "forward",
    },
}
FANS: list[tuple[list[tuple[str, Given]], str, Given]] = [
    ([("turn_on", {"percentage": 30})], "on", {"percentage": 30}),
    ([("turn_on", {"percentage": 0})], "off", {"percentage": 0}),
    ([("turn_on", {"preset_mode": "breeze"})], "on", {"preset_mode": "breeze"}),
    ([("set_preset_mode", {"preset_mode": "breeze"}), ("turn_off", {})], "off", {}),
    (
        [("set_preset_mode", {"preset_mode": "breeze"}), ("set_percentage", {"percentage": 40})],
        "on",
        {"percentage": 40, "preset_mode": None},
    ),
    ([("increase_speed", {})], "on", {"percentage": 25}),
    ([("set_percentage", {"percentage": 30}), ("increase_speed", {})], "on", {"percentage": 75}),
    ([("set_percentage", {"percentage": 50}), ("decrease_speed", {})], "on", {"percentage": 25}),
    ([("set_percentage", {"percentage": 25}), ("decrease_speed", {})], "off", {"percentage": 0}),
    ([("increase_speed", {"percentage_step": 7})], "on", {"percentage": 7}),
    ([("turn_on", {}), ("increase_speed", {})], "on", {"percentage": 100}),
    ([("oscillate", {"oscillating": "yes"})], "off", {"oscillating": True}),
    ([("set_direction", {"direction": "reverse"})], "off", {"direction": "reverse"}),
    ([("toggle", {})], "on", {"percentage": 100}),
    ([("toggle", {}), ("toggle", {})], "off", {"percentage": 0}),
]


@pytest.mark.parametrize(("calls", "value", "shown"), FANS)
async def test_fan(
    house: Callable[..., House], calls: list[tuple[str, Given]], value: str, shown: Given
) -> None:
    it = house(FAN)
    for service, data in calls:
        await it.call(f"fan.{service}", data=data)
    state = it.state("fan.a")
    assert state.value == value
    assert {name: state.attributes[name] for name in shown} == shown
