"""Thermostats and air conditioners."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import IntFlag
from typing import Any

from home_agent.engine.home.domains import DOMAINS

from ..arguments import Argument, choice, decimal, required, text, whole
from ..behaviour import (
    ActionEffect,
    ActionFunction,
    ActionTarget,
    Behaviour,
    Facts,
    InvalidFactError,
    SimulatedAction,
    become,
    given_number,
    given_words,
    refuse,
    spoken_state,
    sum_of,
)
from ..readers import InvalidDataError

HVAC_MODES = ("off", "heat", "cool", "heat_cool", "auto", "dry", "fan_only")
_USUAL_MODES = ("off", "heat", "cool", "heat_cool")
_TEMPERATURES = ("temperature", "target_temp_low", "target_temp_high")
_CELSIUS, _FAHRENHEIT = (7, 35), (45, 95)

# A mode that can be chosen: the fact, its choices, the word in the error, and the feature.
_WORDS = {
    "fan_mode": "Fan",
    "preset_mode": "Preset",
    "swing_mode": "Swing",
    "swing_horizontal_mode": "Horizontal swing",
}
_CHOICES = tuple(
    (setting.datum, setting.options.listed, _WORDS[setting.datum], setting.feature)
    for setting in DOMAINS["climate"].settings
    if setting.options is not None and setting.datum in _WORDS
)


class ClimateEntityFeature(IntFlag):
    """What some of them can do."""

    TARGET_TEMPERATURE = 1
    TARGET_TEMPERATURE_RANGE = 2
    TARGET_HUMIDITY = 4
    FAN_MODE = 8
    PRESET_MODE = 16
    SWING_MODE = 32
    TURN_OFF = 128
    TURN_ON = 256
    SWING_HORIZONTAL_MODE = 512


def _begin(given: Facts, _now: datetime) -> Facts:
    given = {_NATIVE_NAMES.get(name, name): value for name, value in given.items()}
    mode = str(spoken_state(given) or given.get("hvac_mode") or "").lower() or None
    modes = given_words(given, "hvac_modes") or list(_USUAL_MODES)
    if mode is not None and mode not in modes:
        modes = [*modes, mode]
    if unknown := [name for name in modes if name not in HVAC_MODES]:
        raise InvalidFactError(
            f"{unknown[0]!r} is not an HVAC mode; there are {', '.join(HVAC_MODES)}"
        )
    facts: dict[str, Any] = {
        "supported_features": _signs_of_features(given),
        "current_temperature": None,
        **given,
        "hvac_modes": modes,
        "state": mode or ("off" if "off" in modes else modes[0]),
        **_begin_targets(given),
    }
    facts.pop("hvac_mode", None)
    for name, choices, *_ in _CHOICES:
        offered = given_words(given, choices)
        facts[choices] = offered
        facts[name] = given.get(name) if given.get(name) in offered else None
    return facts


_NATIVE_NAMES = {
    "target_temperature": "temperature",
    "target_temperature_low": "target_temp_low",
    "target_temperature_high": "target_temp_high",
    "target_humidity": "humidity",
}


def _signs_of_features(given: Facts) -> int:
    ranged = "target_temp_low" in given or "target_temp_high" in given
    signs = {
        ClimateEntityFeature.TARGET_TEMPERATURE: "temperature" in given or not ranged,
        ClimateEntityFeature.TARGET_TEMPERATURE_RANGE: ranged,
        ClimateEntityFeature.TARGET_HUMIDITY: "humidity" in given,
        ClimateEntityFeature.TURN_OFF: True,
        ClimateEntityFeature.TURN_ON: True,
    }
    return sum_of(signs) | sum(bit for _, choices, _, bit in _CHOICES if choices in given)


def _begin_targets(given: Facts) -> dict[str, Any]:
    """Targets, and limits that are wide enough for them."""
    usual = _FAHRENHEIT if given.get("temperature_unit") == "°F" else _CELSIUS
    targets = {name: given_number(given, name) for name in _TEMPERATURES}
    wanted = [value for value in targets.values() if value is not None]
    coldest = given_number(given, "min_temp", min([usual[0], *wanted]))
    warmest = given_number(given, "max_temp", max([usual[1], *wanted]))
    humidity = given_number(given, "humidity")
    driest = given_number(given, "min_humidity", 30)
    wettest = given_number(given, "max_humidity", 99)
    facts = {
        **{name: _clamp(value, coldest, warmest) for name, value in targets.items()},
        "min_temp": coldest,
        "max_temp": warmest,
        "humidity": _clamp(humidity, driest, wettest),
        "min_humidity": driest,
        "max_humidity": wettest,
    }
    low, high = facts["target_temp_low"], facts["target_temp_high"]
    if low is not None and high is not None and low > high:
        raise InvalidFactError("target_temp_low must not be higher than target_temp_high")
    return facts


def _clamp(value: float | None, low: float | None, high: float | None) -> float | None:
    if low is None or high is None or low > high:
        raise InvalidFactError("the lower limit must not be above the upper one")
    return None if value is None else min(max(value, low), high)


def _show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    features = ClimateEntityFeature(facts["supported_features"])
    hidden = {"state"}
    for name, choices, _, bit in _CHOICES:
        if not features & bit:
            hidden |= {name, choices}
    if not features & ClimateEntityFeature.TARGET_TEMPERATURE:
        hidden.add("temperature")
    if not features & ClimateEntityFeature.TARGET_TEMPERATURE_RANGE:
        hidden |= {"target_temp_low", "target_temp_high"}
    if not features & ClimateEntityFeature.TARGET_HUMIDITY:
        hidden |= {"humidity", "min_humidity", "max_humidity"}
    return facts["state"], {name: value for name, value in facts.items() if name not in hidden}


def _set_hvac_mode(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return become(state=_valid(subject, data["hvac_mode"], "hvac_modes", "HVAC"))


def _valid(subject: ActionTarget, mode: str, choices: str, word: str) -> str:
    offered = subject.facts[choices]
    if mode not in offered:
        refuse(
            f"{word} mode {mode} is not valid. "
            f"Valid {word if word == 'HVAC' else word.lower()} modes are: {', '.join(offered)}."
        )
    return mode


def _set_choice(name: str, choices: str, word: str) -> ActionFunction:
    return lambda subject, data: become(**{name: _valid(subject, data[name], choices, word)})


def _turn_on(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    modes = [mode for mode in subject.facts["hvac_modes"] if mode != "off"]
    usual = next((mode for mode in ("heat_cool", "heat", "cool") if mode in modes), None)
    if len(modes) == 1 or usual is None:
        usual = modes[0] if modes else None
    if usual is None:
        refuse(f"Entity {subject.entity_id} does not support action climate.turn_on.")
    return become(state=usual)


def _turn_off(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    if "off" not in subject.facts["hvac_modes"]:
        refuse(f"Entity {subject.entity_id} does not support action climate.turn_off.")
    return become(state="off")


def _toggle(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return (_turn_on if subject.state == "off" else _turn_off)(subject, data)


def _set_temperature(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    features = ClimateEntityFeature(subject.features)
    if "temperature" in data and ClimateEntityFeature.TARGET_TEMPERATURE not in features:
        refuse(
            "Set temperature action was used with the 'Target temperature' parameter "
            "but the entity does not support it."
        )
    ranged = ClimateEntityFeature.TARGET_TEMPERATURE_RANGE in features
    if "target_temp_low" in data and not ranged:
        refuse(
            "Set temperature action was used with the 'Lower/Upper target temperature' parameter "
            "but the entity does not support it."
        )
    if "target_temp_low" in data and data["target_temp_low"] > data["target_temp_high"]:
        refuse("'Lower target temperature' cannot be higher than 'Upper target temperature'.")
    targets = {name: data[name] for name in _TEMPERATURES if name in data}
    for value in targets.values():
        refuse_out_of_range(
            "temperature", value, subject.facts["min_temp"], subject.facts["max_temp"]
        )
    mode = (
        {"state": _valid(subject, data["hvac_mode"], "hvac_modes", "HVAC")}
        if "hvac_mode" in data
        else {}
    )
    return ActionEffect(changes={**targets, **mode})


def refuse_out_of_range(what: str, value: float, low: float, high: float) -> None:
    """Refuse a target beyond the limits of the device."""
    if not low <= value <= high:
        refuse(f"Provided {what} {value} is not valid. Accepted range is {low} to {high}.")


def _set_humidity(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    limits = subject.facts["min_humidity"], subject.facts["max_humidity"]
    refuse_out_of_range("humidity", data["humidity"], *limits)
    return become(humidity=data["humidity"])


def _some_temperature(data: Mapping[str, Any]) -> None:
    if not any(name in data for name in _TEMPERATURES):
        raise InvalidDataError(
            "must contain at least one of temperature, target_temp_high, target_temp_low."
        )
    if ("target_temp_low" in data) != ("target_temp_high" in data):
        raise InvalidDataError(
            "some but not all values in the same group of inclusion 'temperature'", "<temperature>"
        )


def _reproduce(state: str, wanted: Facts) -> Iterable[tuple[str, Facts]]:
    yield "set_hvac_mode", {"hvac_mode": state}
    targets = {name: wanted[name] for name in _TEMPERATURES if wanted.get(name) is not None}
    if targets:
        yield "set_temperature", targets
    for name in ("humidity", *(name for name, *_ in _CHOICES)):
        if wanted.get(name) is not None:
            yield f"set_{name}", {name: wanted[name]}


_MODE = choice("hvac_mode", HVAC_MODES)
_SET_TEMPERATURE: tuple[Argument, ...] = (*(decimal(name) for name in _TEMPERATURES), _MODE)

CLIMATE = Behaviour(
    domain="climate",
    features=ClimateEntityFeature,
    begin=_begin,
    show=_show,
    reproduce=_reproduce,
    actions={
        "turn_on": SimulatedAction(run=_turn_on),
        "turn_off": SimulatedAction(run=_turn_off),
        "toggle": SimulatedAction(
            run=_toggle, features=(ClimateEntityFeature.TURN_OFF, ClimateEntityFeature.TURN_ON)
        ),
        "set_hvac_mode": SimulatedAction(
            run=_set_hvac_mode, takes=(required(choice("hvac_mode", HVAC_MODES)),)
        ),
        "set_temperature": SimulatedAction(
            run=_set_temperature,
            takes=_SET_TEMPERATURE,
            check=_some_temperature,
            features=(
                ClimateEntityFeature.TARGET_TEMPERATURE,
                ClimateEntityFeature.TARGET_TEMPERATURE_RANGE,
            ),
        ),
        "set_humidity": SimulatedAction(
            run=_set_humidity,
            takes=(required(whole("humidity")),),
        ),
        **{
            f"set_{name}": SimulatedAction(
                run=_set_choice(name, choices, word),
                takes=(required(text(name)),),
            )
            for name, choices, word, bit in _CHOICES
        },
    },
)
