"""What a task of a benchmark wants changed in the home → the action that its sentence asks for."""

import re
from collections.abc import Mapping
from typing import Any

_BY_STATE: Mapping[str, Mapping[str, str]] = {
    "alarm_control_panel": {
        "armed_away": "arm",
        "armed_home": "arm",
        "armed_night": "arm",
        "disarmed": "disarm",
    },
    "climate": {
        "off": "turn_off",
        "cool": "set_hvac_mode",
        "dry": "set_hvac_mode",
        "auto": "set_hvac_mode",
        "fan_only": "set_hvac_mode",
    },
    "cover": {"closed": "close", "open": "open"},
    "lawn_mower": {"mowing": "start", "paused": "pause", "docked": "return_home"},
    "lock": {"locked": "lock", "unlocked": "unlock"},
    "media_player": {"off": "turn_off", "idle": "turn_on", "paused": "pause", "playing": "play"},
    "vacuum": {"cleaning": "start", "returning": "return_home", "paused": "pause"},
    "valve": {"closed": "close", "open": "open"},
}
_SWITCHED = {"on": "turn_on", "off": "turn_off"}
_BY_DOMAIN = {
    "button": "press",
    "input_button": "press",
    "number": "set_number",
    "input_number": "set_number",
    "scene": "activate",
    "script": "activate",
    "select": "set_option",
    "input_select": "set_option",
}
_LEVELS = {
    "brightness": ("set_brightness", "brighter", "dimmer"),
    "percentage": ("set_fan_speed", "faster", "slower"),
    "temperature": ("set_temperature", "warmer", "cooler"),
    "volume_level": ("set_volume", "louder", "quieter"),
}
_SETTINGS = {
    "color_temp_kelvin": "set_color_temperature",
    "current_position": "set_position",
    "humidity": "set_humidity",
    "oscillating": "oscillate",
    "rgb_color": "set_color",
}
_TRACKS = 20


def expected_action(
    entity_id: str, change: Mapping[str, Any], before: Mapping[str, Any], sentence: str
) -> str:
    """The action that leads to a change of a thing; empty if several may."""
    domain = entity_id.partition(".")[0]
    state, attributes = change.get("state"), change.get("attributes") or {}
    for name, value in attributes.items():
        if action := _set(name, value, before, sentence):
            return action
    if domain in _BY_DOMAIN:
        return _BY_DOMAIN[domain]
    if domain == "todo":
        return _item(state, before)
    return _BY_STATE.get(domain, _SWITCHED).get(str(state), "")


def _set(name: str, value: object, before: Mapping[str, Any], sentence: str) -> str:
    was = (before.get("attributes") or {}).get(name)
    if name == "is_volume_muted":
        return "mute" if value else "unmute"
    if name == "media_track" and isinstance(value, int):
        return "next" if (value - int(was or 0)) % _TRACKS == 1 else "previous"
    if name in _LEVELS:
        exact, more, less = _LEVELS[name]
        if re.search(r"\d", sentence) or not isinstance(was, int | float):
            return exact
        # Without a figure it is a step, unless it is a leap.
        if not isinstance(value, int | float) or abs(value - was) > 0.35 * max(abs(was), 1):
            return ""
        return more if value > was else less
    return _SETTINGS.get(name, "")


def _item(state: object, before: Mapping[str, Any]) -> str:
    try:
        return "add_item" if int(str(state)) > int(str(before.get("state"))) else "complete_item"
    except ValueError:
        return ""
