"""What a thing tells of itself, in people's words, wherever Home Assistant keeps it.

A measure is what is asked for: "temperature", "volume", "title". For a sensor it is the state, for
other things one of their attributes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from math import dist, isfinite

from .model import UNAVAILABLE, UNKNOWN, Entity, State

type Value = float | str | datetime | date | time

# By measure and domain, the attributes that tell it, the first that is there. "*" is any domain,
# and "" the state itself.
_TOLD_BY: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "action": {"climate": ("hvac_action",), "humidifier": ("action",)},
    "album": {"media_player": ("media_album_name",)},
    "app": {"media_player": ("app_name", "source")},
    "artist": {"media_player": ("media_artist",)},
    "battery": {"*": ("battery_level", "battery")},
    "brightness": {"light": ("brightness",)},
    "channel": {"media_player": ("media_channel", "source")},
    "color": {"light": ("rgb_color",)},
    "color_temperature": {"light": ("color_temp_kelvin",)},
    "direction": {"fan": ("direction",)},
    "effect": {"light": ("effect",)},
    "fan_mode": {"climate": ("fan_mode",)},
    "humidity": {
        "climate": ("current_humidity",),
        "humidifier": ("current_humidity",),
        "weather": ("humidity",),
    },
    "hvac_mode": {
        "climate": ("",),
        "water_heater": ("operation_mode", ""),
        "humidifier": ("mode",),
        "fan": ("preset_mode",),
        "vacuum": ("fan_speed",),
        "media_player": ("sound_mode",),
        "alarm_control_panel": ("",),
        "input_select": ("",),
        "select": ("",),
    },
    "muted": {"media_player": ("is_volume_muted",)},
    "next_rising": {"sun": ("next_rising",)},
    "next_setting": {"sun": ("next_setting",)},
    "oscillating": {"fan": ("oscillating",)},
    "position": {"cover": ("current_position",), "valve": ("current_position",)},
    "precipitation": {},
    "preset": {
        "climate": ("preset_mode",),
        "fan": ("preset_mode",),
        "humidifier": ("mode",),
        "water_heater": ("operation_mode",),
    },
    "pressure": {"weather": ("pressure",)},
    "remaining": {"timer": ("finishes_at", "remaining")},
    "set_to": {
        "climate": ("temperature", "target_temp_high", "humidity"),
        "water_heater": ("temperature",),
        "humidifier": ("humidity",),
        "fan": ("percentage",),
        "light": ("brightness",),
        "cover": ("current_position",),
        "media_player": ("volume_level",),
        "number": ("",),
        "input_number": ("",),
        "input_select": ("",),
        "input_datetime": ("",),
        "select": ("",),
    },
    "sound_mode": {"media_player": ("sound_mode",)},
    "source": {"media_player": ("source", "app_name")},
    "speed": {"fan": ("percentage",), "vacuum": ("fan_speed",)},
    "swing_mode": {"climate": ("swing_mode",)},
    "target_humidity": {"climate": ("humidity",), "humidifier": ("humidity",)},
    "target_temperature": {
        "climate": ("temperature", "target_temp_high"),
        "water_heater": ("temperature",),
    },
    "temperature": {
        "climate": ("current_temperature",),
        "water_heater": ("current_temperature",),
        "weather": ("temperature",),
    },
    "tilt": {"cover": ("current_tilt_position",)},
    "title": {"media_player": ("media_title", "media_channel", "app_name", "source")},
    "uv_index": {"weather": ("uv_index",)},
    "visibility": {"weather": ("visibility",)},
    "volume": {"media_player": ("volume_level",)},
    "wind_speed": {"weather": ("wind_speed",)},
}

# Sensors whose class has another name than the measure. The rest are named alike.
_CLASSES: Mapping[str, frozenset[str]] = {
    "air_quality": frozenset(
        {"aqi", "pm25", "pm10", "volatile_organic_compounds", "volatile_organic_compounds_parts"}
    ),
    "brightness": frozenset({"illuminance"}),
    "duration": frozenset({"duration"}),
    "energy": frozenset({"energy", "energy_storage", "energy_distance"}),
    "pm25": frozenset({"pm25", "aqi"}),
    "precipitation": frozenset({"precipitation", "precipitation_intensity"}),
    "pressure": frozenset({"pressure", "atmospheric_pressure"}),
    "remaining": frozenset({"date", "duration", "timestamp"}),
    "sound_pressure": frozenset({"sound_pressure"}),
    "speed": frozenset({"speed", "wind_speed", "data_rate"}),
    "volatile_organic_compounds": frozenset(
        {"volatile_organic_compounds", "volatile_organic_compounds_parts"}
    ),
    "volume": frozenset({"volume", "volume_storage"}),
    "water": frozenset({"water", "volume", "volume_flow_rate"}),
    "weight": frozenset({"weight"}),
}

_SETTINGS = {
    "climate": "target_temperature",
    "water_heater": "target_temperature",
    "humidifier": "target_humidity",
    "fan": "speed",
    "light": "brightness",
    "cover": "position",
    "media_player": "volume",
}

LOW_BATTERY_PERCENT = 20
"""A battery with less than this is low, whatever else its sensor says."""

# Of which the state is a moment, a day or a time of day.
_OF_TIME = frozenset(
    {"button", "date", "datetime", "event", "input_button", "input_datetime", "scene", "time"}
)

# Of which the state, or the attribute, is a word of Home Assistant's own.
_CODED_STATES = frozenset({"alarm_control_panel", "climate", "water_heater"})
_CODED = frozenset(
    {
        *("action", "direction", "fan_mode", "fan_speed", "hvac_action", "mode"),
        *("operation_mode", "preset_mode", "swing_mode"),
    }
)
_HMS = (3600, 60, 1)

_OF_255 = frozenset({"brightness"})
_OF_ONE = frozenset({"volume_level"})
_PERCENT = frozenset(
    {
        *("battery", "battery_level", "current_humidity", "current_position", "humidity"),
        *("current_tilt_position", "percentage"),
    }
)
_UNITS = {"color_temp_kelvin": "K"}
_DEGREES = frozenset({"current_temperature", "temperature", "target_temp_high", "target_temp_low"})
_SAYS_NOTHING = frozenset({UNAVAILABLE, UNKNOWN, ""})

_PLAIN_COLOURS = {
    "red": (255, 0, 0),
    "orange": (255, 140, 0),
    "yellow": (255, 255, 0),
    "green": (0, 255, 0),
    "cyan": (0, 255, 255),
    "blue": (0, 0, 255),
    "purple": (150, 0, 255),
    "magenta": (255, 0, 255),
    "pink": (255, 170, 190),
    "white": (255, 245, 235),
}

# To compare what is given in different units.
_LARGER = {"kW": 1e3, "MW": 1e6, "kWh": 1e3, "MWh": 1e6, "mW": 1e-3, "mA": 1e-3, "mV": 1e-3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A reading."""

    value: Value
    unit: str = ""
    coded: bool = False
    """Whether the value is a word of Home Assistant's own, which every language has a word for."""

    @property
    def size(self) -> float | None:
        """The reading as a figure that can be compared; nothing if it is none."""
        if not isinstance(self.value, int | float):
            return None
        return self.value * _LARGER.get(self.unit, 1)


def classes_of(measure: str) -> frozenset[str]:
    """The device classes of sensors for this measure."""
    return _CLASSES.get(measure, frozenset({measure}))


def measured(entity: Entity, state: State, measure: str | None) -> Measured | None:
    """What an entity tells of a measure, or of itself; nothing if it does not say."""
    if measure is None or (
        entity.domain == "sensor" and entity.device_class in classes_of(measure)
    ):
        return _state(entity, state)
    if measure == "color" and state.attributes.get("color_mode") == "color_temp":
        measure = "color_temperature"
    told_by = _TOLD_BY.get(measure, {})
    for name in (*told_by.get(entity.domain, ()), *told_by.get("*", ())):
        value = state.value if not name else state.attributes.get(name)
        if value is not None and value not in _SAYS_NOTHING:
            return _attribute(name, value, state) if name else _state(entity, state)
    return None


def tells(entity: Entity, state: State, measure: str) -> bool:
    """Whether an entity is one that tells this measure, even if it does not just now."""
    if entity.domain == "sensor":
        return entity.device_class in classes_of(measure)
    return measured(entity, state, measure) is not None


def plain_colour(rgb: tuple[float, ...]) -> str:
    """The nearest of the colours that everybody tells apart; how bright it is says nothing."""
    brightest = max(rgb, default=0) or 1
    full = tuple(255 * one / brightest for one in rgb)
    return min(_PLAIN_COLOURS, key=lambda name: dist(_PLAIN_COLOURS[name], full))


def aspect(entity: Entity, measure: str) -> str:
    """What about an entity is measured, where "set to" alone is said."""
    if measure != "set_to":
        return measure
    return _SETTINGS.get(entity.domain, measure)


def _state(entity: Entity, state: State) -> Measured | None:
    if state.value in _SAYS_NOTHING:
        return None
    unit = str(state.attributes.get("unit_of_measurement") or "")
    kind = state.attributes.get("device_class")
    if kind in ("timestamp", "date") or entity.domain in _OF_TIME:
        return Measured(value=_moment(state.value))
    coded = kind == "enum" or entity.domain in _CODED_STATES
    return Measured(value=_figure(state.value), unit=unit, coded=coded)


def _attribute(name: str, value: object, state: State) -> Measured:
    if name == "rgb_color" and isinstance(value, Iterable) and not isinstance(value, str):
        return Measured(value=plain_colour(tuple(value)), coded=True)
    if name in ("next_rising", "next_setting", "finishes_at"):
        return Measured(value=_moment(str(value)))
    if name == "remaining" and (seconds := _seconds(str(value))) is not None:
        return Measured(value=seconds, unit="s")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Measured(value=str(value), coded=name in _CODED)
    if name in _OF_255:
        return Measured(value=round(value / 2.55), unit="%")
    if name in _OF_ONE:
        return Measured(value=round(value * 100), unit="%")
    unit = state.attributes.get(f"{name}_unit")
    if unit is None:
        unit = "%" if name in _PERCENT else "°" if name in _DEGREES else _UNITS.get(name, "")
    return Measured(value=float(value), unit=str(unit))


def _figure(text: str) -> float | str:
    try:
        figure = float(text)
    except ValueError:
        return text
    return figure if isfinite(figure) else text


def _moment(text: str) -> datetime | date | time | str:
    """A moment, a day or a time of day, as far as it is one."""
    for read in (date, time, datetime):
        try:
            return read.fromisoformat(text)
        except ValueError:
            continue
    return text


def _seconds(text: str) -> float | None:
    """How long "0:05:00" is; nothing if it is no length of time."""
    parts = text.split(":")
    if len(parts) != len(_HMS) or not all(one.replace(".", "", 1).isdigit() for one in parts):
        return None
    return sum(float(one) * worth for one, worth in zip(parts, _HMS, strict=True))
