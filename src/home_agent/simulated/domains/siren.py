"""Sirens: tones, volume, and for how long."""

from collections.abc import Mapping
from datetime import datetime
from enum import IntFlag
from typing import Any

from ..arguments import anything, decimal, whole
from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    SimulatedAction,
    become,
    refuse,
    show_all_but,
)
from ..clock import after
from ..readers import InvalidDataError, Outside, to_int, to_text
from .switch import on_if_said, reproduce_onoff


class SirenEntityFeature(IntFlag):
    """What some sirens can do."""

    TURN_ON = 1
    TURN_OFF = 2
    TONES = 4
    VOLUME_SET = 8
    DURATION = 16


_F = SirenEntityFeature
_LONGEST = 86_400


def _begin(given: Facts, now: datetime) -> Facts:
    features = _F.TURN_ON | _F.TURN_OFF | (_F.TONES if given.get("available_tones") else _F(0))
    return {"supported_features": int(features), **on_if_said(given, now), "until": None}


def _to_tone(value: Outside) -> int | str:
    try:
        return to_int(value)
    except InvalidDataError:
        return to_text(value)


def _turn_on(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    if "tone" in data and subject.features & _F.TONES:
        tones = subject.facts.get("available_tones") or ()
        named = tones.values() if isinstance(tones, Mapping) else ()
        if data["tone"] not in tones and data["tone"] not in named:
            refuse(
                f"Invalid tone specified for entity {subject.entity_id}: {data['tone']}, "
                "check the available_tones attribute for valid tones to pass in"
            )
    until = None
    if "duration" in data and subject.features & _F.DURATION:
        until = after(subject.now, min(data["duration"], _LONGEST))
    return become(state="on", until=until)


def _turn_off(_subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(state="off", until=None)


def _toggle(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return (_turn_off if subject.state == "on" else _turn_on)(subject, data)


def _until(facts: Facts) -> datetime | None:
    until: datetime | None = facts["until"]
    return until


def _fall_silent(_subject: ActionTarget) -> Facts:
    return {"state": "off", "until": None}


SIREN = Behaviour(
    domain="siren",
    features=SirenEntityFeature,
    begin=_begin,
    show=show_all_but("until"),
    wakes=_until,
    wake=_fall_silent,
    reproduce=reproduce_onoff,
    actions={
        "turn_on": SimulatedAction(
            run=_turn_on,
            takes=(anything("tone", _to_tone), whole("duration", 0), decimal("volume_level", 0, 1)),
        ),
        "turn_off": SimulatedAction(run=_turn_off),
        "toggle": SimulatedAction(run=_toggle, features=(_F.TURN_ON | _F.TURN_OFF,)),
    },
)
