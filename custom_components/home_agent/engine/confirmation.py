"""What waits for a yes or the PIN: kept in mind for a minute, and written down nowhere."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from time import monotonic

from .act.gate.limits import Limit
from .language import Language
from .outcome import Outcome, Status
from .plan import BackStep, CallStep, Plan, Step
from .understand.consent import consent, spoken_figures

# Long enough to walk to the door and think; a "yes" after that is about something else.
_WAITS = 60.0

# A child with a keypad must not get through all the numbers, in however many conversations.
_WRONG_PINS = 5
_LOCKED_OUT = 600.0
_HOME = "home"

_MOST_WAITING = 100


class Said(Enum):
    """What somebody says to "Shall I unlock the door?"."""

    YES = "yes"
    NO = "no"
    WRONG_PIN = "wrong_pin"
    LOCKED_OUT = "locked_out"
    """However right the PIN may be: too many were wrong."""

    PIN_MISSING = "pin_missing"
    """A yes where it takes the PIN."""

    OTHER = "other"
    """Something else altogether."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    plan: Plan
    since: float


class Confirmations:
    """What waits for an answer, by conversation. A restart forgets it all, which is safe."""

    def __init__(self, pin: str | None, *, clock: Callable[[], float] = monotonic) -> None:
        """Ask for this PIN, or for a yes where there is none."""
        self._pin = pin
        self._clock = clock
        self._waiting: dict[str, _Waiting] = {}
        self._wrong = Limit(_WRONG_PINS, within=_LOCKED_OUT, clock=clock)

    @property
    def by_pin(self) -> bool:
        """Whether it takes a PIN rather than a yes."""
        return self._pin is not None

    @property
    def locked_for(self) -> float:
        """For how many seconds no PIN is taken any more."""
        return self._wrong.over_in(_HOME)

    def keep(self, conversation_id: str, plan: Plan) -> None:
        """Have this wait for the next sentence of the conversation."""
        self._waiting.pop(conversation_id, None)
        if len(self._waiting) >= _MOST_WAITING:
            self._waiting.pop(next(iter(self._waiting)))
        self._waiting[conversation_id] = _Waiting(plan, self._clock())

    def take(self, conversation_id: str) -> Plan | None:
        """What waits there, which then waits no longer."""
        waiting = self._waiting.pop(conversation_id, None)
        return waiting.plan if waiting and self._clock() - waiting.since < _WAITS else None

    def forget(self, conversation_id: str | None = None) -> None:
        """Let nothing wait in a conversation any more, or in any of them."""
        if conversation_id is None:
            self._waiting.clear()
        else:
            self._waiting.pop(conversation_id, None)

    def tells_pin(self, text: str, language: Language, *, asked: bool) -> bool:
        """Whether a sentence may tell the PIN, or does: people tell it too late, or unasked."""
        if self._pin is None:
            return False
        figures = spoken_figures(text, language)
        return (asked and bool(figures)) or self._pin in figures

    def read(self, text: str, language: Language) -> Said:
        """What an answer means."""
        if self.by_pin and (figures := spoken_figures(text, language)):
            return self._check(figures)
        match consent(text, language):
            case True:
                return Said.PIN_MISSING if self.by_pin else Said.YES
            case False:
                return Said.NO
            case None:
                return Said.OTHER

    def _check(self, figures: str) -> Said:
        if self._wrong.reached(_HOME):
            return Said.LOCKED_OUT
        if hmac.compare_digest(figures.encode(), (self._pin or "").encode()):
            self._wrong.forget(_HOME)
            return Said.YES
        self._wrong.count(_HOME)
        return Said.LOCKED_OUT if self._wrong.reached(_HOME) else Said.WRONG_PIN


def left_waiting(plan: Plan, ended: tuple[tuple[Outcome, ...], ...]) -> Plan | None:
    """What of a plan waits for a yes: the steps, and of calls only the targets that do."""
    steps = tuple(
        step
        for whole, outcomes in zip(plan.steps, ended, strict=True)
        if (step := _waiting_part(whole, outcomes)) is not None
    )
    if not steps:
        return None
    # What was to last only for a while still is, once it is done.
    return Plan(steps=(*steps, *(one for one in plan.steps if isinstance(one, BackStep))))


def _waiting_part(step: Step, outcomes: tuple[Outcome, ...]) -> Step | None:
    waiting = tuple(
        one.entity_id for one in outcomes if one.status is Status.AWAITING and one.entity_id
    )
    if not waiting:
        return None
    if isinstance(step, CallStep):
        return replace(step, call=replace(step.call, targets=waiting))
    return step
