"""What happens during a turn, for those who watch: a terminal, a log, an automation."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .authority import Authority
from .home import ServiceCall, Snapshot
from .home.model import NOTHING
from .jobs import Job, Timer
from .llm.messages import Usage
from .outcome import Outcome, PlanOutcomes
from .plan import Plan
from .turn import Reply, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """Somebody said something."""

    turn: Turn
    begins: bool = True
    """Whether a conversation begins with it."""


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
class ContextGiven:
    """A model was told of these entities' states."""

    mode: str
    """direct or relevance."""

    entity_ids: tuple[str, ...]
    tokens: int
    """About how many the whole prompt has."""

    problems: tuple[str, ...] = ()
    """What is wrong with templates of the owner's that could not be used."""

    memory_ids: tuple[str, ...] = ()
    """The memories that it was told of."""

    documents: tuple[str, ...] = ()
    """Where the texts stand that it was told of."""

    query: str = ""
    """What entities were looked for by their meaning; empty: by names alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextImpaired:
    """What matters is found less well than it could be, or as well as ever again."""

    name: str
    """What is looked for: entities, memories or documents."""

    problem: str
    """What is wrong, for whoever runs the house; without secrets. Empty: all is well again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAsked:
    """A question went to a model."""

    round: int
    """Counted from one: it is asked again with what its tools brought to light."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswered:
    """A model answered, with words, with tool calls or with both."""

    provider: str
    model: str
    usage: Usage
    first_ms: float
    """How long until it began."""

    duration_ms: float
    calls: int = 0
    """How many tool calls it wants made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFailed:
    """A model did not answer. Another may, or the same one again."""

    provider: str
    error: str
    """For whoever runs the house; without secrets."""

    kind: str = ""
    """Which error it is, by the name of its class in `llm.errors`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsGivenUp:
    """No model could be asked, or none answered; we go on without."""

    error: str
    """For whoever runs the house; without secrets."""

    kind: str
    """Which error it is, by the name of its class in `llm.errors`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStarted:
    """A model has a tool used."""

    call_id: str
    name: str
    arguments: Mapping[str, Any]
    repeats: bool = False
    """Whether it waits for the same call, which the same answer of the model has before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFinished:
    """It is known what came of a tool."""

    call_id: str
    name: str
    arguments: Mapping[str, Any]
    success: bool
    result: Any
    """JSON, shortened as the model gets it."""

    error: str | None
    duration_ms: float
    repeats: bool = False
    """As when it started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyDelta:
    """Some more of a reply that is being made. Together they are its text."""

    text: str


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
    """What was asked of the home; `None` if nothing was."""

    outcomes: PlanOutcomes = ()
    held: bool = True
    """Whether the condition for it was met."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerEnded:
    """Time is up."""

    timer: Timer
    late: bool = False
    """Whether it was up long before, while nobody was there to tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandKept:
    """What was just done is in the journal, and can be taken back by this number."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandUndone:
    """All that could be taken back of a command was."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchImpaired:
    """A watch of the settings is about something that is not in the home, or is there again."""

    name: str
    """The watch, as it is called in the settings."""

    entity_ids: tuple[str, ...]
    """What is not there. Empty: all of it is, and the watch works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PinRefused:
    """A PIN was not taken: it was wrong, or too many were."""

    reason: str
    """`wrong_pin` or `locked_out`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptMemory:
    """Something that is remembered from now on."""

    memory_id: str
    type: str
    content: str
    corrects: str = ""
    """What it said before; empty if it is new."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoriesExtracted:
    """A model found in a conversation what is worth remembering, and it was kept."""

    conversation_id: str | None
    kept: tuple[KeptMemory, ...]


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
    | CommandKept
    | CommandUndone
    | ContextGiven
    | ContextImpaired
    | PinRefused
    | ModelAsked
    | ModelAnswered
    | ModelFailed
    | ModelsGivenUp
    | ToolStarted
    | ToolFinished
    | ReplyDelta
    | TurnFinished
    | JobEnded
    | TimerEnded
    | WatchImpaired
    | MemoriesExtracted
    | Announcement
)
type EventListener = Callable[[Event], None]

type CarryOut = Callable[[Plan, Authority, EventListener], Awaitable[PlanOutcomes]]
"""Carries out a plan on somebody's authority."""


def ignore(_event: Event) -> None:
    """Listen to nothing."""
