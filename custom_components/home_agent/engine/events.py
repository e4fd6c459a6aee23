"""What happens during a turn, for those who watch: a terminal, a log, an automation."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .home import ServiceCall, Snapshot
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


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeSeen:
    """It is known how one entity ended."""

    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFinished:
    """The reply is ready."""

    turn: Turn
    reply: Reply


type Event = TurnStarted | PlanMade | CallSent | CallEnded | OutcomeSeen | TurnFinished
type EventListener = Callable[[Event], None]


def ignore(_event: Event) -> None:
    """Listen to nothing."""
