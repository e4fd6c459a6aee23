"""Covers and valves: things with a position, which jump there or travel."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from enum import IntFlag
from typing import Any

from ..arguments import Argument, required, text, whole
from ..behaviour import (
    ActionEffect,
    ActionFunction,
    ActionTarget,
    Behaviour,
    Facts,
    SimulatedAction,
    become,
    given_words,
    refuse,
    show_all_but,
    spoken_state,
    sum_of,
)
from .movement import CLOSED, OPEN, at_rest, given_position, move, next_report, position_at, report


class CoverEntityFeature(IntFlag):
    """What some covers can do."""

    OPEN = 1
    CLOSE = 2
    SET_POSITION = 4
    STOP = 8
    OPEN_TILT = 16
    CLOSE_TILT = 32
    STOP_TILT = 64
    SET_TILT_POSITION = 128
    SPEED = 256


class ValveEntityFeature(IntFlag):
    """What some valves can do."""

    OPEN = 1
    CLOSE = 2
    SET_POSITION = 4
    STOP = 8


def _begin_cover(given: Facts, now: datetime) -> Facts:
    tilt = given_position(given, "current_tilt_position")
    tilts = tilt is not None
    signs = {
        CoverEntityFeature.OPEN: True,
        CoverEntityFeature.CLOSE: True,
        CoverEntityFeature.SET_POSITION: True,
        CoverEntityFeature.STOP: True,
        CoverEntityFeature.OPEN_TILT: tilts,
        CoverEntityFeature.CLOSE_TILT: tilts,
        CoverEntityFeature.STOP_TILT: tilts,
        CoverEntityFeature.SET_TILT_POSITION: tilts,
        CoverEntityFeature.SPEED: bool(given_words(given, "supported_speeds")),
    }
    features = {"supported_features": sum_of(signs)}
    tilted = {"current_tilt_position": tilt} if tilts else {}
    return {**features, **_begin(given, now), **tilted}


def _begin_valve(given: Facts, now: datetime) -> Facts:
    signs = {flag: flag is not ValveEntityFeature.SET_POSITION for flag in ValveEntityFeature}
    signs[ValveEntityFeature.SET_POSITION] = "current_position" in given
    facts = {"supported_features": sum_of(signs), **_begin(given, now)}
    reports = given.get("reports_position", "current_position" in given)
    positioned = facts["supported_features"] & ValveEntityFeature.SET_POSITION
    return {**facts, "reports_position": bool(reports or positioned)}


def _begin(given: Facts, _now: datetime) -> dict[str, Any]:
    position = given_position(given, "current_position")
    if position is None:
        position = OPEN if spoken_state(given) == "open" else CLOSED
    return {**given, "opened_last": True, **at_rest(position)}


def _to(goal: int) -> ActionFunction:
    def run(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
        _check_speed(subject, data)
        return move(subject, goal)

    return run


def _set_position(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    _check_speed(subject, data)
    return move(subject, data["position"])


def _check_speed(subject: ActionTarget, data: Mapping[str, Any]) -> None:
    speeds = subject.facts.get("supported_speeds")
    if speeds and "speed" in data and data["speed"] not in speeds:
        refuse(f"Speed {data['speed']} is not valid. Valid speeds are: {', '.join(speeds)}.")


def _stop(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(**at_rest(position_at(subject)))


def _toggle(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    moving = subject.state in ("opening", "closing")
    if moving and subject.features & CoverEntityFeature.STOP:
        return _stop(subject, data)
    if subject.facts["is_closed"] or subject.state == "closing":
        return move(subject, OPEN)
    if subject.facts["current_position"] == OPEN or subject.facts["opened_last"]:
        return move(subject, CLOSED)
    return move(subject, OPEN)


def _tilt(_subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return become(current_tilt_position=data["tilt_position"])


def _tilt_to(goal: int) -> ActionFunction:
    return lambda _subject, _data: become(current_tilt_position=goal)


def _toggle_tilt(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(
        current_tilt_position=CLOSED if subject.facts.get("current_tilt_position") else OPEN
    )


def _unmoved(_subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return ActionEffect()


def _reproduce(noun: str) -> Callable[[str, Facts], Iterable[tuple[str, Facts]]]:
    def reproduce(state: str, wanted: Facts) -> Iterable[tuple[str, Facts]]:
        if wanted.get("current_position") is not None:
            yield f"set_{noun}_position", {"position": wanted["current_position"]}
        else:
            yield f"{'open' if state in ('open', 'opening') else 'close'}_{noun}", {}
        if wanted.get("current_tilt_position") is not None:
            yield f"set_{noun}_tilt_position", {"tilt_position": wanted["current_tilt_position"]}

    return reproduce


def _actions(noun: str, *extra: Argument) -> dict[str, SimulatedAction]:
    """What covers and valves do alike; their features share the bits."""
    either = CoverEntityFeature.OPEN | CoverEntityFeature.CLOSE
    position = required(whole("position", CLOSED, OPEN))
    return {
        f"open_{noun}": SimulatedAction(run=_to(OPEN), takes=extra),
        f"close_{noun}": SimulatedAction(run=_to(CLOSED), takes=extra),
        f"set_{noun}_position": SimulatedAction(
            run=_set_position,
            takes=(position, *extra),
        ),
        f"stop_{noun}": SimulatedAction(run=_stop),
        "toggle": SimulatedAction(run=_toggle, features=(either,)),
    }


_TILTS = {
    "open_cover_tilt": SimulatedAction(run=_tilt_to(OPEN)),
    "close_cover_tilt": SimulatedAction(run=_tilt_to(CLOSED)),
    "stop_cover_tilt": SimulatedAction(run=_unmoved),
    "set_cover_tilt_position": SimulatedAction(
        run=_tilt,
        takes=(required(whole("tilt_position", CLOSED, OPEN)),),
    ),
    "toggle_cover_tilt": SimulatedAction(
        run=_toggle_tilt,
        features=(CoverEntityFeature.OPEN_TILT | CoverEntityFeature.CLOSE_TILT,),
    ),
}


def _show_valve(facts: Facts, now: datetime) -> tuple[str, dict[str, Any]]:
    state, shown = _show(facts, now)
    if not shown.pop("reports_position"):
        del shown["current_position"]
    return state, shown


_show = show_all_but("movement", "opened_last")

COVER = Behaviour(
    domain="cover",
    features=CoverEntityFeature,
    begin=_begin_cover,
    show=_show,
    wakes=next_report,
    wake=report,
    reproduce=_reproduce("cover"),
    actions={**_actions("cover", text("speed")), **_TILTS},
)
VALVE = Behaviour(
    domain="valve",
    features=ValveEntityFeature,
    begin=_begin_valve,
    show=_show_valve,
    wakes=next_report,
    wake=report,
    reproduce=_reproduce("valve"),
    actions=_actions("valve"),
)
