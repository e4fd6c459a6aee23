"""Vacuum cleaners and lawn mowers: robots that go out and come home."""

from collections.abc import Mapping
from datetime import datetime
from enum import IntFlag
from typing import Any

from ..arguments import anything, required, several, text
from ..behaviour import (
    TRAVEL,
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    InvalidFactError,
    SimulatedAction,
    always,
    become,
    given_words,
    refuse,
    show_all_but,
    spoken_state,
    sum_of,
)
from ..clock import after
from ..readers import to_text

VACUUM_STATES = ("cleaning", "docked", "idle", "paused", "returning", "error")
MOWER_STATES = ("mowing", "docked", "idle", "paused", "returning", "error")


class VacuumEntityFeature(IntFlag):
    """What some vacuum cleaners can do."""

    TURN_ON = 1
    TURN_OFF = 2
    PAUSE = 4
    STOP = 8
    RETURN_HOME = 16
    FAN_SPEED = 32
    BATTERY = 64  # gone from Home Assistant, not from inventories
    STATUS = 128
    SEND_COMMAND = 256
    LOCATE = 512
    CLEAN_SPOT = 1024
    MAP = 2048
    STATE = 4096
    START = 8192
    CLEAN_AREA = 16384


class LawnMowerEntityFeature(IntFlag):
    """What some lawn mowers can do."""

    START_MOWING = 1
    PAUSE = 2
    DOCK = 4
    STOP = 8


_V, _M = VacuumEntityFeature, LawnMowerEntityFeature


def _begin_vacuum(given: Facts, _now: datetime) -> Facts:
    speeds = given_words(given, "fan_speed_list")
    signs = {
        **dict.fromkeys((_V.STATE, _V.START, _V.PAUSE, _V.STOP, _V.RETURN_HOME), True),
        _V.LOCATE: True,
        _V.CLEAN_SPOT: True,
        _V.FAN_SPEED: bool(speeds),
        _V.CLEAN_AREA: "area_mapping" in given,
    }
    facts = {"supported_features": sum_of(signs), **given, **_out(given, VACUUM_STATES)}
    if speeds:
        speed = given.get("fan_speed")
        facts["fan_speed"] = speed if speed in speeds else speeds[0]
    return facts


def _begin_mower(given: Facts, _now: datetime) -> Facts:
    features = sum(int(flag) for flag in LawnMowerEntityFeature)
    return {"supported_features": features, **given, **_out(given, MOWER_STATES)}


def _out(given: Facts, states: tuple[str, ...]) -> Facts:
    state = spoken_state(given) or "docked"
    if state not in states:
        raise InvalidFactError(f"{state!r} is not one of its states: {', '.join(states)}")
    return {"state": state, "home_at": None}


def _go_home(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    """Drive home. How long a vacuum takes is not known, unless the inventory says so."""
    travel = subject.facts[TRAVEL]
    if subject.state == "docked":
        return ActionEffect()
    home_at = after(subject.now, travel) if travel else None
    return become(state="returning", home_at=home_at)


def _dock(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    # A mower jumps to its dock, as in Home Assistant's own demo, unless the way takes time.
    if subject.facts[TRAVEL]:
        return _go_home(subject, data)
    return become(state="docked", home_at=None)


def _home_at(facts: Facts) -> datetime | None:
    home_at: datetime | None = facts["home_at"]
    return home_at


def _arrive(_subject: ActionTarget) -> Facts:
    return {"state": "docked", "home_at": None}


def _set_speed(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    speeds = given_words(subject.facts, "fan_speed_list")
    # Home Assistant leaves this to the robot; ours says what it has.
    if data["fan_speed"] not in speeds:
        refuse(f"Fan speed {data['fan_speed']} is not valid. Valid are: {', '.join(speeds)}.")
    return become(fan_speed=data["fan_speed"])


def _clean_area(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    mapping = subject.facts.get("area_mapping")
    if mapping is None:
        refuse(
            f"Area mapping is not configured for `{subject.entity_id}`. "
            "Configure the segment-to-area mapping before using this action."
        )
    if missing := sorted(area for area in data["cleaning_area_id"] if area not in mapping):
        refuse(
            "The following areas are not mapped to any segments of targeted vacuums: "
            f"{', '.join(missing)}"
        )
    return become(state="cleaning", home_at=None)


_show = show_all_but("home_at", "area_mapping")
_UNMOVED = always()

VACUUM = Behaviour(
    domain="vacuum",
    features=VacuumEntityFeature,
    begin=_begin_vacuum,
    show=_show,
    wakes=_home_at,
    wake=_arrive,
    actions={
        "start": SimulatedAction(run=always(state="cleaning", home_at=None)),
        "pause": SimulatedAction(run=always(state="paused", home_at=None)),
        "stop": SimulatedAction(run=always(state="idle", home_at=None)),
        "return_to_base": SimulatedAction(run=_go_home),
        "clean_spot": SimulatedAction(run=always(state="cleaning", home_at=None)),
        "clean_area": SimulatedAction(
            run=_clean_area,
            takes=(required(several("cleaning_area_id", to_text)),),
        ),
        "locate": SimulatedAction(run=_UNMOVED),
        "set_fan_speed": SimulatedAction(run=_set_speed, takes=(required(text("fan_speed")),)),
        "send_command": SimulatedAction(
            run=_UNMOVED,
            takes=(required(text("command")), anything("params")),
        ),
    },
)
LAWN_MOWER = Behaviour(
    domain="lawn_mower",
    features=LawnMowerEntityFeature,
    begin=_begin_mower,
    show=_show,
    wakes=_home_at,
    wake=_arrive,
    actions={
        "start_mowing": SimulatedAction(run=always(state="mowing", home_at=None)),
        "pause": SimulatedAction(run=always(state="paused", home_at=None)),
        "stop": SimulatedAction(run=always(state="idle", home_at=None), features=(_M.STOP,)),
        "dock": SimulatedAction(run=_dock),
    },
)
