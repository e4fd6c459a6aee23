"""What the home offers, and how it refuses what it does not."""

from collections.abc import Callable
from typing import Any

import pytest

from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home import Field, Service, ServiceCall

from .conftest import House

LAMP = {"id": "light.lamp", "state": "on", "attributes": {"brightness": 100}}
ROUGH_COVER = {
    "id": "cover.simple",
    "state": "closed",
    "attributes": {"supported_features": ["OPEN", "CLOSE"]},
}
THERMOSTAT = {
    "id": "climate.t",
    "state": "heat",
    "attributes": {
        "temperature": 20,
        "hvac_modes": ["off", "heat"],
        "preset_modes": ["eco", "away"],
        "fan_modes": ["low", "high"],
    },
}

REFUSALS: list[tuple[dict[str, Any], str, dict[str, Any], str]] = [
    (LAMP, "light.fly", {}, "Action light.fly not found."),
    (LAMP, "cover.open_cover", {}, "Action cover.open_cover not found."),
    (LAMP, "light.turn_on", {"x": 1}, "extra keys not allowed @ data['x']"),
    (
        LAMP,
        "light.turn_on",
        {"brightness_pct": 101},
        "value must be at most 100 @ data['brightness_pct']",
    ),
    (
        LAMP,
        "light.turn_on",
        {"brightness_pct": -1},
        "value must be at least 0 @ data['brightness_pct']",
    ),
    (LAMP, "light.turn_on", {"brightness": "x"}, "expected int @ data['brightness']"),
    (LAMP, "light.turn_on", {"brightness_pct": None}, "expected float @ data['brightness_pct']"),
    (
        LAMP,
        "light.turn_on",
        {"brightness": 1, "brightness_pct": 1},
        "two or more values in the same group of exclusion 'brightness' @ data['<brightness>']",
    ),
    (LAMP, "light.turn_on", {"rgb_color": [1, 2]}, "expected a sequence of 3 items"),
    (
        LAMP,
        "light.turn_on",
        {"rgb_color": [1, 2, 256]},
        "value must be at most 255 @ data['rgb_color'][2]",
    ),
    (LAMP, "light.turn_on", {"flash": "x"}, "value must be one of ['long', 'short']"),
    (LAMP, "light.turn_on", {"effect": None}, "string value is None @ data['effect']"),
    (LAMP, "light.turn_off", {"brightness": 1}, "extra keys not allowed @ data['brightness']"),
    (
        ROUGH_COVER,
        "cover.set_cover_position",
        {"position": 5},
        "Entity cover.simple does not support action cover.set_cover_position.",
    ),
    (
        ROUGH_COVER,
        "cover.set_cover_position",
        {},
        "required key not provided @ data['position']",
    ),
    (
        THERMOSTAT,
        "climate.set_temperature",
        {"temperature": 50},
        "Provided temperature 50.0 is not valid. Accepted range is 7 to 35.",
    ),
    (
        THERMOSTAT,
        "climate.set_temperature",
        {},
        "must contain at least one of temperature, target_temp_high, target_temp_low.",
    ),
    (
        THERMOSTAT,
        "climate.set_temperature",
        {"target_temp_low": 1, "target_temp_high": 2},
        "'Lower/Upper target temperature' parameter but the entity does not support it.",
    ),
    (
        THERMOSTAT,
        "climate.set_hvac_mode",
        {"hvac_mode": "cool"},
        "HVAC mode cool is not valid. Valid HVAC modes are: off, heat.",
    ),
    (
        THERMOSTAT,
        "climate.set_preset_mode",
        {"preset_mode": "x"},
        "Preset mode x is not valid. Valid preset modes are: eco, away.",
    ),
    (
        THERMOSTAT,
        "climate.set_fan_mode",
        {"fan_mode": "x"},
        "Fan mode x is not valid. Valid fan modes are: low, high.",
    ),
    (
        THERMOSTAT,
        "climate.set_humidity",
        {"humidity": 50},
        "Entity climate.t does not support action climate.set_humidity.",
    ),
    (
        {"id": "fan.f", "attributes": {"preset_modes": ["a"]}},
        "fan.set_preset_mode",
        {"preset_mode": "x"},
        "Preset mode x is not valid, valid preset modes are: a.",
    ),
    (
        {"id": "fan.f"},
        "fan.set_percentage",
        {"percentage": 10},
        "Entity fan.f does not support action fan.set_percentage.",
    ),
    (
        {"id": "lock.l", "attributes": {"code_format": r"^\d{4}$"}},
        "lock.unlock",
        {"code": "12"},
        r"The code for lock.l doesn't match pattern ^\d{4}$.",
    ),
    (
        {"id": "lock.l"},
        "lock.open",
        {},
        "Entity lock.l does not support action lock.open.",
    ),
    (
        {"id": "alarm_control_panel.a", "code": "1234"},
        "alarm_control_panel.alarm_arm_away",
        {},
        "Arming requires a code but none was given for alarm_control_panel.a.",
    ),
    (
        {"id": "alarm_control_panel.a", "code": "1234"},
        "alarm_control_panel.alarm_disarm",
        {"code": "1"},
        "Invalid alarm code provided",
    ),
    (
        {"id": "number.n", "attributes": {"min": 1, "max": 5}},
        "number.set_value",
        {"value": 6},
        "Value 6.0 for number.n is outside valid range 1 - 5.",
    ),
    (
        {"id": "input_number.n", "attributes": {"min": 1, "max": 5}},
        "input_number.set_value",
        {"value": 6},
        "Invalid value for input_number.n: 6.0 (range 1 - 5)",
    ),
    (
        {"id": "select.s", "attributes": {"options": ["a", "b"]}},
        "select.select_option",
        {"option": "c"},
        "Option c is not valid for entity select.s, valid options are: a, b.",
    ),
    (
        {"id": "input_select.s", "attributes": {"options": ["a", "b"]}},
        "input_select.select_option",
        {"option": "c"},
        "Invalid option: c (possible options: a, b)",
    ),
    (
        {"id": "select.s"},
        "select.select_next",
        {},
        "Entity select.s has no options to select from.",
    ),
    (
        {"id": "humidifier.h", "attributes": {"min_humidity": 30}},
        "humidifier.set_humidity",
        {"humidity": 10},
        "Provided humidity 10 is not valid. Accepted range is 30 to 100.",
    ),
    (
        {"id": "water_heater.w", "state": "eco"},
        "water_heater.set_operation_mode",
        {"operation_mode": "x"},
        (
            "Operation mode x is not valid for water_heater.w. "
            "Valid operation modes are: off, eco, performance."
        ),
    ),
    (
        {"id": "todo.t", "items": ["a"]},
        "todo.update_item",
        {"item": "b", "status": "completed"},
        "Unable to find to-do list item: b",
    ),
    (
        {"id": "todo.t", "items": ["a"]},
        "todo.update_item",
        {"item": "a"},
        "must contain at least one of rename, status, due_date, due_datetime, description.",
    ),
    (
        {"id": "todo.t", "attributes": {"supported_features": ["CREATE_TODO_ITEM"]}},
        "todo.add_item",
        {"item": "a", "due_date": "2026-01-01"},
        "Entity does not support setting field: due_date",
    ),
    (
        {"id": "todo.t"},
        "todo.add_item",
        {"item": "  "},
        "length of value must be at least 1 @ data['item']",
    ),
    (
        {"id": "timer.t"},
        "timer.change",
        {"duration": 5},
        "Timer timer.t is not running, only active timers can be changed",
    ),
    (
        {"id": "timer.t"},
        "timer.start",
        {"duration": "soon"},
        "offset soon should be format 'HH:MM', 'HH:MM:SS' or 'HH:MM:SS.F' @ data['duration']",
    ),
    (
        {"id": "weather.w", "forecast": [{"condition": "sunny"}]},
        "weather.get_forecasts",
        {"type": "hourly"},
        "Weather entity 'weather.w' does not support 'hourly' forecast",
    ),
    (
        {"id": "input_datetime.d", "attributes": {"has_time": True}},
        "input_datetime.set_datetime",
        {"date": "2026-01-01"},
        "Nothing to set",
    ),
    (
        {
            "id": "siren.s",
            "attributes": {"available_tones": ["a"], "supported_features": ["TURN_ON", "TONES"]},
        },
        "siren.turn_on",
        {"tone": "x"},
        (
            "Invalid tone specified for entity siren.s: x, "
            "check the available_tones attribute for valid tones to pass in"
        ),
    ),
    (
        {"id": "media_player.m"},
        "media_player.volume_set",
        {"volume_level": 2},
        "value must be at most 1 @ data['volume_level']",
    ),
    (
        {"id": "vacuum.v", "attributes": {"supported_features": ["CLEAN_AREA"]}},
        "vacuum.clean_area",
        {"cleaning_area_id": "kitchen"},
        "Area mapping is not configured for `vacuum.v`.",
    ),
]


@pytest.mark.parametrize(
    ("entity", "service", "data", "message"), REFUSALS, ids=[case[3] for case in REFUSALS]
)
async def test_the_home_refuses_in_the_words_of_home_assistant(
    house: Callable[..., House],
    entity: dict[str, Any],
    service: str,
    data: dict[str, Any],
    message: str,
) -> None:
    it = house(entity)
    with pytest.raises(CallRefusedError) as caught:
        await it.call(service, str(entity["id"]), data=data)
    assert message in str(caught.value)
    assert not it.changes


async def test_a_call_needs_a_target(house: Callable[..., House]) -> None:
    it = house(LAMP)
    with pytest.raises(CallRefusedError, match="must contain at least one of entity_id"):
        await it.home.call(ServiceCall(domain="light", service="turn_off"))


async def test_a_call_applies_to_each_target_once(house: Callable[..., House]) -> None:
    it = house(
        {"id": "switch.a", "state": "off"},
        {"id": "switch.b", "state": "off"},
        {"id": "switch.c", "state": "off"},
    )
    await it.call("switch.toggle", "switch.a", "switch.c", "switch.a")
    assert [it.value(f"switch.{name}") for name in "abc"] == ["on", "off", "on"]
    assert [change.entity_id for change in it.changes] == ["switch.a", "switch.c"]


async def test_targets_that_are_not_there_are_left_out_in_silence(
    house: Callable[..., House],
) -> None:
    it = house(
        {"id": "switch.a", "state": "off"},
        {"id": "switch.gone", "state": "off", "behaviour": "unavailable"},
        {"id": "lock.l"},
    )
    await it.call("switch.turn_on", "switch.gone", "switch.nowhere", "lock.l")
    assert not it.changes
    await it.call("switch.turn_on", "switch.gone", "switch.a")
    assert [change.entity_id for change in it.changes] == ["switch.a"]


async def test_one_that_refuses_refuses_for_all(house: Callable[..., House]) -> None:
    it = house(
        {"id": "cover.a", "state": "closed"},
        {"id": "cover.b", "state": "closed", "attributes": {"supported_features": ["CLOSE"]}},
    )
    with pytest.raises(CallRefusedError, match=r"Entity cover\.b does not support"):
        await it.call("cover.open_cover", "cover.a", "cover.b")
    assert not it.changes


async def test_homeassistant_services_reach_every_domain_that_has_them(
    house: Callable[..., House],
) -> None:
    it = house(
        LAMP,
        {"id": "switch.a", "state": "off"},
        {"id": "cover.a", "state": "closed"},
        {"id": "lock.l", "state": "locked"},
    )
    targets = ("switch.a", "light.lamp", "cover.a", "lock.l", "light.nowhere")
    await it.call("homeassistant.turn_on", *targets)
    assert (it.value("switch.a"), it.value("light.lamp")) == ("on", "on")
    await it.call("homeassistant.toggle", *targets)
    assert (it.value("switch.a"), it.value("light.lamp")) == ("off", "off")
    assert (it.value("cover.a"), it.value("lock.l")) == ("open", "locked")
    await it.call("homeassistant.turn_on", "light.lamp", data={"brightness": 9})
    assert it.attribute("light.lamp", "brightness") == 9


async def test_response_services_need_somebody_to_answer(house: Callable[..., House]) -> None:
    it = house({"id": "todo.t"})
    with pytest.raises(CallRefusedError, match="did not match any entities"):
        await it.call("todo.get_items", "todo.other")


def test_the_layout_lists_the_services_of_the_domains_that_are_present(
    house: Callable[..., House],
) -> None:
    things = (LAMP, ROUGH_COVER, {"id": "script.party"}, {"id": "sensor.x"})
    layout = house(*things).home.snapshot().layout
    services = layout.services
    assert {name.partition(".")[0] for name in services} == {
        "light",
        "cover",
        "script",
        "homeassistant",
    }
    assert services["cover.set_cover_position"] == Service(
        domain="cover",
        name="set_cover_position",
        fields=(
            Field(name="position", required=True, minimum=0, maximum=100),
            Field(name="speed"),
        ),
        features=(4,),
    )
    assert services["cover.toggle"].features == (1 | 2,)
    flash = next(it for it in services["light.turn_on"].fields if it.name == "flash")
    assert flash.options == ("short", "long")
    # a script's own service is the script, and would tell its name to whoever may not see it
    assert "script.party" not in services
    assert layout.routine_services == {"script.party": "script.party"}
    assert "homeassistant.turn_on" in services
