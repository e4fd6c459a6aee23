"""Timers that run on the home's clock."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from ..arguments import anything
from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    InvalidFactError,
    SimulatedAction,
    become,
    refuse,
    spoken_state,
)
from ..clock import after, seconds_between, whole_seconds
from ..readers import InvalidDataError, to_period

STATES = ("idle", "active", "paused")
_NOTHING = timedelta()


def _begin(given: Facts, now: datetime) -> Facts:
    state = spoken_state(given) or "idle"
    if state not in STATES:
        raise InvalidFactError(
            f"{state!r} is not a state of a timer; there are {', '.join(STATES)}"
        )
    length = _given_period(given, "duration") or _NOTHING
    remaining = _given_period(given, "remaining") or length
    facts = {
        "editable": False,
        "last_transition": None,
        **given,
        "state": state,
        "configured": length,
        "duration": length,
        "remaining": None if state == "idle" else remaining,
        "end": after(whole_seconds(now), remaining.total_seconds()) if state == "active" else None,
    }
    facts.pop("finishes_at", None)
    return facts


def _given_period(given: Facts, name: str) -> timedelta | None:
    if given.get(name) is None:
        return None
    try:
        period = to_period(given[name])
    except InvalidDataError as error:
        raise InvalidFactError(f"{name}: {error}") from error
    if period < _NOTHING:
        raise InvalidFactError(f"{name} must not be less than nothing")
    return period


def _show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    hidden = {"state", "configured", "end"}
    if facts["remaining"] is None:
        hidden.add("remaining")
    shown = {name: value for name, value in facts.items() if name not in hidden}
    shown["duration"] = _written(facts["duration"])
    if facts["remaining"] is not None:
        shown["remaining"] = _written(facts["remaining"])
    if facts["end"] is not None:
        shown["finishes_at"] = facts["end"].astimezone(UTC).isoformat()
    return facts["state"], shown


def _written(period: timedelta) -> str:
    minutes, seconds = divmod(int(period.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def _start(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    facts = subject.facts
    asked: timedelta | None = data.get("duration")
    length = asked or facts["duration"]
    remaining = asked or facts["remaining"] or length
    return become(
        state="active",
        duration=length,
        remaining=remaining,
        end=after(whole_seconds(subject.now), remaining.total_seconds()),
        last_transition="started" if subject.state == "idle" else "restarted",
    )


def _change(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    facts = subject.facts
    by: timedelta = data.get("duration", _NOTHING)
    if facts["end"] is None:
        refuse(f"Timer {subject.entity_id} is not running, only active timers can be changed")
    remaining = _left(subject) + by
    if remaining > facts["duration"]:
        refuse(f"Not possible to change timer {subject.entity_id} beyond duration")
    # Home Assistant looks at the time that was left at the start, and so may end in the past.
    if remaining < _NOTHING:
        refuse(f"Not possible to change timer {subject.entity_id} to negative time remaining")
    return become(remaining=remaining, end=after(facts["end"], by.total_seconds()))


def _left(subject: ActionTarget) -> timedelta:
    seconds = seconds_between(whole_seconds(subject.now), subject.facts["end"])
    return max(_NOTHING, timedelta(seconds=seconds))


def _pause(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    if subject.facts["end"] is None:
        return ActionEffect()
    left = _left(subject)
    return become(state="paused", remaining=left, end=None, last_transition="paused")


def _cancel(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    if subject.state == "idle":
        return ActionEffect()
    return ActionEffect(changes=_idle(subject, "cancelled"))


def _finish(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    if subject.state == "idle":
        return ActionEffect()
    return ActionEffect(changes=_idle(subject, "finished"))


def _idle(subject: ActionTarget, transition: str) -> Facts:
    return {
        "state": "idle",
        "end": None,
        "remaining": None,
        "duration": subject.facts["configured"],
        "last_transition": transition,
    }


def _ends(facts: Facts) -> datetime | None:
    end: datetime | None = facts["end"]
    return end


def _ring(subject: ActionTarget) -> Facts:
    return _idle(subject, "finished")


def _not_negative(data: Mapping[str, Any]) -> None:
    # Home Assistant lets a timer of less than no time run out at once.
    if data.get("duration", _NOTHING) < _NOTHING:
        raise InvalidDataError("value should be positive", "duration")


_DURATION = (anything("duration", to_period),)

TIMER = Behaviour(
    domain="timer",
    begin=_begin,
    show=_show,
    wakes=_ends,
    wake=_ring,
    actions={
        "start": SimulatedAction(run=_start, takes=_DURATION, check=_not_negative),
        "pause": SimulatedAction(run=_pause),
        "cancel": SimulatedAction(run=_cancel),
        "finish": SimulatedAction(run=_finish),
        "change": SimulatedAction(run=_change, takes=_DURATION),
    },
)
