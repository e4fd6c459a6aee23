"""Everything that people ask of things, domain by domain, in a house that has it all."""

from typing import Any

import pytest

from home_agent.engine import Agent, Settings, Turn, Verdict
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.home.simulated import ManualClock, SimulatedHome
from home_agent.engine.language import load_language
from home_agent.engine.outcome import Status
from home_agent.engine.plan import CallStep
from home_agent.engine.store import MemoryStore
from home_agent.engine.understand import Refusal, Understander, Understood

from .conftest import WEDNESDAY, Hear, Planned

HOUSE: dict[str, Any] = {
    "floors": [{"name": "Ground Floor", "id": "ground"}, {"name": "Upstairs", "id": "up"}],
    "areas": [
        {"name": "Kitchen", "id": "kitchen", "floor": "ground"},
        {"name": "Living Room", "id": "living", "floor": "ground"},
        {"name": "Bedroom", "id": "bedroom", "floor": "up"},
        {"name": "Office", "id": "office", "floor": "up"},
        {"name": "Garden", "id": "garden"},
    ],
    "entities": [
        {
            "name": "Strip",
            "id": "light.strip",
            "area": "living",
            "state": "on",
            "attributes": {
                "brightness": 128,
                "effect_list": ["Rainbow", "Candle flicker", "off"],
                "supported_color_modes": ["hs", "color_temp"],
                "color_mode": "color_temp",
                "color_temp_kelvin": 3000,
                "min_color_temp_kelvin": 2000,
                "max_color_temp_kelvin": 6500,
            },
        },
        {
            "name": "Kitchen ceiling",
            "id": "light.kitchen",
            "area": "kitchen",
            "state": "on",
            "attributes": {
                "brightness": 100,
                "supported_color_modes": ["brightness"],
                "color_mode": "brightness",
            },
        },
        {
            "name": "Venetian blinds",
            "id": "cover.venetian",
            "area": "office",
            "state": "open",
            "attributes": {
                "device_class": "blind",
                "current_position": 100,
                "current_tilt_position": 50,
            },
        },
        {
            "name": "Front door",
            "id": "lock.front",
            "area": "living",
            "state": "locked",
            "attributes": {"supported_features": ["LockEntityFeature.OPEN"]},
        },
        {
            "name": "Ceiling fan",
            "id": "fan.ceiling",
            "area": "bedroom",
            "state": "on",
            "attributes": {
                "percentage": 30,
                "preset_modes": ["auto", "sleep", "breeze"],
                "oscillating": False,
                "direction": "forward",
            },
        },
        {
            "name": "Air conditioner",
            "id": "climate.ac",
            "area": "bedroom",
            "state": "cool",
            "attributes": {
                "hvac_modes": ["off", "heat", "cool", "heat_cool", "auto", "dry", "fan_only"],
                "temperature": 22,
                "min_temp": 16,
                "max_temp": 30,
                "current_temperature": 25,
                "fan_modes": ["low", "medium", "high", "auto"],
                "fan_mode": "auto",
                "swing_modes": ["off", "vertical", "horizontal", "both"],
                "swing_mode": "off",
                "preset_modes": ["none", "eco", "away", "sleep"],
                "preset_mode": "none",
                "humidity": 50,
            },
        },
        {
            "name": "Heat pump",
            "id": "climate.pump",
            "area": "living",
            "state": "heat_cool",
            "attributes": {
                "hvac_modes": ["off", "heat", "cool", "heat_cool"],
                "target_temp_low": 19,
                "target_temp_high": 24,
                "current_temperature": 21,
            },
        },
        {
            "name": "TV",
            "id": "media_player.tv",
            "area": "living",
            "state": "playing",
            "attributes": {
                "device_class": "tv",
                "source_list": ["HDMI 1", "Netflix", "YouTube"],
                "source": "HDMI 1",
                "sound_mode_list": ["Movie", "Music", "Night"],
                "volume_level": 0.4,
            },
        },
        {
            "name": "Speaker",
            "id": "media_player.speaker",
            "area": "kitchen",
            "state": "paused",
            "attributes": {"device_class": "speaker", "volume_level": 0.2},
        },
        {
            "name": "Rosie",
            "id": "vacuum.rosie",
            "area": "living",
            "state": "docked",
            "attributes": {
                "fan_speed_list": ["quiet", "standard", "max"],
                "area_mapping": {"kitchen": ["1"], "living": ["2"], "bedroom": ["3"]},
            },
        },
        {"name": "Goat", "id": "lawn_mower.goat", "area": "garden", "state": "docked"},
        {
            "name": "Humidifier",
            "id": "humidifier.h",
            "area": "bedroom",
            "state": "on",
            "attributes": {"humidity": 45, "available_modes": ["normal", "eco", "boost"]},
        },
        {
            "name": "Garden tap",
            "id": "valve.tap",
            "area": "garden",
            "state": "closed",
            "attributes": {"current_position": 0},
        },
        {
            "name": "Boiler",
            "id": "water_heater.boiler",
            "area": "kitchen",
            "state": "eco",
            "attributes": {
                "operation_list": ["eco", "performance", "off"],
                "temperature": 50,
                "min_temp": 40,
                "max_temp": 65,
                "away_mode": "off",
            },
        },
        {
            "name": "Charging limit",
            "id": "number.limit",
            "state": 80,
            "attributes": {"min": 0, "max": 100, "step": 5, "unit_of_measurement": "%"},
        },
        {
            "name": "Boost minutes",
            "id": "input_number.boost",
            "state": 30,
            "attributes": {"min": 5, "max": 120, "step": 5},
        },
        {
            "name": "House mode",
            "id": "input_select.mode",
            "state": "home",
            "attributes": {"options": ["home", "away", "asleep"]},
        },
        {
            "name": "Washer programme",
            "id": "select.washer",
            "area": "kitchen",
            "state": "cotton",
            "attributes": {"options": ["cotton", "wool", "quick wash"]},
        },
        {"name": "Note", "id": "input_text.note", "state": "hello"},
        {
            "name": "Wake-up time",
            "id": "input_datetime.wake",
            "state": "06:45:00",
            "attributes": {"has_time": True, "has_date": False},
        },
        {"name": "Doorbell", "id": "button.bell"},
        {
            "name": "Alarm",
            "id": "alarm_control_panel.alarm",
            "state": "disarmed",
            "attributes": {"code_format": "number", "code_arm_required": False},
        },
        {
            "name": "Siren",
            "id": "siren.s",
            "state": "off",
            "attributes": {"available_tones": ["fire", "burglar"], "supported_features": 31},
        },
        {
            "name": "Egg timer",
            "id": "timer.egg",
            "state": "idle",
            "attributes": {"duration": "0:05:00"},
        },
        {
            "name": "Shopping list",
            "id": "todo.shopping",
            "items": ["Milk", {"summary": "Bread", "status": "completed"}],
        },
        {"name": "Movie night", "id": "scene.movie", "entities": {"light.strip": "off"}},
        {
            "name": "Good morning",
            "id": "script.good_morning",
            "sequence": [{"action": "light.turn_on", "target": {"entity_id": "light.strip"}}],
        },
        {"name": "Presence", "id": "automation.presence", "state": "on"},
        {"name": "Porch camera", "id": "camera.porch", "state": "idle"},
        {"name": "Guest mode", "id": "input_boolean.guest", "state": "off"},
        {"name": "Coffee machine", "id": "switch.coffee", "area": "kitchen", "state": "off"},
        {
            "name": "Left lamp",
            "id": "light.left",
            "area": "bedroom",
            "state": "on",
            "attributes": {"supported_color_modes": ["hs"], "color_mode": "hs", "brightness": 200},
        },
        {
            "name": "Right lamp",
            "id": "light.right",
            "area": "bedroom",
            "state": "off",
            "attributes": {"supported_color_modes": ["brightness"], "color_mode": "brightness"},
        },
    ],
}

ASKED: list[tuple[str, str, str, dict[str, Any]]] = [
    ("toggle the coffee machine", "switch.toggle", "switch.coffee", {}),
    ("toggle the strip", "light.toggle", "light.strip", {}),
    ("stop the blinds", "cover.stop_cover", "cover.venetian", {}),
    ("open the front door", "lock.open", "lock.front", {}),
    ("open the latch of the front door", "lock.open", "lock.front", {}),
    ("unlatch the front door", "lock.open", "lock.front", {}),
    ("buzz open the front door", "lock.open", "lock.front", {}),
    ("set the strip to 4000 kelvin", "light.turn_on", "light.strip", {"color_temp_kelvin": 4000}),
    ("set the strip to warm white", "light.turn_on", "light.strip", {"color_temp_kelvin": 2700}),
    ("make the strip cool white", "light.turn_on", "light.strip", {"color_temp_kelvin": 4000}),
    ("make the strip a warmer white", "light.turn_on", "light.strip", {"color_temp_kelvin": 2400}),
    (
        "make the light in the living room cooler white",
        "light.turn_on",
        "light.strip",
        {"color_temp_kelvin": 3600},
    ),
    (
        "warmer light in the living room",
        "light.turn_on",
        "light.strip",
        {"color_temp_kelvin": 2400},
    ),
    ("set the strip to light blue", "light.turn_on", "light.strip", {"rgb_color": [173, 216, 230]}),
    ("set the strip to dark green", "light.turn_on", "light.strip", {"rgb_color": [0, 100, 0]}),
    ("set the strip to hot pink", "light.turn_on", "light.strip", {"rgb_color": [255, 105, 180]}),
    ("turn the strip forest green", "light.turn_on", "light.strip", {"rgb_color": [34, 139, 34]}),
    ("set the strip to the rainbow effect", "light.turn_on", "light.strip", {"effect": "Rainbow"}),
    (
        "set the strip effect to candle flicker",
        "light.turn_on",
        "light.strip",
        {"effect": "Candle flicker"},
    ),
    (
        "start the rainbow effect on the strip",
        "light.turn_on",
        "light.strip",
        {"effect": "Rainbow"},
    ),
    (
        "set the volume of the tv to 30 percent",
        "media_player.volume_set",
        "media_player.tv",
        {"volume_level": 0.3},
    ),
    ("mute the tv", "media_player.volume_mute", "media_player.tv", {"is_volume_muted": True}),
    ("unmute the tv", "media_player.volume_mute", "media_player.tv", {"is_volume_muted": False}),
    (
        "switch the tv to netflix",
        "media_player.select_source",
        "media_player.tv",
        {"source": "Netflix"},
    ),
    (
        "change the source of the tv to youtube",
        "media_player.select_source",
        "media_player.tv",
        {"source": "YouTube"},
    ),
    (
        "set the sound mode of the tv to night",
        "media_player.select_sound_mode",
        "media_player.tv",
        {"sound_mode": "Night"},
    ),
    (
        "put the tv in movie mode",
        "media_player.select_sound_mode",
        "media_player.tv",
        {"sound_mode": "Movie"},
    ),
    (
        "shuffle the music on the tv",
        "media_player.shuffle_set",
        "media_player.tv",
        {"shuffle": True},
    ),
    (
        "turn on shuffle on the speaker",
        "media_player.shuffle_set",
        "media_player.speaker",
        {"shuffle": True},
    ),
    (
        "turn off shuffle on the speaker",
        "media_player.shuffle_set",
        "media_player.speaker",
        {"shuffle": False},
    ),
    ("repeat this song on the tv", "media_player.repeat_set", "media_player.tv", {"repeat": "one"}),
    ("turn on repeat on the tv", "media_player.repeat_set", "media_player.tv", {"repeat": "all"}),
    ("turn off repeat on the tv", "media_player.repeat_set", "media_player.tv", {"repeat": "off"}),
    (
        "repeat all on the speaker",
        "media_player.repeat_set",
        "media_player.speaker",
        {"repeat": "all"},
    ),
    ("skip forward on the tv", "media_player.media_next_track", "media_player.tv", {}),
    ("go back a song on the tv", "media_player.media_previous_track", "media_player.tv", {}),
    ("stop the tv", "media_player.media_stop", "media_player.tv", {}),
    ("resume the speaker", "media_player.media_play", "media_player.speaker", {}),
    (
        "tilt the venetian blinds to 30 percent",
        "cover.set_cover_tilt_position",
        "cover.venetian",
        {"tilt_position": 30},
    ),
    ("open the slats of the venetian blinds", "cover.open_cover_tilt", "cover.venetian", {}),
    ("close the slats in the office", "cover.close_cover_tilt", "cover.venetian", {}),
    (
        "set the tilt of the venetian blinds to 20",
        "cover.set_cover_tilt_position",
        "cover.venetian",
        {"tilt_position": 20},
    ),
    (
        "set the venetian blinds to 40 percent",
        "cover.set_cover_position",
        "cover.venetian",
        {"position": 40},
    ),
    ("set the ceiling fan to 50 percent", "fan.set_percentage", "fan.ceiling", {"percentage": 50}),
    (
        "set the ceiling fan to sleep",
        "fan.set_preset_mode",
        "fan.ceiling",
        {"preset_mode": "sleep"},
    ),
    (
        "put the ceiling fan in breeze mode",
        "fan.set_preset_mode",
        "fan.ceiling",
        {"preset_mode": "breeze"},
    ),
    ("oscillate the ceiling fan", "fan.oscillate", "fan.ceiling", {"oscillating": True}),
    ("make the ceiling fan oscillate", "fan.oscillate", "fan.ceiling", {"oscillating": True}),
    ("stop the ceiling fan swinging", "fan.oscillate", "fan.ceiling", {"oscillating": False}),
    (
        "turn off oscillation on the ceiling fan",
        "fan.oscillate",
        "fan.ceiling",
        {"oscillating": False},
    ),
    ("stop oscillating the ceiling fan", "fan.oscillate", "fan.ceiling", {"oscillating": False}),
    ("reverse the ceiling fan", "fan.set_direction", "fan.ceiling", {"direction": "reverse"}),
    (
        "reverse the direction of the ceiling fan",
        "fan.set_direction",
        "fan.ceiling",
        {"direction": "reverse"},
    ),
    (
        "set the ceiling fan direction to forward",
        "fan.set_direction",
        "fan.ceiling",
        {"direction": "forward"},
    ),
    ("make the fan faster", "fan.set_percentage", "fan.ceiling", {"percentage": 100}),
    ("slow down the ceiling fan", "fan.set_percentage", "fan.ceiling", {"percentage": 80}),
    (
        "set the air conditioner to dry mode",
        "climate.set_hvac_mode",
        "climate.ac",
        {"hvac_mode": "dry"},
    ),
    (
        "set the air conditioner to heat",
        "climate.set_hvac_mode",
        "climate.ac",
        {"hvac_mode": "heat"},
    ),
    ("put the ac in cooling mode", "climate.set_hvac_mode", "climate.ac", {"hvac_mode": "cool"}),
    ("set the ac to fan only", "climate.set_hvac_mode", "climate.ac", {"hvac_mode": "fan_only"}),
    (
        "set the heat pump between 20 and 23 degrees",
        "climate.set_temperature",
        "climate.pump",
        {"target_temp_low": 20.0, "target_temp_high": 23.0},
    ),
    (
        "keep the living room between 20 and 23 degrees",
        "climate.set_temperature",
        "climate.pump",
        {"target_temp_low": 20.0, "target_temp_high": 23.0},
    ),
    (
        "set the heat pump to 20 to 23",
        "climate.set_temperature",
        "climate.pump",
        {"target_temp_low": 20.0, "target_temp_high": 23.0},
    ),
    ("set the ac to 21.5 degrees", "climate.set_temperature", "climate.ac", {"temperature": 21.5}),
    ("set the ac preset to eco", "climate.set_preset_mode", "climate.ac", {"preset_mode": "eco"}),
    ("put the ac in sleep mode", "climate.set_preset_mode", "climate.ac", {"preset_mode": "sleep"}),
    ("set the humidity of the ac to 60", "climate.set_humidity", "climate.ac", {"humidity": 60}),
    (
        "set the ac swing to vertical",
        "climate.set_swing_mode",
        "climate.ac",
        {"swing_mode": "vertical"},
    ),
    (
        "set the swing mode of the ac to both",
        "climate.set_swing_mode",
        "climate.ac",
        {"swing_mode": "both"},
    ),
    ("turn off swing on the ac", "climate.set_swing_mode", "climate.ac", {"swing_mode": "off"}),
    ("set the ac fan mode to high", "climate.set_fan_mode", "climate.ac", {"fan_mode": "high"}),
    ("set the ac fan to low", "climate.set_fan_mode", "climate.ac", {"fan_mode": "low"}),
    ("start the vacuum", "vacuum.start", "vacuum.rosie", {}),
    ("pause rosie", "vacuum.pause", "vacuum.rosie", {}),
    ("stop rosie", "vacuum.stop", "vacuum.rosie", {}),
    ("send rosie home", "vacuum.return_to_base", "vacuum.rosie", {}),
    ("find rosie", "vacuum.locate", "vacuum.rosie", {}),
    ("locate the vacuum", "vacuum.locate", "vacuum.rosie", {}),
    ("do a spot clean", "vacuum.clean_spot", "vacuum.rosie", {}),
    ("spot clean with rosie", "vacuum.clean_spot", "vacuum.rosie", {}),
    ("set rosie to quiet", "vacuum.set_fan_speed", "vacuum.rosie", {"fan_speed": "quiet"}),
    ("set the vacuum to max suction", "vacuum.set_fan_speed", "vacuum.rosie", {"fan_speed": "max"}),
    ("vacuum the kitchen", "vacuum.clean_area", "vacuum.rosie", {"cleaning_area_id": ["kitchen"]}),
    ("clean the kitchen", "vacuum.clean_area", "vacuum.rosie", {"cleaning_area_id": ["kitchen"]}),
    ("hoover the bedroom", "vacuum.clean_area", "vacuum.rosie", {"cleaning_area_id": ["bedroom"]}),
    (
        "clean the kitchen with rosie",
        "vacuum.clean_area",
        "vacuum.rosie",
        {"cleaning_area_id": ["kitchen"]},
    ),
    (
        "send rosie to the kitchen",
        "vacuum.clean_area",
        "vacuum.rosie",
        {"cleaning_area_id": ["kitchen"]},
    ),
    ("pause the mower", "lawn_mower.pause", "lawn_mower.goat", {}),
    ("send the mower back", "lawn_mower.dock", "lawn_mower.goat", {}),
    ("activate movie night", "scene.turn_on", "scene.movie", {}),
    ("movie night", "scene.turn_on", "scene.movie", {}),
    ("run good morning", "script.turn_on", "script.good_morning", {}),
    ("start the good morning script", "script.turn_on", "script.good_morning", {}),
    (
        "open the garden tap to 50 percent",
        "valve.set_valve_position",
        "valve.tap",
        {"position": 50},
    ),
    ("close the garden tap", "valve.close_valve", "valve.tap", {}),
    (
        "set the boiler to 55 degrees",
        "water_heater.set_temperature",
        "water_heater.boiler",
        {"temperature": 55.0},
    ),
    (
        "set the boiler to performance mode",
        "water_heater.set_operation_mode",
        "water_heater.boiler",
        {"operation_mode": "performance"},
    ),
    (
        "turn on away mode on the boiler",
        "water_heater.set_away_mode",
        "water_heater.boiler",
        {"away_mode": True},
    ),
    (
        "turn off away mode for the boiler",
        "water_heater.set_away_mode",
        "water_heater.boiler",
        {"away_mode": False},
    ),
    ("set the charging limit to 90 percent", "number.set_value", "number.limit", {"value": 90.0}),
    ("increase the charging limit", "number.set_value", "number.limit", {"value": 85.0}),
    ("decrease the charging limit by ten", "number.set_value", "number.limit", {"value": 70.0}),
    ("raise the boost minutes", "input_number.set_value", "input_number.boost", {"value": 35.0}),
    ("set boost minutes to 45", "input_number.set_value", "input_number.boost", {"value": 45.0}),
    (
        "set house mode to asleep",
        "input_select.select_option",
        "input_select.mode",
        {"option": "asleep"},
    ),
    ("next house mode", "input_select.select_next", "input_select.mode", {}),
    (
        "select the next option on the house mode",
        "input_select.select_next",
        "input_select.mode",
        {},
    ),
    (
        "set the washer programme to quick wash",
        "select.select_option",
        "select.washer",
        {"option": "quick wash"},
    ),
    ("washer programme wool", "select.select_option", "select.washer", {"option": "wool"}),
    (
        "set the note to buy flowers",
        "input_text.set_value",
        "input_text.note",
        {"value": "buy flowers"},
    ),
    (
        "change the note to See you at 8",
        "input_text.set_value",
        "input_text.note",
        {"value": "See you at 8"},
    ),
    (
        "write buy milk in the note",
        "input_text.set_value",
        "input_text.note",
        {"value": "buy milk"},
    ),
    (
        "set the wake-up time to 7:30",
        "input_datetime.set_datetime",
        "input_datetime.wake",
        {"time": "07:30:00"},
    ),
    (
        "set the wake up time to 6 am",
        "input_datetime.set_datetime",
        "input_datetime.wake",
        {"time": "06:00:00"},
    ),
    (
        "change the wake-up time to half past seven",
        "input_datetime.set_datetime",
        "input_datetime.wake",
        {"time": "07:30:00"},
    ),
    ("press the doorbell", "button.press", "button.bell", {}),
    ("ring the doorbell", "button.press", "button.bell", {}),
    ("arm the alarm", "alarm_control_panel.alarm_arm_away", "alarm_control_panel.alarm", {}),
    (
        "arm the alarm in away mode",
        "alarm_control_panel.alarm_arm_away",
        "alarm_control_panel.alarm",
        {},
    ),
    (
        "arm the alarm for the night",
        "alarm_control_panel.alarm_arm_night",
        "alarm_control_panel.alarm",
        {},
    ),
    ("arm the alarm home", "alarm_control_panel.alarm_arm_home", "alarm_control_panel.alarm", {}),
    (
        "arm the alarm in vacation mode",
        "alarm_control_panel.alarm_arm_vacation",
        "alarm_control_panel.alarm",
        {},
    ),
    (
        "arm the alarm with custom bypass",
        "alarm_control_panel.alarm_arm_custom_bypass",
        "alarm_control_panel.alarm",
        {},
    ),
    ("disarm the alarm", "alarm_control_panel.alarm_disarm", "alarm_control_panel.alarm", {}),
    (
        "disarm the alarm with code 1234",
        "alarm_control_panel.alarm_disarm",
        "alarm_control_panel.alarm",
        {"code": "1234"},
    ),
    (
        "disarm the alarm, the code is 1 2 3 4",
        "alarm_control_panel.alarm_disarm",
        "alarm_control_panel.alarm",
        {"code": "1234"},
    ),
    (
        "set the alarm to away",
        "alarm_control_panel.alarm_arm_away",
        "alarm_control_panel.alarm",
        {},
    ),
    ("sound the siren", "siren.turn_on", "siren.s", {}),
    ("turn on the siren with the fire tone", "siren.turn_on", "siren.s", {"tone": "fire"}),
    ("start the egg timer for five minutes", "timer.start", "timer.egg", {"duration": 300}),
    ("add milk to the shopping list", "todo.add_item", "todo.shopping", {"item": "Milk"}),
    ("remove bread from the shopping list", "todo.remove_item", "todo.shopping", {"item": "Bread"}),
    (
        "check off milk on the shopping list",
        "todo.update_item",
        "todo.shopping",
        {"item": "Milk", "status": "completed"},
    ),
    (
        "clear completed items from the shopping list",
        "todo.remove_completed_items",
        "todo.shopping",
        {},
    ),
    (
        "delete the completed items from the shopping list",
        "todo.remove_completed_items",
        "todo.shopping",
        {},
    ),
    ("turn off the presence automation", "automation.turn_off", "automation.presence", {}),
    ("trigger the presence automation", "automation.trigger", "automation.presence", {}),
    (
        "turn on motion detection on the porch camera",
        "camera.enable_motion_detection",
        "camera.porch",
        {},
    ),
    ("turn off the porch camera", "camera.turn_off", "camera.porch", {}),
    ("turn on guest mode", "input_boolean.turn_on", "input_boolean.guest", {}),
    ("set the humidifier to boost", "humidifier.set_mode", "humidifier.h", {"mode": "boost"}),
    ("set the humidifier to 50", "humidifier.set_humidity", "humidifier.h", {"humidity": 50}),
]


@pytest.mark.parametrize(("sentence", "service", "target", "data"), ASKED)
def test_control(
    planned: Planned, sentence: str, service: str, target: str, data: dict[str, Any]
) -> None:
    """The right service, of the right thing, with the right data."""
    [step] = planned(sentence, home=HOUSE).steps
    assert isinstance(step, CallStep)
    assert step.call.full_name == service
    assert step.call.targets == (target,)
    assert dict(step.call.data) == data


AMOUNTS: list[tuple[str, str, dict[str, Any]]] = [
    ("make the strip twice as bright", "light.turn_on", {"brightness_pct": 100}),
    ("make the strip half as bright", "light.turn_on", {"brightness_pct": 25}),
    ("set the strip to three quarters", "light.turn_on", {"brightness_pct": 75}),
    ("set the strip to a third", "light.turn_on", {"brightness_pct": 33}),
    ("make the tv half as loud", "media_player.volume_set", {"volume_level": 0.2}),
    ("turn the volume of the tv up by ten", "media_player.volume_set", {"volume_level": 0.5}),
    ("set the ac to the minimum", "climate.set_temperature", {"temperature": 16.0}),
    ("make the ac half a degree warmer", "climate.set_temperature", {"temperature": 22.5}),
    ("set the ac to twenty one and a half", "climate.set_temperature", {"temperature": 21.5}),
    ("set the ac to 21 point 5 degrees", "climate.set_temperature", {"temperature": 21.5}),
    ("set the ac to 70 degrees fahrenheit", "climate.set_temperature", {"temperature": 21.1}),
    (
        "set the strip to two thousand seven hundred kelvin",
        "light.turn_on",
        {"color_temp_kelvin": 2700},
    ),
    ("make the strip warmer", "light.turn_on", {"color_temp_kelvin": 2400}),
    ("make the bedroom lights light blue", "light.turn_on", {"rgb_color": [173, 216, 230]}),
    ("make the kitchen light blue", "light.turn_on", {"rgb_color": [0, 0, 255]}),
    ("open the venetian blinds halfway", "cover.set_cover_position", {"position": 50}),
]


@pytest.mark.parametrize(("sentence", "service", "data"), AMOUNTS)
def test_amounts(planned: Planned, sentence: str, service: str, data: dict[str, Any]) -> None:
    """As people say them."""
    [step] = planned(sentence, home=HOUSE).steps
    assert isinstance(step, CallStep)
    assert (step.call.full_name, dict(step.call.data)) == (service, data)


@pytest.mark.parametrize(
    "sentence",
    [
        "oscillate the strip",
        "tilt the front door to 30 percent",
        "shuffle the coffee machine",
        "set the ac to turbo",
        "switch the tv to HDMI 7",
        "set the strip between 20 and 30 degrees",
        "turn on the strip with code 1234",
        "hoover the piano",
        "set the wake-up time to banana",
    ],
)
def test_what_a_thing_cannot_do(hear: Hear, sentence: str) -> None:
    """It is refused, never something like it done."""
    assert not isinstance(hear(sentence, home=HOUSE), Understood)


def test_robot_that_knows_no_rooms(hear: Hear) -> None:
    """It is not sent through the whole home."""
    home = {
        "areas": [{"name": "Kitchen", "id": "kitchen"}],
        "entities": [{"name": "Rosie", "id": "vacuum.rosie", "state": "docked"}],
    }
    heard = hear("vacuum the kitchen", home=home)
    assert heard == Refusal(key="whole_only", arguments={"name": "Rosie"})


async def say(home: SimulatedHome, text: str, store: MemoryStore | None = None) -> Any:
    """Say something in a home."""
    agent = Agent(
        home, store=store or MemoryStore(), settings=Settings(patience=0.2, safety=NOTHING_ASKED)
    )
    return await agent.hear(Turn(text=text, conversation_id="1"))


@pytest.mark.parametrize(
    "sentence",
    [one[0] for one in ASKED if "siren" not in one[0] and "code" not in one[0]][::3],
)
async def test_it_is_seen_to_happen(sentence: str) -> None:
    """Or already so; nothing is said to have failed that has not."""
    reply = await say(SimulatedHome.from_inventory(HOUSE), sentence)
    assert reply.verdict is Verdict.OK, reply.text


async def test_what_cannot_be_seen_is_not_said_to_be_done() -> None:
    """A robot that beeps shows it nowhere."""
    reply = await say(SimulatedHome.from_inventory(HOUSE), "find rosie")
    assert [one.status for one in reply.outcomes] == [Status.ASKED]
    assert reply.text == "I have asked Rosie."


async def test_code_is_handed_over_and_never_kept() -> None:
    """Neither in the reply, nor in the conversation."""
    alarm = {
        "name": "Alarm",
        "id": "alarm_control_panel.alarm",
        "state": "armed_away",
        "attributes": {"code_format": "number"},
    }
    store = MemoryStore()
    home = SimulatedHome.from_inventory({"entities": [alarm]})
    reply = await say(home, "disarm the alarm with code 91827364", store)
    assert home.snapshot().states["alarm_control_panel.alarm"].value == "disarmed"
    assert "91827364" not in repr(reply)
    assert "91827364" not in repr([await store.get(key) for key in await store.keys("")])


CLOCKS = {
    "entities": [
        {
            "name": "Holiday",
            "id": "input_datetime.holiday",
            "state": "2026-01-01",
            "attributes": {"has_date": True},
        },
        {
            "name": "Delivery",
            "id": "input_datetime.delivery",
            "state": "2026-01-01 08:00:00",
            "attributes": {"has_date": True, "has_time": True},
        },
    ]
}


@pytest.mark.parametrize(
    ("sentence", "entered"),
    [
        ("set the holiday to december 24", {"date": "2026-12-24"}),
        ("change the holiday to tomorrow", {"date": "2026-03-05"}),
        ("set the holiday to next week", {}),
        ("set the holiday to 7:30", {}),
        ("set the delivery to friday at 10 am", {"date": "2026-03-06", "time": "10:00:00"}),
        ("set the delivery to 4 pm", {"time": "16:00:00"}),
        ("move the delivery to the day after tomorrow", {"date": "2026-03-06"}),
        ("set the delivery to banana", {}),
    ],
)
def test_day_and_time_are_entered(sentence: str, entered: dict[str, str]) -> None:
    """As far as the thing takes them; it is Wednesday, 4 March 2026."""
    home = SimulatedHome.from_inventory(CLOCKS, clock=ManualClock(WEDNESDAY))
    found = Understander().understand(sentence, home.snapshot(), load_language("en"))
    steps = found.plan.steps if isinstance(found, Understood) else ()
    assert [step.call.data for step in steps if isinstance(step, CallStep)] == (
        [entered] if entered else []
    )
