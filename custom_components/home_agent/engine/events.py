"""What happens during a turn, for those who watch: a terminal, a log, an automation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .home import ServiceCall, Snapshot
from .home.model import NOTHING
from .jobs import Job, Timer
from .outcome import Outcome
from .plan import Plan
from .turn import Reply, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """Somebody said something."""

    turn: Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanMade:
    """The sentence became a plan."""

    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSent:
    """A service call passed the gate and is on its way."""

    call: ServiceCall


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded:
    """It is known what came of a service call."""

    call: ServiceCall
    outcomes: tuple[Outcome, ...]
    before: Snapshot = field(repr=False)
    """The home as it was before."""

    response: Mapping[str, Any] = field(default_factory=lambda: NOTHING, repr=False)
    """What the home answered, where it answers at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeSeen:
    """It is known how one entity ended."""

    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFinished:
    """The reply is ready."""

    turn: Turn
    reply: Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class JobEnded:
    """Something that was planned was done, or was not; its phase tells which."""

    job: Job
    plan: Plan | None = None
    """What was asked of the home; nothing where nothing was."""

    outcomes: tuple[tuple[Outcome, ...], ...] = ()
    held: bool = True
    """Whether the condition for it was met."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerEnded:
    """Time is up."""

    timer: Timer
    late: bool = False
    """Whether it was up long before, while nobody was there to tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """Something to tell the person without having been asked."""

    text: str
    language: str
    about: JobEnded | TimerEnded


type Event = (
    TurnStarted
    | PlanMade
    | CallSent
    | CallEnded
    | OutcomeSeen
    | TurnFinished
    | JobEnded
    | TimerEnded
    | Announcement
)
type EventListener = Callable[[Event], None]


def ignore(_event: Event) -> None:
    """Listen to nothing."""
