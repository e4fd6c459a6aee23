"""Boilers and other water heaters."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import IntFlag
from typing import Any

from ..arguments import decimal, flag, required, text
from ..behaviour import (
    ActionEffect,
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
from .climate import refuse_out_of_range

_COLDEST, _WARMEST = 43, 60


class WaterHeaterEntityFeature(IntFlag):
    """What some water heaters can do."""

    TARGET_TEMPERATURE = 1
    OPERATION_MODE = 2
    AWAY_MODE = 4
    ON_OFF = 8


_F = WaterHeaterEntityFeature


def _begin(given: Facts, _now: datetime) -> Facts:
    state = spoken_state(given) or given.get("operation_mode") or "off"
    modes = given_words(given, "operation_list") or ["off", "eco", "performance"]
    if state not in modes:
        modes = [*modes, state]
    coldest = given_number(given, "min_temp", _COLDEST) or 0
    warmest = given_number(given, "max_temp", _WARMEST) or 0
    if coldest > warmest:
        raise InvalidFactError("min_temp must not be above max_temp")
    target = given_number(given, "temperature", given_number(given, "target_temperature"))
    signs = {
        _F.TARGET_TEMPERATURE: True,
        _F.OPERATION_MODE: True,
        _F.AWAY_MODE: "away_mode" in given,
        _F.ON_OFF: "off" in modes,
    }
    facts = {
        "supported_features": sum_of(signs),
        "current_temperature": None,
        **given,
        "state": state,
        "operation_list": modes,
        "min_temp": coldest,
        "max_temp": warmest,
        "temperature": None if target is None else min(max(target, coldest), warmest),
        "away_mode": "on" if given.get("away_mode") in (True, "on") else "off",
        "last_mode": state if state != "off" else None,
    }
    facts.pop("target_temperature", None)
    return facts


def _show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    hidden = {"state", "last_mode", "operation_mode"}
    if not facts["supported_features"] & _F.AWAY_MODE:
        hidden.add("away_mode")
    if not facts["supported_features"] & _F.OPERATION_MODE:
        hidden.add("operation_list")
    shown = {name: value for name, value in facts.items() if name not in hidden}
    if facts["supported_features"] & _F.OPERATION_MODE:
        shown["operation_mode"] = facts["state"]
    return facts["state"], shown


def _turn_on(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    modes = [mode for mode in subject.facts["operation_list"] if mode != "off"]
    if subject.state != "off" or not modes:
        return ActionEffect()
    return become(state=subject.facts["last_mode"] or modes[0])


def _turn_off(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    if subject.state == "off":
        return ActionEffect()
    return become(state="off", last_mode=subject.state)


def _set_temperature(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    # Home Assistant leaves the limits to the boiler; ours says what they are.
    limits = subject.facts["min_temp"], subject.facts["max_temp"]
    refuse_out_of_range("temperature", data["temperature"], *limits)
    mode = _operation(subject, data) if "operation_mode" in data else {}
    return ActionEffect(changes={"temperature": data["temperature"], **mode})


def _set_operation(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return ActionEffect(changes=_operation(subject, data))


def _operation(subject: ActionTarget, data: Mapping[str, Any]) -> Facts:
    mode, modes = data["operation_mode"], subject.facts["operation_list"]
    if mode not in modes:
        refuse(
            f"Operation mode {mode} is not valid for {subject.entity_id}. "
            f"Valid operation modes are: {', '.join(modes)}."
        )
    return {"state": mode, "last_mode": subject.facts["last_mode"] if mode == "off" else mode}


def _set_away(_subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return become(away_mode="on" if data["away_mode"] else "off")


def _reproduce(state: str, wanted: Facts) -> Iterable[tuple[str, Facts]]:
    yield "set_operation_mode", {"operation_mode": state}
    if wanted.get("temperature") is not None:
        yield "set_temperature", {"temperature": wanted["temperature"]}


WATER_HEATER = Behaviour(
    domain="water_heater",
    features=WaterHeaterEntityFeature,
    begin=_begin,
    show=_show,
    reproduce=_reproduce,
    actions={
        "turn_on": SimulatedAction(run=_turn_on),
        "turn_off": SimulatedAction(run=_turn_off),
        "set_temperature": SimulatedAction(
            run=_set_temperature,
            takes=(required(decimal("temperature")), text("operation_mode")),
        ),
        "set_operation_mode": SimulatedAction(
            run=_set_operation,
            takes=(required(text("operation_mode")),),
        ),
        "set_away_mode": SimulatedAction(run=_set_away, takes=(required(flag("away_mode")),)),
    },
)
