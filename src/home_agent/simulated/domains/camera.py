"""Cameras: on or off, and whether they watch for motion."""

from datetime import datetime
from enum import IntFlag
from typing import Any

from ..behaviour import Behaviour, Facts, InvalidFactError, SimulatedAction, always, spoken_state

STATES = ("idle", "streaming", "recording")


class CameraEntityFeature(IntFlag):
    """What some cameras can do."""

    ON_OFF = 1
    STREAM = 2


def _begin(given: Facts, _now: datetime) -> Facts:
    state = spoken_state(given) or "idle"
    if state not in STATES:
        raise InvalidFactError(
            f"{state!r} is not a state of a camera; there are {', '.join(STATES)}"
        )
    features = {"supported_features": int(CameraEntityFeature.ON_OFF)}
    motion = bool(given.get("motion_detection"))
    return {**features, **given, "state": state, "motion_detection": motion}


def _show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    hidden = {"state"} if facts["motion_detection"] else {"state", "motion_detection"}
    return facts["state"], {name: value for name, value in facts.items() if name not in hidden}


# Whether a camera is on shows only in that it streams, as in Home Assistant's own demo.
CAMERA = Behaviour(
    domain="camera",
    features=CameraEntityFeature,
    begin=_begin,
    show=_show,
    actions={
        "turn_on": SimulatedAction(run=always(state="streaming")),
        "turn_off": SimulatedAction(run=always(state="idle")),
        "enable_motion_detection": SimulatedAction(run=always(motion_detection=True)),
        "disable_motion_detection": SimulatedAction(run=always(motion_detection=False)),
    },
)
