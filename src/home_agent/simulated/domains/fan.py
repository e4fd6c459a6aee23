"""Fans: speeds, presets, swinging and direction."""

import math
from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import IntFlag
from typing import Any

from ..arguments import choice, flag, required, text, whole
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
    sum_of,
)

_FULL = 100


class FanEntityFeature(IntFlag):
    """What some fans can do."""

    SET_SPEED = 1
    OSCILLATE = 2
    DIRECTION = 4
    PRESET_MODE = 8
    TURN_OFF = 16
    TURN_ON = 32


def _begin(given: Facts, _now: datetime) -> Facts:
    signs = {
        FanEntityFeature.SET_SPEED: "percentage" in given or "percentage_step" in given,
        FanEntityFeature.OSCILLATE: "oscillating" in given,
        FanEntityFeature.DIRECTION: "direction" in given,
        FanEntityFeature.PRESET_MODE: "preset_modes" in given,
        FanEntityFeature.TURN_OFF: True,
        FanEntityFeature.TURN_ON: True,
    }
    step = given_number(given, "percentage_step", 1)
    if not step or not 0 < step <= _FULL:
        raise InvalidFactError("percentage_step must be more than 0 and at most 100")
    presets = given_words(given, "preset_modes") or None
    preset = given.get("preset_mode")
    return {
        "supported_features": sum_of(signs),
        "direction": None,
        "oscillating": None,
        **given,
        # The datasets' fans run at full speed or not at all; a preset is on by itself.
        "percentage": _FULL if given.get("state") == "on" else 0,
        "percentage_step": step,
        "preset_modes": presets,
        "preset_mode": preset if preset in (presets or ()) else None,
        "state": None,
    }


def _show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    features = FanEntityFeature(facts["supported_features"])
    hidden = {"state"}
    if FanEntityFeature.SET_SPEED not in features:
        hidden |= {"percentage", "percentage_step"}
    if not features & (FanEntityFeature.SET_SPEED | FanEntityFeature.PRESET_MODE):
        hidden |= {"preset_mode", "preset_modes"}
    if FanEntityFeature.DIRECTION not in features:
        hidden.add("direction")
    if FanEntityFeature.OSCILLATE not in features:
        hidden.add("oscillating")
    shown = {name: value for name, value in facts.items() if name not in hidden}
    return "on" if _runs(facts) else "off", shown


def _runs(facts: Facts) -> bool:
    return facts["percentage"] > 0 or facts["preset_mode"] is not None


def _turn_on(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    if "preset_mode" in data:
        return _set_preset(subject, data)
    return _at(data.get("percentage", _FULL))


def _turn_off(_subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return _at(0)


def _at(percentage: int) -> ActionEffect:
    return become(percentage=percentage, preset_mode=None)


def _toggle(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return (_turn_off if _runs(subject.facts) else _turn_on)(subject, data)


def _set_percentage(_subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return _at(data["percentage"])


def _set_preset(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    preset, presets = data["preset_mode"], subject.facts["preset_modes"] or []
    if preset not in presets:
        refuse(f"Preset mode {preset} is not valid, valid preset modes are: {', '.join(presets)}.")
    return become(preset_mode=preset)


def _adjust(direction: int) -> ActionFunction:
    def run(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
        now = subject.facts["percentage"]
        if "percentage_step" in data:
            return _at(max(0, min(_FULL, now + direction * data["percentage_step"])))
        speeds = round(_FULL / subject.facts["percentage_step"])
        speed = math.ceil(now * speeds / _FULL) + direction
        return _at(max(0, min(_FULL, int(speed * _FULL / speeds))))

    return run


def _oscillate(_subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return become(oscillating=data["oscillating"])


def _set_direction(_subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return become(direction=data["direction"]) if "direction" in data else ActionEffect()


def _reproduce(state: str, wanted: Facts) -> Iterable[tuple[str, Facts]]:
    if state != "on":
        return [("turn_off", {})]
    names = ("preset_mode",) if wanted.get("preset_mode") else ("percentage",)
    return [("turn_on", {name: wanted[name] for name in names if wanted.get(name) is not None})]


_STEP = (whole("percentage_step", 0, _FULL),)
_SPEED = (FanEntityFeature.SET_SPEED,)

FAN = Behaviour(
    domain="fan",
    features=FanEntityFeature,
    always=FanEntityFeature.TURN_ON | FanEntityFeature.TURN_OFF,
    begin=_begin,
    show=_show,
    reproduce=_reproduce,
    actions={
        "turn_on": SimulatedAction(
            run=_turn_on,
            takes=(whole("percentage", 0, _FULL), text("preset_mode")),
        ),
        "turn_off": SimulatedAction(run=_turn_off),
        "toggle": SimulatedAction(
            run=_toggle, features=(FanEntityFeature.TURN_OFF, FanEntityFeature.TURN_ON)
        ),
        "increase_speed": SimulatedAction(run=_adjust(1), takes=_STEP, features=_SPEED),
        "decrease_speed": SimulatedAction(run=_adjust(-1), takes=_STEP, features=_SPEED),
        "set_percentage": SimulatedAction(
            run=_set_percentage,
            takes=(required(whole("percentage", 0, _FULL)),),
            features=_SPEED,
        ),
        "set_preset_mode": SimulatedAction(
            run=_set_preset,
            takes=(required(text("preset_mode")),),
            features=(FanEntityFeature.SET_SPEED, FanEntityFeature.PRESET_MODE),
        ),
        "oscillate": SimulatedAction(
            run=_oscillate,
            takes=(required(flag("oscillating")),),
        ),
        # Home Assistant takes any word here; no fan knows more than these two.
        "set_direction": SimulatedAction(
            run=_set_direction,
            takes=(choice("direction", ("forward", "reverse")),),
        ),
    },
)
