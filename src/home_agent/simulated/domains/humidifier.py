"""Humidifiers and dehumidifiers."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import IntFlag
from typing import Any

from ..arguments import required, text, whole
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
)
from .climate import refuse_out_of_range
from .switch import ONOFF_ACTIONS, on_if_said, reproduce_onoff


class HumidifierEntityFeature(IntFlag):
    """What some humidifiers can do."""

    MODES = 1


def _begin(given: Facts, now: datetime) -> Facts:
    modes = given_words(given, "available_modes")
    driest = given_number(given, "min_humidity", 0) or 0
    wettest = given_number(given, "max_humidity", 100) or 0
    if driest > wettest:
        raise InvalidFactError("min_humidity must not be above max_humidity")
    humidity = given_number(given, "humidity", given_number(given, "target_humidity"))
    return {
        "supported_features": int(HumidifierEntityFeature.MODES) if modes else 0,
        **on_if_said(given, now),
        "min_humidity": driest,
        "max_humidity": wettest,
        "humidity": None if humidity is None else min(max(humidity, driest), wettest),
        "available_modes": modes,
        "mode": given.get("mode") if given.get("mode") in modes else None,
    }


def _show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    hidden = {"state", "target_humidity"}
    if not facts["supported_features"] & HumidifierEntityFeature.MODES:
        hidden |= {"available_modes", "mode"}
    if facts["humidity"] is None:
        hidden.add("humidity")
    shown = {name: value for name, value in facts.items() if name not in hidden}
    if shown.get("action") is not None and facts["state"] == "off":
        shown["action"] = "off"
    return facts["state"], shown


def _set_humidity(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    limits = subject.facts["min_humidity"], subject.facts["max_humidity"]
    refuse_out_of_range("humidity", data["humidity"], *limits)
    return become(humidity=data["humidity"])


def _set_mode(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    modes = subject.facts["available_modes"]
    # Home Assistant leaves this to the device; ours says what it has.
    if data["mode"] not in modes:
        refuse(f"Mode {data['mode']} is not valid. Valid modes are: {', '.join(modes)}.")
    return become(mode=data["mode"])


def _reproduce(state: str, wanted: Facts) -> Iterable[tuple[str, Facts]]:
    yield from reproduce_onoff(state, wanted)
    for name in ("mode", "humidity"):
        if wanted.get(name) is not None:
            yield f"set_{name}", {name: wanted[name]}


HUMIDIFIER = Behaviour(
    domain="humidifier",
    features=HumidifierEntityFeature,
    begin=_begin,
    show=_show,
    reproduce=_reproduce,
    actions={
        **ONOFF_ACTIONS,
        "set_humidity": SimulatedAction(
            run=_set_humidity, takes=(required(whole("humidity", 0, 100)),)
        ),
        "set_mode": SimulatedAction(
            run=_set_mode,
            takes=(required(text("mode")),),
        ),
    },
)
