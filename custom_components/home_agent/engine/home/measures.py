"""What a thing tells of itself, in people's words, wherever Home Assistant keeps it.

A measure is what is asked for: "temperature", "volume", "title". For a sensor it is the state, for
other things one of their attributes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from math import dist, isfinite

from .domains import DOMAINS, Trait, all_settings, with_trait
from .model import UNAVAILABLE, UNKNOWN, Entity, State

type Value = float | str | datetime | date | time

# By domain and measure, the attributes that tell it, the first that is there; "" is the state.
_TOLD_BY: Mapping[tuple[str, str], tuple[str, ...]] = {
    (name, measure): attributes
    for name, domain in DOMAINS.items()
    for measure, attributes in domain.told_by.items()
}
_TOLD_BY_ANY: Mapping[str, tuple[str, ...]] = {"battery": ("battery_level", "battery")}

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

# What a sensor that says no class may measure, by its unit.
_BY_UNIT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("°C", "°F"), ("temperature",)),
    **dict.fromkeys(("mW", "W", "kW", "MW"), ("power",)),
    **dict.fromkeys(("Wh", "kWh", "MWh"), ("energy",)),
    **dict.fromkeys(("lx", "lux"), ("illuminance",)),
    **dict.fromkeys(("hPa", "mbar", "inHg"), ("pressure",)),
    **dict.fromkeys(("mV", "V"), ("voltage",)),
    **dict.fromkeys(("mA", "A"), ("current",)),
    **dict.fromkeys(("mm/h", "in/h"), ("precipitation",)),
    **dict.fromkeys(("µg/m³", "μg/m³"), ("pm25",)),
    **dict.fromkeys(("kg", "g", "lb"), ("weight",)),
    "dB": ("sound_pressure",),
    "dBm": ("signal_strength",),
    "%": ("humidity", "moisture", "battery"),
    "ppm": ("carbon_dioxide", "carbon_monoxide", "volatile_organic_compounds"),
    **dict.fromkeys(("mm", "in"), ("precipitation", "distance")),
    **dict.fromkeys(("km", "mi"), ("distance",)),
    **dict.fromkeys(("km/h", "m/s", "mph", "kn"), ("wind_speed", "speed")),
    **dict.fromkeys(("kbit/s", "Mbit/s", "Gbit/s", "MB/s"), ("data_rate",)),
    **dict.fromkeys(("L", "m³", "gal"), ("volume", "water", "gas")),
}

_SETTINGS = {
    name: domain.usual.measure for name, domain in DOMAINS.items() if domain.usual is not None
}

LOW_BATTERY_PERCENT = 20
"""A battery with less than this is low, whatever else its sensor says."""

# Of which the state is a moment, a day or a time of day.
_OF_TIME = with_trait(Trait.HAPPENS) | with_trait(Trait.MOMENT)

# Of which the state, or the attribute, is a word of Home Assistant's own.
_CODED_STATES = with_trait(Trait.CODED_STATE)
_CODED = frozenset(
    setting.attribute for _, setting in all_settings() if setting.coded and setting.attribute
) | {"action", "hvac_action"}
_HMS = (3600, 60, 1)
_FULL = 100

_WHOLES = {
    setting.attribute: setting.shown_whole or setting.whole
    for _, setting in all_settings()
    if setting.unit == "%"
}
_UNITS = {
    **dict.fromkeys(("battery", "battery_level", "current_humidity"), "%"),
    "current_temperature": "°",
    **{setting.attribute: setting.unit for _, setting in all_settings() if setting.unit},
}
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
class Measurement:
    """A reading."""

    value: Value
    unit: str = ""
    coded: bool = False
    """Whether the value is a word of Home Assistant's own, which every language has a word for."""

    @property
    def size(self) -> float | None:
        """The reading as a figure that can be compared; `None` if it is none."""
        if not isinstance(self.value, int | float):
            return None
        return self.value * _LARGER.get(self.unit, 1)


def sensor_classes(measure: str) -> frozenset[str]:
    """The device classes of sensors for this measure."""
    return _CLASSES.get(measure, frozenset({measure}))


def measures_by_unit(entity: Entity, state: State) -> tuple[str, ...]:
    """What a sensor that says no class may measure, as far as its unit tells."""
    if entity.domain != "sensor" or entity.device_class is not None:
        return ()
    return _BY_UNIT.get(str(state.attributes.get("unit_of_measurement") or ""), ())


def measured(entity: Entity, state: State, measure: str | None) -> Measurement | None:
    """What an entity tells of a measure, or of itself; `None` if it does not say."""
    if (
        measure is None
        or (entity.domain == "sensor" and entity.device_class in sensor_classes(measure))
        or measure in measures_by_unit(entity, state)
    ):
        return _state(entity, state)
    if measure == "color" and state.attributes.get("color_mode") == "color_temp":
        measure = "color_temperature"
    told_by = _TOLD_BY.get((entity.domain, measure), ())
    for name in (*told_by, *_TOLD_BY_ANY.get(measure, ())):
        value = state.value if not name else state.attributes.get(name)
        if value is not None and value not in _SAYS_NOTHING:
            return _attribute(name, value, state) if name else _state(entity, state)
    return None


def attribute_of(entity: Entity, state: State, measure: str) -> str | None:
    """The attribute that tells a measure just as it is, "" for the state; `None` if none does."""
    if measured(entity, state, measure) is None:
        return measure if measure in state.attributes else None
    if entity.domain == "sensor" and (
        entity.device_class in sensor_classes(measure) or measure in measures_by_unit(entity, state)
    ):
        return ""
    for name in (*_TOLD_BY.get((entity.domain, measure), ()), *_TOLD_BY_ANY.get(measure, ())):
        value = state.value if not name else state.attributes.get(name)
        if value is not None and value not in _SAYS_NOTHING:
            # What is shown in another measure than it is kept in cannot be compared as it is.
            return name if _WHOLES.get(name, _FULL) == _FULL else None
    return None


def has_measure(entity: Entity, state: State, measure: str) -> bool:
    """Whether an entity is one that tells this measure, even if it does not just now."""
    if entity.domain == "sensor":
        # Where its unit leaves it open, its name would have to say.
        by_unit = measures_by_unit(entity, state)
        return entity.device_class in sensor_classes(measure) or by_unit == (measure,)
    return measured(entity, state, measure) is not None


def name_colour(rgb: tuple[float, ...]) -> str:
    """The nearest of the colours that everybody tells apart; how bright it is says nothing."""
    brightest = max(rgb, default=0) or 1
    full = tuple(255 * part / brightest for part in rgb)
    return min(_PLAIN_COLOURS, key=lambda name: dist(_PLAIN_COLOURS[name], full))


def resolve_measure(entity: Entity, measure: str) -> str:
    """What about an entity is measured, where "set to" alone is said."""
    if measure != "set_to":
        return measure
    return _SETTINGS.get(entity.domain, measure)


def _state(entity: Entity, state: State) -> Measurement | None:
    if state.value in _SAYS_NOTHING:
        return None
    unit = str(state.attributes.get("unit_of_measurement") or "")
    kind = state.attributes.get("device_class")
    if kind in ("timestamp", "date") or entity.domain in _OF_TIME:
        return Measurement(value=_moment(state.value))
    coded = kind == "enum" or entity.domain in _CODED_STATES
    return Measurement(value=_figure(state.value), unit=unit, coded=coded)


def _attribute(name: str, value: object, state: State) -> Measurement:
    if name == "rgb_color" and isinstance(value, Iterable) and not isinstance(value, str):
        return Measurement(value=name_colour(tuple(value)), coded=True)
    if name in ("next_rising", "next_setting", "finishes_at"):
        return Measurement(value=_moment(str(value)))
    if name == "remaining" and (seconds := _seconds(str(value))) is not None:
        return Measurement(value=seconds, unit="s")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Measurement(value=str(value), coded=name in _CODED)
    if (whole := _WHOLES.get(name, _FULL)) != _FULL:
        return Measurement(value=round(value * _FULL / whole), unit="%")
    unit = state.attributes.get(f"{name}_unit")
    return Measurement(value=float(value), unit=str(_UNITS.get(name, "") if unit is None else unit))


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
    """How long "0:05:00" is; `None` if it is no length of time."""
    parts = text.split(":")
    if len(parts) != len(_HMS) or not all(part.replace(".", "", 1).isdigit() for part in parts):
        return None
    return sum(float(part) * worth for part, worth in zip(parts, _HMS, strict=True))
