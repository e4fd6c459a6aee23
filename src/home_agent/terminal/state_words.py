"""States in plain English, for the screen: `binary_sensor` `on` is "open" at a window."""

import re
from collections.abc import Mapping

from home_agent.engine.home import Entity, State

_BINARY: Mapping[str, tuple[str, str]] = {
    "battery": ("low", "fine"),
    "battery_charging": ("charging", "not charging"),
    "carbon_monoxide": ("detected", "clear"),
    "cold": ("cold", "fine"),
    "connectivity": ("connected", "disconnected"),
    "door": ("open", "closed"),
    "garage_door": ("open", "closed"),
    "gas": ("detected", "clear"),
    "heat": ("hot", "fine"),
    "light": ("light", "dark"),
    "lock": ("unlocked", "locked"),
    "moisture": ("wet", "dry"),
    "motion": ("motion", "no motion"),
    "moving": ("moving", "still"),
    "occupancy": ("occupied", "empty"),
    "opening": ("open", "closed"),
    "plug": ("plugged in", "unplugged"),
    "power": ("power", "no power"),
    "presence": ("home", "away"),
    "problem": ("problem", "fine"),
    "running": ("running", "not running"),
    "safety": ("unsafe", "safe"),
    "smoke": ("detected", "clear"),
    "sound": ("sound", "quiet"),
    "tamper": ("tampered with", "untouched"),
    "update": ("update available", "up to date"),
    "vibration": ("vibration", "still"),
    "window": ("open", "closed"),
}
_CLOCK = re.compile(r"(\d{2}):(\d{2}):00")
_COMPOUNDS = {"partlycloudy": "partly cloudy", "clear-night": "clear night"}
_FULL_BRIGHTNESS = 255
_MOMENTS = frozenset({"button", "event", "input_button", "scene"})
"""Kinds whose state is only the time of the last press."""

_PERCENTAGES = frozenset({"percentage", "current_position", "current_tilt_position", "humidity"})
_DEGREES = frozenset({"temperature", "current_temperature", "target_temp_low", "target_temp_high"})
_TOLD: Mapping[str, tuple[str, ...]] = {
    "climate": ("temperature", "current_temperature"),
    "cover": ("current_position",),
    "fan": ("percentage",),
    "humidifier": ("humidity",),
    "light": ("brightness",),
    "media_player": ("media_title", "volume_level"),
    "valve": ("current_position",),
    "water_heater": ("temperature", "current_temperature"),
}
"""By kind, the attributes worth a word beside the state."""

_LEAD_IN: Mapping[str, str] = {
    "current_temperature": "now ",
    "temperature": "set to ",
    "humidity": "set to ",
    "volume_level": "volume ",
}


def state_in_words(entity: Entity, state: State | None) -> str:
    """How an entity is, with the figure that matters most about its kind."""
    if state is None:
        return "unknown"
    details = [words for name in _TOLD.get(entity.domain, ()) if (words := _told(name, state))]
    return ", ".join([value_in_words(entity, state), *details])


def value_in_words(entity: Entity | None, state: State) -> str:
    """The state value alone."""
    value = state.value
    if entity is not None and value in ("on", "off") and entity.domain == "binary_sensor":
        device_class = entity.device_class or str(state.attributes.get("device_class"))
        on, off = _BINARY.get(device_class, ("on", "off"))
        return on if value == "on" else off
    if entity is not None and entity.domain in _MOMENTS and state.available:
        return "ready"
    unit = state.attributes.get("unit_of_measurement")
    if unit and value not in ("unavailable", "unknown"):
        return f"{value}%" if unit == "%" else f"{value} {unit}"
    if shown := _CLOCK.fullmatch(value):
        return f"{int(shown[1])}:{shown[2]}"
    return _COMPOUNDS.get(value) or value.replace("_", " ")


def attribute_in_words(name: str, value: object) -> str:
    """The value of an attribute; an absent one reads as nothing set."""
    if value is None:
        return "none"
    if name == "brightness" and isinstance(value, int | float):
        return f"{round(value * 100 / _FULL_BRIGHTNESS)}%"
    if name == "volume_level" and isinstance(value, int | float):
        return f"{round(value * 100)}%"
    if isinstance(value, float):
        value = f"{value:g}"
    if name in _PERCENTAGES:
        return f"{value}%"
    if name in _DEGREES:
        return f"{value}°"
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    return str(value)


def _told(name: str, state: State) -> str:
    value = state.attributes.get(name)
    if value is None or not state.available:
        return ""
    # An open blind at 100 % is simply open, and a fan that is off need not say how slow.
    if (name == "current_position" and value in (0, 100)) or (name == "percentage" and not value):
        return ""
    return _LEAD_IN.get(name, "") + attribute_in_words(name, value)
