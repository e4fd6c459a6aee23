"""What really happened to one entity."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from .agreement import Agreement
from .conditions import Condition
from .home import State
from .home.model import NOTHING
from .home.protocol import StoredAutomation
from .jobs import Job, Timer
from .triggers import Trigger


class Status(StrEnum):
    """How it ended."""

    DONE = "done"
    """Seen to change into what was asked."""

    ALREADY = "already"
    """It was so before."""

    PENDING = "pending"
    """Seen on its way: a cover that is moving."""

    ASKED = "asked"
    """The home accepted it, and there is nothing to see."""

    HANDED_OVER = "handed_over"
    """Given back to whoever asked, who does it; nobody here sees what comes of it."""

    ANSWERED = "answered"
    """Only looked at."""

    REFUSED = "refused"
    """We did not ask the home."""

    SCHEDULED = "scheduled"
    """It is kept for another time."""

    AWAITING = "awaiting"
    """It needs a yes or the PIN first; `detail` says why."""

    FAILED = "failed"
    """We asked, and it did not happen."""


SUCCESSES = frozenset({Status.DONE, Status.ALREADY, Status.PENDING, Status.ASKED})
"""It is as asked, or on its way, as far as anybody can see."""

SEEN_CHANGES = frozenset({Status.DONE, Status.PENDING})
CHANGES = SEEN_CHANGES | {Status.ASKED}
"""It is no longer as it was before, or need not be."""

FAILURES = frozenset({Status.REFUSED, Status.FAILED})


class Reason(StrEnum):
    """Why something was refused or failed."""

    NOT_EXPOSED = "not_exposed"
    NOT_ALLOWED = "not_allowed"
    """A rule of this home forbids it."""

    READ_ONLY = "read_only"
    """Whoever asks may look, and plan, call off or take back nothing."""

    UNCLASSIFIED = "unclassified"
    """A machine asked for something that nobody has thought about."""

    TOO_MANY = "too_many"
    """More calls in a minute than any person makes."""

    DRY_RUN = "dry_run"
    """All was checked, and nothing done, as was wished."""

    UNAVAILABLE = "unavailable"
    UNSUPPORTED = "unsupported"
    NOT_IN_RANGE = "not_in_range"
    """A figure that it cannot be set to; `allowed` has those that it can."""

    NOT_AN_OPTION = "not_an_option"
    """A choice that it does not offer; `allowed` has those that it does."""

    INCOMPLETE = "incomplete"
    """Something must be said that was not; `allowed` has its name."""

    REJECTED = "rejected"
    """The home said no; `detail` has its words."""

    NO_RESPONSE = "no_response"
    """The home said yes, and nothing changed in time."""

    OFF = "off_already"
    """It is off, and a thing that is off tells nothing of what was to be set: its volume."""

    STUCK = "stuck"
    """It tried, and says itself that it cannot: a lock is jammed, a robot reports an error."""

    GONE = "gone"
    """It is no longer in the home."""

    NOTHING_TO_UNDO = "nothing_to_undo"
    CHANGED_SINCE = "changed_since"
    """Somebody changed it after we did, so it is not put back."""

    SET_OFF = "set_off"
    """It set other things off, which cannot be taken back."""

    SAID = "said"
    """What was said or sent cannot be taken back."""

    NO_WAY_BACK = "no_way_back"
    """Nobody knows how to put it back."""

    NOT_THERE = "not_there"
    """What was asked for names nothing in this home."""

    NOT_SO = "not_so"
    """What it was to depend on is not so."""

    NOT_TRIED = "not_tried"
    """Something that came before it went wrong."""

    NOT_FOUND = "not_found"
    """A player has nothing of that name; `detail` has what was looked for."""

    LEFT = "left"
    """It goes together with something that could not be kept for later."""

    NOT_WAITING = "not_waiting"
    """Nobody waits here for a time to come."""

    NOT_CONFIRMED = "not_confirmed"
    """It was time, and nobody was there to say yes."""

    NOT_KEPT = "not_kept"
    """It could not be written down, and so would be forgotten."""

    NOT_DURABLE = "not_durable"
    """Nothing can be kept on disk, and so nothing is promised."""

    STILL_PLANNED = "still_planned"
    """That it was called off could not be written down, and so it was not."""

    PLANS_UNKNOWN = "plans_unknown"
    """What is planned cannot be read."""

    PLANS_DAMAGED = "plans_damaged"
    """Something that was planned could not be read any more, and was set aside."""

    TOO_MUCH = "too_much"
    """So much is planned already that it must be a mistake."""

    TOO_OFTEN = "too_often"
    NO_SUN = "no_sun"
    """This home does not tell when the sun rises and sets."""

    TIME_OVER = "time_over"
    TOO_FAR = "too_far"
    """Further ahead, or longer, than anybody plans."""

    SECRET = "secret"  # noqa: S105 - a reason, not a password
    """A code is never kept, and so not for later either."""

    NO_JOB = "no_job"
    """Nothing of the kind is planned."""

    WHICH_JOB = "which_job"
    """Several things are planned that fit."""

    IN_SETTINGS = "in_settings"
    """It is one of the settings, and can only be changed there."""

    NOTHING_TO_SNOOZE = "nothing_to_snooze"
    """No alarm has rung just now."""

    NO_AUTOMATIONS = "no_automations"
    """This home takes no automations, or not of whoever asks; `detail` says why."""

    NOT_AN_AUTOMATION = "not_an_automation"
    """It cannot be written as an automation; `detail` has the word for what is in the way."""

    NO_AUTOMATION = "no_automation"
    """There is none of ours of that name."""

    WHICH_AUTOMATION = "which_automation"
    """Several of ours fit."""

    MEMORY_OFF = "memory_off"
    """Nothing is remembered, as it is set."""

    MEMORY_SECRET = "memory_secret"  # noqa: S105 - a reason, not a password
    """It looks like a key, a code or a card number, and is not remembered."""

    MEMORY_NONE = "memory_none"
    """Nothing is remembered about it."""

    MEMORY_PERSON = "memory_person"
    """Only people tell us what to remember."""

    NOT_LISTED = "not_listed"
    """None of the lists has the item; `detail` has its name."""

    WHICH_LIST = "which_list"
    """Several lists have the item; `detail` has its name."""

    NO_TIMER = "no_timer"
    WHICH_TIMER = "which_timer"
    HOW_LONG = "how_long"
    """A timer needs a length."""


ANYTHING = "*"
"""What stands for an entity where it may be any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something on a list, in a calendar or in a forecast."""

    text: str
    """In its own words: data, shown as such and never obeyed."""

    start: date | None = None
    """A day, or a moment in the home's local time."""

    end: date | None = None
    details: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastReading:
    """How something was over a time."""

    value: float
    """A figure; seconds where it is how long, a number where it is how often."""

    unit: str = ""
    low: float | None = None
    high: float | None = None
    """Of an average: how far it went."""

    moments: tuple[datetime, ...] = ()
    """When it became so, the oldest first."""

    since: datetime
    """From when on it is known, if that is later than was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedValues:
    """What would have been possible instead."""

    low: float | None = None
    high: float | None = None
    unit: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedAction:
    """What a yes would be to: what is done, when, for how long, and what then."""

    action: Agreement
    begin: Trigger | None = None
    """At once, if none is said."""

    due: datetime | None = None
    """When that is next, where it can be told."""

    condition: Condition | None = None
    """What must be so by then."""

    end: Trigger | None = None
    """When it is put back."""

    back: tuple[Agreement, ...] = ()
    """By what it is put back then, as far as it can be told."""

    at: datetime
    """When it was looked at, in the home's local time."""

    @property
    def agreements(self) -> tuple[Agreement, ...]:
        """All that is agreed to with a yes."""
        return (self.action, *self.back)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one step did to one entity, with the evidence."""

    status: Status
    entity_id: str | None = None
    service: str | None = None
    before: State | None = None
    after: State | None = None
    reason: Reason | None = None
    detail: str = ""
    """The home's or device's own words: data, shown as such and never obeyed."""

    because: str | None = None
    """Where a rule forbids what would be set off: the entity it is about, if it may be named;
    `ANYTHING` where nobody can tell what that would be."""

    allowed: AllowedValues | None = None
    """Where what was asked does not fit: what would."""

    matched: bool = True
    """For a question: whether the entity is in the state that was asked about."""

    attribute: str | None = None
    """For a question: what was asked about, where it was not the state."""

    last: datetime | None = None
    """For a question since when something is so that is not: when it last became so, if known."""

    past: PastReading | None = None
    """For a question about a time that is over: how it was, None if nobody knows."""

    entries: tuple[Entry, ...] = ()
    """For a question about a list, a calendar or the forecast: what was found there."""

    awaited: AwaitedAction | None = None
    """Where it needs a yes first, or is handed over: what."""

    jobs: tuple[Job, ...] = ()
    """What is kept for another time, and was made, found or cancelled."""

    timers: tuple[Timer, ...] = ()
    automations: tuple[StoredAutomation, ...] = ()
    """Of the home itself: those that were made, found, changed or removed."""

    revision: str = ""
    """Where an automation was changed, switched or removed: what it is put back by."""

    written: str = ""
    """An automation as it is, or would be, written down: YAML."""

    others: bool = False
    """Whether other people have plans or timers, which this person neither sees nor ends."""

    set_off: tuple[Outcome, ...] = ()
    """Of a scene or a script: what else was seen to change by it."""

    seen: datetime | None = None
    """When it was looked at or planned, in the home's local time."""

    message: str = ""
    """The outcome in the speaker's language, written by `speak`."""


type PlanOutcomes = tuple[tuple[Outcome, ...], ...]
"""For each step of a plan, how each of its targets ended."""


def build_refusal(reason: Reason) -> Outcome:
    """The outcome of what was not asked of the home."""
    return Outcome(status=Status.REFUSED, reason=reason)


def build_failure(reason: Reason) -> Outcome:
    """The outcome of what was tried, and did not happen."""
    return Outcome(status=Status.FAILED, reason=reason)
