"""Whether the data of a call fits what a target, or else the service, takes.

The target itself knows best: a thermostat tells from where to where it goes, and which modes it
has. What it leaves open is in the home's description of the service, and what that leaves open in
the tables here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from ..home import Field, Service, ServiceCall, State
from ..outcome import Allowed, Reason


@dataclass(frozen=True, slots=True)
class Misfit:
    """What is wrong with the data of a call, and what would be right."""

    reason: Reason
    allowed: Allowed


@dataclass(frozen=True, slots=True)
class _Limits:
    """The attributes that tell from where to where something goes, or else the figures."""

    lowest: str = ""
    highest: str = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""
    scale: float = 1.0
    """What people say is so many times the figure."""


_DEGREES = _Limits("min_temp", "max_temp", unit="°")
_PERCENT = _Limits(low=0, high=100, unit="%")

_LIMITS: Mapping[str, _Limits] = {
    "brightness": _Limits(low=0, high=255, unit="%", scale=100 / 255),
    "brightness_pct": _PERCENT,
    "humidity": _Limits("min_humidity", "max_humidity", low=0, high=100, unit="%"),
    "percentage": _PERCENT,
    "position": _PERCENT,
    "target_temp_high": _DEGREES,
    "target_temp_low": _DEGREES,
    "temperature": _DEGREES,
    "tilt_position": _PERCENT,
    "value": _Limits("min", "max"),
    "volume_level": _Limits(low=0, high=1, unit="%", scale=100),
}

# The attribute in which a target tells what there is to choose from.
_CHOICES: Mapping[str, str] = {
    "effect": "effect_list",
    "fan_mode": "fan_modes",
    "fan_speed": "fan_speed_list",
    "hvac_mode": "hvac_modes",
    "mode": "available_modes",
    "operation_mode": "operation_list",
    "option": "options",
    "preset_mode": "preset_modes",
    "sound_mode": "sound_mode_list",
    "source": "source_list",
    "swing_horizontal_mode": "swing_horizontal_modes",
    "swing_mode": "swing_modes",
    "tone": "available_tones",
}

# What a service needs, where its description may not be loaded yet, or does not say so.
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "climate.set_fan_mode": ("fan_mode",),
    "climate.set_humidity": ("humidity",),
    "climate.set_hvac_mode": ("hvac_mode",),
    "climate.set_preset_mode": ("preset_mode",),
    "climate.set_swing_mode": ("swing_mode",),
    "cover.set_cover_position": ("position",),
    "cover.set_cover_tilt_position": ("tilt_position",),
    "fan.set_percentage": ("percentage",),
    "fan.set_preset_mode": ("preset_mode",),
    "humidifier.set_humidity": ("humidity",),
    "humidifier.set_mode": ("mode",),
    "input_number.set_value": ("value",),
    "input_select.select_option": ("option",),
    "input_text.set_value": ("value",),
    "media_player.select_sound_mode": ("sound_mode",),
    "media_player.select_source": ("source",),
    "media_player.volume_mute": ("is_volume_muted",),
    "media_player.volume_set": ("volume_level",),
    "number.set_value": ("value",),
    "select.select_option": ("option",),
    "text.set_value": ("value",),
    "todo.add_item": ("item",),
    "todo.remove_item": ("item",),
    "todo.update_item": ("item",),
    "vacuum.set_fan_speed": ("fan_speed",),
    "valve.set_valve_position": ("position",),
    "water_heater.set_operation_mode": ("operation_mode",),
    "water_heater.set_temperature": ("temperature",),
}
# What a home's description asks for, and takes in another form as well.
_OR_ELSE = {"media": "media_content_id"}

_SOME_TEMPERATURE = frozenset({"temperature", "target_temp_high", "target_temp_low"})

# Texts take any value, and only numbers have limits.
_TEXTS = frozenset({"input_text", "text"})


def misfit(call: ServiceCall, service: Service, state: State) -> Misfit | None:
    """What is wrong with the data for this target; nothing if it fits."""
    if missing := _missing(call, service):
        return Misfit(Reason.INCOMPLETE, Allowed(options=(missing,)))
    fields = {field.name: field for field in service.fields}
    for name, value in call.data.items():
        field = fields.get(name, Field(name=name))
        found = _wrong_choice(name, value, field, state) or (
            None if call.domain in _TEXTS else _out_of_range(name, value, field, state)
        )
        if found:
            return found
    return None


def _missing(call: ServiceCall, service: Service) -> str:
    """The first thing that must be said and is not."""
    needed = (*_NEEDED.get(call.full_name, ()), *(f.name for f in service.fields if f.required))
    for name in needed:
        given = (call.data.get(one) for one in (name, _OR_ELSE.get(name, name)))
        if name != "entity_id" and all(one is None for one in given):
            return name
    if call.full_name == "climate.set_temperature" and not call.data.keys() & _SOME_TEMPERATURE:
        return "temperature"
    return ""


def _wrong_choice(name: str, value: object, field: Field, state: State) -> Misfit | None:
    offered = state.attributes.get(_CHOICES.get(name, ""))
    options = tuple(map(str, offered)) if isinstance(offered, list | tuple) else ()
    options = options or field.options
    given = value if isinstance(value, list | tuple) else (value,)
    if not options or all(str(one) in options for one in given):
        return None
    return Misfit(Reason.NOT_AN_OPTION, Allowed(options=options))


def _out_of_range(name: str, value: object, field: Field, state: State) -> Misfit | None:
    limits = _LIMITS.get(name, _Limits())
    low = _first(state.attributes.get(limits.lowest), limits.low, field.minimum)
    high = _first(state.attributes.get(limits.highest), limits.high, field.maximum)
    if low is None and high is None:
        return None
    figure = _figure(value)
    inside = figure is not None and (
        (low is None or low <= figure) and (high is None or figure <= high)
    )
    if inside:
        return None
    unit = limits.unit or str(state.attributes.get("unit_of_measurement") or "")
    scaled = [None if one is None else one * limits.scale for one in (low, high)]
    return Misfit(Reason.NOT_IN_RANGE, Allowed(low=scaled[0], high=scaled[1], unit=unit))


def _first(*figures: object) -> float | None:
    return next((float(one) for one in figures if isinstance(one, int | float)), None)


def _figure(value: object) -> float | None:
    """A number, also one that is written as text, as the home would read it."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        figure = float(value)
    except ValueError:
        return None
    return figure if isfinite(figure) else None
