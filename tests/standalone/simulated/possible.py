"""What a state of each domain may look like; anything else is impossible."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from home_agent.engine.home import State

Attributes = Mapping[str, Any]
Rule = Callable[[str, Attributes], bool]


def within(attributes: Attributes, name: str, low: float, high: float) -> bool:
    value = attributes.get(name)
    return value is None or low <= value <= high


def among(attributes: Attributes, name: str, choices: str) -> bool:
    value = attributes.get(name)
    return value is None or value in attributes[choices]


def light(value: str, shown: Attributes) -> bool:
    modes = shown["supported_color_modes"]
    if value == "off":
        hidden = ("color_mode", "brightness", "rgb_color", "hs_color", "xy_color", "effect")
        return all(shown.get(name) is None for name in hidden)
    warm, cold = shown.get("min_color_temp_kelvin", 0), shown.get("max_color_temp_kelvin", 0)
    kelvin = shown.get("color_temp_kelvin")
    return (
        value == "on"
        and shown["color_mode"] in modes
        and ("brightness" in shown) == (modes != ["onoff"])
        and within(shown, "brightness", 1, 255)
        and (kelvin is None) | (shown["color_mode"] == "color_temp")
        and within(shown, "color_temp_kelvin", warm, cold)
        and all(0 <= part <= 255 for part in shown.get("rgb_color") or ())
        and ("effect" not in shown or among(shown, "effect", "effect_list"))
    )


def opening(value: str, shown: Attributes) -> bool:
    position = shown.get("current_position")
    resting = value in ("open", "closed")
    return (
        value in ("open", "closed", "opening", "closing")
        and within(shown, "current_position", 0, 100)
        and within(shown, "current_tilt_position", 0, 100)
        and (not resting or shown["is_closed"] == (value == "closed"))
        and (not resting or position is None or (position == 0) == (value == "closed"))
    )


def climate(value: str, shown: Attributes) -> bool:
    low, high = shown["min_temp"], shown["max_temp"]
    bottom, top = shown.get("target_temp_low"), shown.get("target_temp_high")
    targets = ("temperature", "target_temp_low", "target_temp_high")
    choices = ("fan_mode", "preset_mode", "swing_mode")
    return (
        value in shown["hvac_modes"]
        and all(within(shown, name, low, high) for name in targets)
        and (bottom is None or top is None or bottom <= top)
        and within(shown, "humidity", shown.get("min_humidity", 0), shown.get("max_humidity", 0))
        and all(among(shown, name, f"{name}s") for name in choices if name in shown)
    )


def fan(value: str, shown: Attributes) -> bool:
    if "percentage" in shown:
        runs = shown["percentage"] > 0 or shown["preset_mode"] is not None
        if runs != (value == "on"):
            return False
    return (
        value in ("on", "off")
        and within(shown, "percentage", 0, 100)
        and ("preset_mode" not in shown or among(shown, "preset_mode", "preset_modes"))
        and shown.get("direction") in (None, "forward", "reverse")
        and shown.get("oscillating") in (None, True, False)
    )


def media_player(value: str, shown: Attributes) -> bool:
    if value == "off":
        return not {"volume_level", "media_track", "source", "media_content_id"} & set(shown)
    return (
        value in ("idle", "playing", "paused", "standby", "buffering", "on")
        and 0 <= shown["volume_level"] <= 1
        and within(shown, "media_track", 0, 19)
        and ("source" not in shown or shown["source"] in shown["source_list"])
        and shown.get("repeat") in (None, "off", "all", "one")
    )


def humidifier(value: str, shown: Attributes) -> bool:
    return (
        value in ("on", "off")
        and within(shown, "humidity", shown["min_humidity"], shown["max_humidity"])
        and ("mode" not in shown or among(shown, "mode", "available_modes"))
    )


def water_heater(value: str, shown: Attributes) -> bool:
    return (
        ("operation_list" not in shown or value in shown["operation_list"])
        and within(shown, "temperature", shown["min_temp"], shown["max_temp"])
        and shown.get("away_mode") in (None, "on", "off")
    )


def number(value: str, shown: Attributes) -> bool:
    return value == "unknown" or shown["min"] <= float(value) <= shown["max"]


def select(value: str, shown: Attributes) -> bool:
    return value == "unknown" or value in shown["options"]


def input_text(value: str, shown: Attributes) -> bool:
    return value == "unknown" or shown["min"] <= len(value) <= shown["max"]


def timer(value: str, shown: Attributes) -> bool:
    return (
        value in ("idle", "active", "paused")
        and ("finishes_at" in shown) == (value == "active")
        and ("remaining" in shown) == (value != "idle")
        and bool(re.fullmatch(r"\d+:\d\d:\d\d", shown.get("remaining", "0:00:00")))
    )


def moment_or_unknown(value: str, _shown: Attributes) -> bool:
    return value == "unknown" or datetime.fromisoformat(value).tzinfo is not None


def date_or_time(value: str, shown: Attributes) -> bool:
    forms = ["%Y-%m-%d"] * shown["has_date"] + ["%H:%M:%S"] * shown["has_time"]
    return datetime.strptime(value, " ".join(forms)) is not None  # noqa: DTZ007


def one_of(*values: str) -> Rule:
    return lambda value, _shown: value in values


ON_OR_OFF = one_of("on", "off")
ARMED = [f"armed_{mode}" for mode in ("home", "away", "night", "vacation", "custom_bypass")]
RULES: dict[str, Rule] = {
    "light": light,
    "switch": ON_OR_OFF,
    "input_boolean": ON_OR_OFF,
    "siren": ON_OR_OFF,
    "automation": ON_OR_OFF,
    "script": ON_OR_OFF,
    "calendar": ON_OR_OFF,
    "cover": opening,
    "valve": opening,
    "climate": climate,
    "fan": fan,
    "lock": one_of("locked", "unlocked", "open"),
    "media_player": media_player,
    "vacuum": one_of("cleaning", "docked", "idle", "paused", "returning"),
    "lawn_mower": one_of("mowing", "docked", "idle", "paused", "returning"),
    "humidifier": humidifier,
    "water_heater": water_heater,
    "alarm_control_panel": one_of("disarmed", "triggered", *ARMED),
    "number": number,
    "input_number": lambda value, shown: value != "unknown" and number(value, shown),
    "select": select,
    "input_select": lambda value, shown: value != "unknown" and select(value, shown),
    "input_text": input_text,
    "input_datetime": date_or_time,
    "timer": timer,
    "todo": lambda value, _shown: int(value) >= 0,
    "scene": moment_or_unknown,
    "button": moment_or_unknown,
    "input_button": moment_or_unknown,
    "camera": one_of("idle", "streaming", "recording"),
}


def is_possible(entity_id: str, state: State) -> bool:
    """Whether a device of this kind could be in this state."""
    if state.changed > state.updated:
        return False
    rule = RULES.get(entity_id.partition(".")[0])
    return rule is None or not state.available or rule(state.value, state.attributes)
