"""Things that are on or off and nothing else: switches and boolean helpers."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    SimulatedAction,
    always,
    become,
    spoken_state,
)


def toggle(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    """Turn it on if it is off, and the other way round."""
    return become(state="off" if subject.state == "on" else "on")


def reproduce_onoff(state: str, _wanted: Facts) -> Iterable[tuple[str, Facts]]:
    """Turn it on or off for a scene."""
    return [("turn_on" if state == "on" else "turn_off", {})]


def on_if_said(given: Facts, _now: datetime) -> Facts:
    """Begin on if the inventory says so in any way, else off."""
    return {**given, "state": "on" if spoken_state(given) == "on" else "off"}


def _on_if_written(given: Facts, _now: datetime) -> Facts:
    # A bare `on` in YAML is the boolean true. The assist datasets count only the word as on.
    return {**given, "state": "on" if given.get("state") == "on" else "off"}


ONOFF_ACTIONS = {
    "turn_on": SimulatedAction(run=always(state="on")),
    "turn_off": SimulatedAction(run=always(state="off")),
    "toggle": SimulatedAction(run=toggle),
}

SWITCH = Behaviour(
    domain="switch", actions=ONOFF_ACTIONS, begin=_on_if_written, reproduce=reproduce_onoff
)
INPUT_BOOLEAN = Behaviour(
    domain="input_boolean", actions=ONOFF_ACTIONS, begin=on_if_said, reproduce=reproduce_onoff
)
