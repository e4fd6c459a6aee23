"""What to do, as data: resolved, ordered, and not yet done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time
from typing import Any, Literal

from .authority import Origin
from .automations.automation import Automation
from .conditions import Condition
from .home import ServiceCall
from .home.model import NOTHING
from .own_words import OwnWords
from .program import Program
from .triggers import Notice, Trigger


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
class Bound:
    """A figure that a reading is held against."""

    value: float
    above: bool | None
    """Whether more is asked for, or less, None if just so much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryStep:
    """Look at some entities, and tell which are as asked: all, where nothing is asked of them."""

    entity_ids: tuple[str, ...]
    wanted: frozenset[str] = frozenset()
    """The states, or values of the attribute, that are asked for."""

    negated: bool = False
    """Whether what is asked for is any other state than these."""

    attribute: str | None = None
    """What to tell of them, where it is not their state: one of `home.measures`."""

    bound: Bound | None = None
    extreme: Literal["highest", "lowest"] | None = None
    """Only the one with the highest or lowest reading matches."""

    wording: Wording


type PastKind = Literal["average", "highest", "lowest", "total", "lasted", "times"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastStep:
    """Look up how some entities were over a time."""

    entity_ids: tuple[str, ...]
    kind: PastKind
    """What to tell: a figure of what was measured, how long, or how often something was so."""

    start: datetime
    end: datetime
    wanted: frozenset[str] = frozenset()
    """The states that are asked for, where it is how long or how often."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadStep:
    """Read what the home keeps apart from states: items, events, forecasts. It never acts."""

    call: ServiceCall
    search: tuple[frozenset[str], ...] = ()
    """For each word that an entry must have, the forms that it may take."""

    loose: bool = False
    """Whether, where no entry has all the words, those with most of them will do."""

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
class UndoStep:
    """Take back what was done last."""

    count: int = 1
    """How many commands."""

    everything: bool = False
    """All that they had done lately, however many commands that were."""

    only_here: bool = False
    """Only what this very conversation did; else, where that is nothing, what they did last."""

    commands: tuple[int, ...] | None = None
    """Only these of this very conversation, by their numbers in the journal, and no other."""

    mistaken: tuple[str, ...] | None = None
    """Only what the last command did to these, as it was meant for something else."""

    wording: Wording = Wording(intent="undo")


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
    """start, change, increase, decrease, pause, unpause, cancel, cancel_all, status."""

    seconds: int = 0
    """How long it runs, or runs from now on, or how much is added or taken away."""

    name: str = ""
    start_seconds: int = 0
    """Which timer is meant: the one that was started for so long."""

    area_id: str | None = None
    """Which timer is meant: the one that was started there."""

    timer_id: str = ""
    """Which timer is meant: this very one."""

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
    begin: Trigger | None = None
    """At once, if none is said."""

    end: Trigger | None = None
    """When all is to be as it was before."""

    condition: Condition | None = None
    """What must be so by then."""

    notice: Notice | None = None
    """What to tell somebody then; there need not be a step besides."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class BackStep:
    """Bring some things back, at another time, to how they are now."""

    entity_ids: tuple[str, ...]
    off: tuple[str, ...] = ()
    """Those of them that are switched off then, since they are on already."""

    at: Trigger
    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleStep:
    """Tell, call off, move or pause what is planned."""

    action: Literal["list", "cancel", "move", "snooze", "pause", "go_on"]
    entity_ids: tuple[str, ...] | None = None
    """Only what these have a part in, None if it does not matter."""

    services: frozenset[str] = frozenset()
    """Only what calls one of these; empty if it does not matter."""

    all: bool = False
    """To call off: whatever fits, also if it is more than one thing."""

    last: bool = False
    """What this conversation planned last."""

    at: time | None = None
    """Only what is planned for this time of day."""

    watches: bool = False
    """Only what somebody is told of."""

    alarms: bool = False
    """Only what wakes somebody."""

    reminders: bool = False
    """Only what is said in the words of whoever asked for it."""

    about: frozenset[str] = frozenset()
    """Only what is said in these words, among others."""

    begin: Trigger | None = None
    """To move: to when."""

    is_vague: bool = False
    """To move: whether a clock shows that time twice a day."""

    keeps_day: bool = False
    """To move: whether no day was said, so that it is for the one that it was planned for."""

    keeps_hour: bool = False
    """To move: whether it is only for another day."""

    seconds: float = 0
    """To snooze: how long."""

    job_ids: tuple[str, ...] | None = None
    """Only these, None if it does not matter."""

    mine: bool = False
    """Only what this conversation asked for."""

    wording: Wording = Wording(intent="schedule")


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomationStep:
    """Have the home itself keep an automation, or tell, change, switch or remove those we wrote."""

    action: Literal["create", "list", "enable", "disable", "change", "remove"]
    automation: Automation | None = None
    """To create or change: what it is to be."""

    name: str = ""
    """Which one: its id, or what it is called. Empty: the only one there is."""

    about: tuple[str, ...] = ()
    """Where none is called so: the one that does something to one of these."""

    wording: Wording = Wording(intent="automation")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryStep:
    """Remember, tell or forget something that a person said."""

    action: Literal["remember", "correct", "recall", "list", "forget", "forget_all"]
    text: str = ""
    """What to remember, in the person's words; else what it is about."""

    own_words: OwnWords | None = None
    place: bool = False
    """Whether it is about where something is."""

    question: bool = False
    """Whether what it is about is a whole question, which few memories answer."""

    shared: bool = False
    """Whether it is for the whole household, though one person says it."""

    last: tuple[str, ...] = ()
    """The memories that were just spoken of, by id: what "that" and "it" are."""

    wording: Wording = Wording(intent="memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitStep:
    """Do nothing for a moment, between the stages of a sequence."""

    seconds: float
    wording: Wording = Wording(intent="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One step of a sequence."""

    step: CallStep | PlayStep | QueryStep | ReadStep | WaitStep
    condition: Condition | None = None
    """What must be so by then, or it is left out."""

    answer: str = ""
    """The name under which later stages find what it brings to light."""

    limit: float | None = None
    """How many seconds it may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceStep:
    """Steps one after the other."""

    stages: tuple[Stage, ...]
    stop_on_failure: bool = True
    """Whether what comes after something that went wrong is left out."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramStep:
    """A program of actions. Kept in mind, never written down."""

    program: Program = field(compare=False, repr=False)
    calls: tuple[ServiceCall, ...] = ()
    """What it may ask of the home, as far as that is known beforehand: what needs a yes of it is
    asked about before anything is done."""

    wording: Wording


type Step = (
    CallStep
    | QueryStep
    | PastStep
    | ReadStep
    | ReplyStep
    | RefusalStep
    | UndoStep
    | PlayStep
    | TimerStep
    | IfStep
    | LaterStep
    | BackStep
    | ScheduleStep
    | SequenceStep
    | ProgramStep
    | MemoryStep
    | WaitStep
    | AutomationStep
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Steps in order, each with the words to report it in."""

    steps: tuple[Step, ...]
    decided_by: tuple[Origin, ...] = ()
    """Who decided on it, besides whoever asked: a model, where it waits for a yes."""
