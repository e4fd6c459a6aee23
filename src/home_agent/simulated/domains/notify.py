"""Where messages to people go: their phones, mostly. A state tells when the last one was sent."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from home_agent.engine.home.model import UNKNOWN

from ..arguments import required, text
from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    SimulatedAction,
    become,
    spoken_state,
)


def _begin(given: Facts, _now: datetime) -> Facts:
    return {**given, "state": spoken_state(given) or UNKNOWN}


def _send(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(state=subject.now.isoformat())


NOTIFY = Behaviour(
    domain="notify",
    begin=_begin,
    actions={
        "send_message": SimulatedAction(run=_send, takes=(required(text("message")), text("title")))
    },
)
