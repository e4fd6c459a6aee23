"""What to do, as data: resolved, ordered, and not yet done.

The grammar makes plans; a model's tool call, a schedule and an automation will make the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .home import ServiceCall
from .home.model import NOTHING
from .occasions import Condition, Occasion


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """How the intents project would word the answer, should everything go well."""

    intent: str
    response: str = "default"
    slots: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallStep:
    """Ask the home to change something."""

    call: ServiceCall
    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryStep:
    """Look at some entities, and tell which are in one of the wanted states."""

    entity_ids: tuple[str, ...]
    wanted: frozenset[str] = frozenset()
    """Empty: nothing in particular is asked, so all of them match."""

    attribute: str | None = None
    """What to tell of them, where it is not their state."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyStep:
    """Only say something."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalStep:
    """Part of what was asked cannot be done here; the wording names one of the errors."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStep:
    """Have a player look for something, and play the first thing that it finds."""

    player: str
    query: str
    kind: str = ""
    """What it is, where that was said: album, artist, playlist, track and so on."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerStep:
    """A timer that is told by voice, and belongs to no entity."""

    action: str
    """start, increase, decrease, pause, unpause, cancel, cancel_all, status."""

    seconds: int = 0
    """How long it runs, or how much is added or taken away."""

    name: str = ""
    start_seconds: int = 0
    """Which timer is meant: the one that was started for so long."""

    area_id: str | None = None
    """Which timer is meant: the one that was started there."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class IfStep:
    """Take some steps now, if something is so now."""

    condition: Condition
    steps: tuple[CallStep | PlayStep, ...]
    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterStep:
    """Take some steps at another time, or for a while."""

    steps: tuple[CallStep | PlayStep, ...]
    begin: Occasion | None = None
    """At once, if none is said."""

    end: Occasion | None = None
    """When all is to be as it was before."""

    condition: Condition | None = None
    """What must be so by then."""

    wording: Wording


type Step = (
    CallStep | QueryStep | ReplyStep | RefusalStep | PlayStep | TimerStep | IfStep | LaterStep
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Steps in order, each with the words to report it in."""

    steps: tuple[Step, ...]
