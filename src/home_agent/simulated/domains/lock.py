"""Locks, with and without a code."""

import re
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
    become,
    refuse,
    show_all_but,
    spoken_state,
)

_STATES = ("jammed", "opening", "locking", "open", "unlocking", "locked", "unlocked")


class LockEntityFeature(IntFlag):
    """What some locks can do."""

    OPEN = 1


def _begin(given: Facts, _now: datetime) -> Facts:
    state = spoken_state(given)
    if state is None:
        state = "unlocked" if given.get("is_locked") is False else "locked"
    if state not in _STATES:
        raise InvalidFactError(
            f"{state!r} is not a state of a lock; there are {', '.join(_STATES)}"
        )
    try:
        re.compile(str(given.get("code_format") or ""))
    except re.error as error:
        raise InvalidFactError(f"code_format is not a regular expression: {error}") from error
    return {"supported_features": 0, **given, "state": state}


def _turn(state: str) -> ActionFunction:
    def run(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
        code, form = data.get("code", ""), subject.facts.get("code_format")
        if form and not re.match(form, code):
            refuse(f"The code for {subject.entity_id} doesn't match pattern {form}.")
        if subject.facts.get("code") not in (None, code):
            refuse("Invalid lock code provided")
        return become(state=state)

    return run


def _reproduce(state: str, _wanted: Facts) -> Iterable[tuple[str, Facts]]:
    services = {"locked": "lock", "unlocked": "unlock", "open": "open"}
    return [(services[state], {})] if state in services else []


_CODE = (text("code"),)

LOCK = Behaviour(
    domain="lock",
    features=LockEntityFeature,
    begin=_begin,
    show=show_all_but("code", "is_locked"),
    reproduce=_reproduce,
    actions={
        "lock": SimulatedAction(run=_turn("locked"), takes=_CODE),
        "unlock": SimulatedAction(run=_turn("unlocked"), takes=_CODE),
        "open": SimulatedAction(run=_turn("open"), takes=_CODE),
    },
)
