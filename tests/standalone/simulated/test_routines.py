"""Scenes, scripts and automations act through the home itself."""

from collections.abc import Callable
from typing import Any

import pytest

from home_agent.engine.errors import CallRefusedError

from .conftest import House

THINGS: list[dict[str, Any]] = [
    {"id": "light.a", "state": "on", "attributes": {"brightness": 200}},
    {"id": "switch.a", "state": "off"},
    {"id": "cover.a", "state": "open", "attributes": {"current_tilt_position": 5}},
    {"id": "lock.a", "state": "unlocked"},
    {"id": "climate.a", "state": "off", "attributes": {"preset_modes": ["eco"]}},
    {"id": "fan.a", "state": "off", "attributes": {"percentage": 0}},
    {"id": "media_player.a", "state": "off"},
    {"id": "humidifier.a", "state": "off"},
    {"id": "water_heater.a", "state": "off"},
    {"id": "input_number.a"},
    {"id": "input_select.a", "attributes": {"options": ["x", "y"]}},
    {"id": "input_datetime.a", "attributes": {"has_time": True}},
    {"id": "alarm_control_panel.a", "state": "disarmed"},
    {"id": "valve.a", "state": "closed"},
    {"id": "sensor.a", "state": 1},
]
WANTED: dict[str, Any] = {
    "light.a": {"state": "on", "brightness": 30},
    "switch.a": True,
    "cover.a": {"state": "open", "current_position": 20, "current_tilt_position": 70},
    "lock.a": "locked",
    "climate.a": {"state": "heat", "temperature": 19, "preset_mode": "eco"},
    "fan.a": {"state": "on", "percentage": 50},
    "media_player.a": {"state": "playing", "volume_level": 0.2},
    "humidifier.a": {"state": "on", "humidity": 50},
    "water_heater.a": {"state": "eco", "temperature": 50},
    "input_number.a": 42,
    "input_select.a": "y",
    "input_datetime.a": "08:00:00",
    "alarm_control_panel.a": "armed_night",
    "valve.a": "open",
    "sensor.a": 5,
}


async def test_a_scene_brings_everything_to_its_state(house: Callable[..., House]) -> None:
    it = house(*THINGS, {"id": "scene.a", "entities": WANTED})
    assert it.value("scene.a") == "unknown"
    await it.call("scene.turn_on", "scene.a", data={"transition": 2})
    assert it.value("scene.a") == "2026-03-02T11:00:00+00:00"
    values = {entity_id: it.value(entity_id) for entity_id in WANTED}
    assert values == {
        "light.a": "on",
        "switch.a": "on",
        "cover.a": "open",
        "lock.a": "locked",
        "climate.a": "heat",
        "fan.a": "on",
        "media_player.a": "playing",
        "humidifier.a": "on",
        "water_heater.a": "eco",
        "input_number.a": "42.0",
        "input_select.a": "y",
        "input_datetime.a": "08:00:00",
        "alarm_control_panel.a": "armed_night",
        "valve.a": "open",
        "sensor.a": "1",
    }
    shown = {
        ("light.a", "brightness"): 30,
        ("cover.a", "current_position"): 20,
        ("cover.a", "current_tilt_position"): 70,
        ("climate.a", "temperature"): 19,
        ("climate.a", "preset_mode"): "eco",
        ("fan.a", "percentage"): 50,
        ("media_player.a", "volume_level"): 0.2,
        ("humidifier.a", "humidity"): 50,
        ("water_heater.a", "temperature"): 50,
    }
    assert {place: it.attribute(*place) for place in shown} == shown


async def test_a_scene_turns_things_off(house: Callable[..., House]) -> None:
    off = {"light.a": "off", "cover.a": "closed", "media_player.a": "off", "fan.a": "off"}
    it = house(*THINGS, {"id": "scene.a", "entities": off})
    await it.call("scene.turn_on", "scene.a")
    assert {entity_id: it.value(entity_id) for entity_id in off} == off


SCRIPT = {
    "id": "script.a",
    "sequence": [
        {"action": "switch.turn_on", "target": {"entity_id": "switch.a"}},
        {
            "action": "light.turn_on",
            "target": {"entity_id": ["light.a"]},
            "data": {"brightness": 9},
        },
    ],
}


@pytest.mark.parametrize("service", ["script.turn_on", "script.toggle", "script.a"])
async def test_a_script_runs_its_steps_in_order(house: Callable[..., House], service: str) -> None:
    it = house(*THINGS, SCRIPT)
    await it.call(service, "script.a")
    assert [(change.entity_id, change.after and change.after.value) for change in it.changes] == [
        ("script.a", "on"),
        ("switch.a", "on"),
        ("light.a", "on"),
        ("script.a", "off"),
    ]
    assert it.attribute("script.a", "last_triggered") == "2026-03-02T11:00:00+00:00"


async def test_a_script_takes_variables_of_any_name(house: Callable[..., House]) -> None:
    it = house(*THINGS, SCRIPT)
    await it.call("script.a", data={"colour": "red"})
    assert it.value("switch.a") == "on"


async def test_a_script_that_fails_says_so_and_is_off_again(house: Callable[..., House]) -> None:
    steps = [
        {"action": "switch.turn_on", "target": {"entity_id": "switch.a"}},
        {"action": "switch.fly", "target": {"entity_id": "switch.a"}},
        {"action": "switch.turn_off", "target": {"entity_id": "switch.a"}},
    ]
    it = house(*THINGS, {"id": "script.a", "sequence": steps})
    with pytest.raises(CallRefusedError, match=r"Action switch\.fly not found"):
        await it.call("script.turn_on", "script.a")
    assert (it.value("script.a"), it.value("switch.a")) == ("off", "on")


async def test_scripts_that_call_each_other_come_to_an_end(house: Callable[..., House]) -> None:
    it = house(
        {"id": "script.a", "sequence": [{"action": "script.b"}]},
        {"id": "script.b", "sequence": [{"action": "script.a"}]},
    )
    await it.call("script.turn_on", "script.a")
    assert (it.value("script.a"), it.value("script.b")) == ("off", "off")


async def test_a_script_stops_when_it_is_turned_off(house: Callable[..., House]) -> None:
    steps = [
        {"action": "script.turn_off", "target": {"entity_id": "script.a"}},
        {"action": "switch.turn_on", "target": {"entity_id": "switch.a"}},
    ]
    it = house(*THINGS, {"id": "script.a", "sequence": steps})
    await it.call("script.turn_on", "script.a")
    assert (it.value("script.a"), it.value("switch.a")) == ("off", "off")


async def test_an_automation_is_triggered(house: Callable[..., House]) -> None:
    it = house(*THINGS, {**SCRIPT, "id": "automation.a", "state": "on"})
    await it.call("automation.trigger", data={"skip_condition": True})
    assert (it.value("automation.a"), it.value("switch.a")) == ("on", "on")
    assert it.attribute("automation.a", "last_triggered") == "2026-03-02T11:00:00+00:00"
    await it.call("automation.turn_off", data={"stop_actions": True})
    assert it.value("automation.a") == "off"
    await it.call("automation.toggle")
    assert it.value("automation.a") == "on"


async def test_automations_that_trigger_themselves_come_to_an_end(
    house: Callable[..., House],
) -> None:
    step = {"action": "automation.trigger", "target": {"entity_id": "automation.a"}}
    it = house({"id": "automation.a", "state": "on", "sequence": [step]})
    await it.call("automation.trigger")
    assert (it.value("automation.a"), it.attribute("automation.a", "current")) == ("on", 0)


LAMPS: list[dict[str, Any]] = [
    {"id": "light.one", "state": "on"},
    {"id": "light.two", "state": "on"},
    {"id": "light.both", "state": "on", "attributes": {"entity_id": ["light.one", "light.two"]}},
    {"id": "group.all", "attributes": {"entity_id": ["light.both", "switch.a"]}},
]


@pytest.mark.parametrize(
    ("service", "target"),
    [
        ("light.turn_off", "light.both"),
        ("light.turn_off", "group.all"),
        ("homeassistant.turn_off", "group.all"),
        ("light.turn_off", "all"),
    ],
)
async def test_a_group_is_its_members(
    house: Callable[..., House], service: str, target: str
) -> None:
    it = house(*THINGS, *LAMPS)
    await it.call(service, target)
    assert (it.value("light.one"), it.value("light.two")) == ("off", "off")


@pytest.mark.parametrize(
    "entities",
    [{"group.all": "off"}, {"light.both": "off"}, {"light.one": "off", "light.two": "off"}],
)
async def test_states_are_applied(house: Callable[..., House], entities: dict[str, str]) -> None:
    it = house(*THINGS, *LAMPS)
    await it.call("scene.apply", data={"entities": entities})
    assert (it.value("light.one"), it.value("light.two")) == ("off", "off")


async def test_a_script_takes_every_branch_and_reads_no_template(
    house: Callable[..., House],
) -> None:
    """Nobody evaluates conditions here; what only a template tells is refused."""
    on = {"action": "switch.turn_on", "target": {"entity_id": "switch.a"}}
    off = {"action": "light.turn_off", "target": {"entity_id": "light.a"}}
    told = {"action": "light.turn_on", "target": {"entity_id": "{{ x }}"}}
    steps = [{"if": "{{ x }}", "then": [on], "else": [off]}, told]
    it = house(*THINGS, {"id": "script.a", "sequence": steps})
    with pytest.raises(CallRefusedError, match="must contain at least one of"):
        await it.call("script.turn_on", "script.a")
    assert (it.value("switch.a"), it.value("light.a")) == ("on", "off")
