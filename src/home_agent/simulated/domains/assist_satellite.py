"""Voice satellites: what the home speaks with in its rooms."""

from collections.abc import Mapping
from datetime import datetime
from enum import IntFlag
from typing import Any

from ..arguments import anything, flag, text
from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    SimulatedAction,
    become,
    show_all_but,
    spoken_state,
)
from ..clock import after
from ..readers import InvalidDataError


class AssistSatelliteEntityFeature(IntFlag):
    """What some satellites can do."""

    ANNOUNCE = 1
    START_CONVERSATION = 2


_F = AssistSatelliteEntityFeature
_SECONDS = 3
"""How long an announcement takes."""


def _begin(given: Facts, _now: datetime) -> Facts:
    return {
        "supported_features": int(_F.ANNOUNCE),
        **given,
        "state": spoken_state(given) or "idle",
        "silent_at": None,
    }


def _announce(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(state="responding", silent_at=after(subject.now, _SECONDS))


def _silent_at(facts: Facts) -> datetime | None:
    silent_at: datetime | None = facts["silent_at"]
    return silent_at


def _fall_silent(_subject: ActionTarget) -> Facts:
    return {"state": "idle", "silent_at": None}


def _something(data: Mapping[str, Any]) -> None:
    if not data.get("message") and not data.get("media_id"):
        raise InvalidDataError("must contain at least one of message, media_id.")


ASSIST_SATELLITE = Behaviour(
    domain="assist_satellite",
    features=AssistSatelliteEntityFeature,
    begin=_begin,
    show=show_all_but("silent_at"),
    wakes=_silent_at,
    wake=_fall_silent,
    actions={
        "announce": SimulatedAction(
            run=_announce,
            takes=(
                text("message"),
                text("media_id"),
                flag("preannounce"),
                anything("preannounce_media_id"),
            ),
            check=_something,
        ),
    },
)
