"""Levels of things: where they stand, how far they go, and the service that sets them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...home import Entity, State
from ...home.model import NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A service and its data, for one entity."""

    service: str
    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


NO_CHANGE = Command(service="")
"""What is asked of a thing that has none of what there should be less of: nothing."""

# What a figure means where nothing more is said.
USUAL = {
    "light": "brightness",
    "cover": "position",
    "valve": "position",
    "fan": "speed",
    "climate": "temperature",
    "water_heater": "temperature",
    "media_player": "volume",
    "humidifier": "humidity",
    "number": "value",
    "input_number": "value",
}
CAN_SET: Mapping[str, frozenset[str]] = {
    "light": frozenset({"brightness", "color", "color_temperature"}),
    "cover": frozenset({"position"}),
    "valve": frozenset({"position"}),
    "fan": frozenset({"speed"}),
    "climate": frozenset({"temperature", "humidity"}),
    "water_heater": frozenset({"temperature"}),
    "media_player": frozenset({"volume"}),
    "humidifier": frozenset({"humidity"}),
    "number": frozenset({"value"}),
    "input_number": frozenset({"value"}),
}
_STEPS: Mapping[str, Mapping[str, float]] = {
    "brightness": {"a_bit": 10, "": 20, "much": 40},
    "color_temperature": {"a_bit": 300, "": 600, "much": 1200},
    "position": {"a_bit": 10, "": 20, "much": 40},
    "speed": {"a_bit": 10, "": 20, "much": 40},
    "humidity": {"a_bit": 5, "": 5, "much": 15},
    "temperature": {"a_bit": 1, "": 1, "much": 3},
    "volume": {"a_bit": 5, "": 10, "much": 20},
}
_LIMITS: Mapping[str, tuple[str, str]] = {
    "temperature": ("min_temp", "max_temp"),
    "color_temperature": ("min_color_temp_kelvin", "max_color_temp_kelvin"),
    "humidity": ("min_humidity", "max_humidity"),
    "value": ("min", "max"),
}
_FULL = 100


def step_of(attribute: str, degree: str, state: State) -> float | None:
    """How much more or less is meant, where no figure is said."""
    if attribute == "value":
        step = state.attributes.get("step")
        return float(step) if isinstance(step, int | float) else 1
    return _STEPS.get(attribute, {}).get(degree)


def level(attribute: str, state: State) -> float | None:
    """Where something stands now, in the unit that people say it in."""
    attributes = state.attributes
    value: Any = {
        "brightness": attributes.get("brightness") if state.value == "on" else 0,
        "color_temperature": attributes.get("color_temp_kelvin"),
        "position": attributes.get("current_position"),
        "speed": attributes.get("percentage") if state.value == "on" else 0,
        "volume": attributes.get("volume_level"),
        "temperature": attributes.get("temperature"),
        "humidity": attributes.get("humidity"),
        "value": _number(state.value),
    }.get(attribute)
    if not isinstance(value, int | float):
        return None
    return {"brightness": value / 2.55, "volume": value * 100}.get(attribute, float(value))


def limits(attribute: str, state: State) -> tuple[float | None, float | None]:
    """The least and the most that something may be set to; nothing where it does not say."""
    if attribute not in _LIMITS:
        # The least light is still light: what shines can be told from what does not.
        return (1 if attribute == "brightness" else 0), _FULL
    low, high = (state.attributes.get(name) for name in _LIMITS[attribute])
    if attribute == "humidity":
        low, high = low or 0, high or _FULL
    return _number(low), _number(high)


def within(attribute: str, value: float, state: State) -> float:
    """The nearest level to this that may be set; temperatures are for the home to judge."""
    if attribute == "temperature":
        return value
    low, high = limits(attribute, state)
    value = value if low is None else max(low, value)
    return value if high is None else min(high, value)


def setting(attribute: str, value: float, entity: Entity) -> Command | None:
    """The service that sets something to exactly this."""
    whole = round(value)
    match attribute, entity.domain:
        case "brightness", "light":
            return Command(service="turn_on", data={"brightness_pct": whole})
        case "color_temperature", "light":
            return Command(service="turn_on", data={"color_temp_kelvin": whole})
        case "position", "cover":
            return Command(service="set_cover_position", data={"position": whole})
        case "position", "valve":
            return Command(service="set_valve_position", data={"position": whole})
        case "speed", "fan":
            return Command(service="set_percentage", data={"percentage": whole})
        case "volume", "media_player":
            return Command(service="volume_set", data={"volume_level": round(value / 100, 2)})
        case "humidity", _:
            return Command(service="set_humidity", data={"humidity": whole})
        case "temperature", _:
            return Command(service="set_temperature", data={"temperature": round(value, 2)})
        case "value", _:
            return Command(service="set_value", data={"value": round(value, 4)})
    return None


def _number(value: object) -> float | None:
    try:
        return float(value)  # type: ignore[arg-type]
    except TypeError, ValueError:
        return None
