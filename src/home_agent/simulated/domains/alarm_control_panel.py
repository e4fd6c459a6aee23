"""Alarm panels: arming, disarming and codes."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import IntFlag
from typing import Any

from ..arguments import text
from ..behaviour import (
    ActionEffect,
    ActionFunction,
    ActionTarget,
    Behaviour,
    Facts,
    InvalidFactError,
    SimulatedAction,
    always,
    become,
    refuse,
    show_all_but,
    spoken_state,
)

_MODES = ("home", "away", "night", "vacation", "custom_bypass")
STATES = ("disarmed", *(f"armed_{mode}" for mode in _MODES), "triggered")
_PASSING = ("pending", "arming", "disarming")


class AlarmControlPanelEntityFeature(IntFlag):
    """What some panels can do."""

    ARM_HOME = 1
    ARM_AWAY = 2
    ARM_NIGHT = 4
    TRIGGER = 8
    ARM_CUSTOM_BYPASS = 16
    ARM_VACATION = 32


def _begin(given: Facts, _now: datetime) -> Facts:
    state = spoken_state(given) or "disarmed"
    if state not in (*STATES, *_PASSING):
        raise InvalidFactError(
            f"{state!r} is not a state of an alarm; there are {', '.join(STATES)}"
        )
    code = None if given.get("code") is None else str(given["code"])
    form = None if code is None else ("number" if code.isdigit() else "text")
    return {
        "supported_features": sum(int(flag) for flag in AlarmControlPanelEntityFeature),
        "code_format": form,
        "changed_by": None,
        "code_arm_required": code is not None,
        **given,
        "code": code,
        "state": state,
    }


def _arm(mode: str) -> ActionFunction:
    def run(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
        if subject.facts["code_arm_required"]:
            if not data.get("code"):
                refuse(f"Arming requires a code but none was given for {subject.entity_id}.")
            _check_code(subject, data)
        return become(state=f"armed_{mode}")

    return run


def _disarm(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    _check_code(subject, data)
    return become(state="disarmed")


def _check_code(subject: ActionTarget, data: Mapping[str, Any]) -> None:
    if subject.facts["code"] not in (None, data.get("code")):
        refuse("Invalid alarm code provided")


def _reproduce(state: str, _wanted: Facts) -> Iterable[tuple[str, Facts]]:
    services = {
        "disarmed": "alarm_disarm",
        "triggered": "alarm_trigger",
        **{f"armed_{mode}": f"alarm_arm_{mode}" for mode in _MODES},
    }
    return [(services[state], {})] if state in services else []


_CODE = (text("code"),)

ALARM_CONTROL_PANEL = Behaviour(
    domain="alarm_control_panel",
    features=AlarmControlPanelEntityFeature,
    begin=_begin,
    show=show_all_but("code"),
    reproduce=_reproduce,
    actions={
        **{
            f"alarm_arm_{mode}": SimulatedAction(
                run=_arm(mode),
                takes=_CODE,
            )
            for mode in _MODES
        },
        "alarm_disarm": SimulatedAction(run=_disarm, takes=_CODE),
        "alarm_trigger": SimulatedAction(
            run=always(state="triggered"),
            takes=_CODE,
        ),
    },
)
