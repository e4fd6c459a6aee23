"""What waits for a yes or the PIN: kept in mind for a minute, and written down nowhere."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from time import monotonic

from .agreement import Agreement
from .authority import Authority
from .language import Language
from .outcome import Outcome, PlanOutcomes, Status
from .pin import PinCheck
from .plan import BackStep, CallStep, Plan, Step
from .understand.dialogue.consent import (
    Consent,
    declines,
    has_only_digits,
    is_question,
    read_consent,
    sounds_like_question,
)
from .understand.text.digits import REDACTED, read_digits, redact_bare_digits, redact_digits

# Long enough to walk to the door and think; a "yes" after that is about something else.
_WAITS = 60.0

_MOST_WAITING = 100
_SHORTEST_PIN = 4


class ConfirmationAnswer(Enum):
    """What somebody says to "Shall I unlock the door?"."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"
    """Nearly a yes, which is none: "yes?"."""

    FORBIDDEN = "forbidden"
    """A PIN of somebody who may not do it: neither compared nor counted."""

    WRONG_PIN = "wrong_pin"
    PIN_ALONE = "pin_alone"
    """Figures among other words: nobody can tell whether they are meant as the PIN."""

    LOCKED_OUT = "locked_out"
    """However right the PIN may be: too many were wrong."""

    PIN_MISSING = "pin_missing"
    """A yes where it takes the PIN."""

    OTHER = "other"
    """Something else altogether."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingConfirmation:
    """What waits for an answer, and what exactly a yes would be to."""

    plan: Plan
    agreed: tuple[Agreement, ...] = ()
    said: str = ""
    """The sentence that it comes from, as it may be kept: a yes is none."""


@dataclass(frozen=True, slots=True)
class _Entry:
    waiting: PendingConfirmation
    since: float


type ProhibitionCheck = Callable[[Plan, Authority], bool]
"""Whether nothing of a plan may be done on somebody's authority."""


def _never_forbidden(_plan: Plan, _authority: Authority) -> bool:
    return False


class Confirmations:
    """What waits for an answer, by conversation. A restart forgets it all, which is safe."""

    def __init__(
        self,
        pin: str | None,
        is_forbidden: ProhibitionCheck = _never_forbidden,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Ask for this PIN, or for a yes where there is none."""
        self._is_forbidden = is_forbidden
        self._pin = PinCheck(pin, clock=clock) if pin is not None else None
        self._clock = clock
        self._entries: dict[str, _Entry] = {}

    @property
    def by_pin(self) -> bool:
        """Whether it takes a PIN rather than a yes."""
        return self._pin is not None

    def locked_for(self, who: Authority) -> float:
        """For how many seconds no PIN is taken of somebody any more."""
        return self._pin.locked_for(who) if self._pin else 0.0

    def keep(self, conversation_id: str, waiting: PendingConfirmation, said: str = "") -> None:
        """Have this wait for the next sentence of the conversation; `said` is where it is from."""
        waiting = replace(waiting, said=said or waiting.said)
        self._entries.pop(conversation_id, None)
        if len(self._entries) >= _MOST_WAITING:
            self._entries.pop(next(iter(self._entries)))
        self._entries[conversation_id] = _Entry(waiting, self._clock())

    def take(self, conversation_id: str) -> PendingConfirmation | None:
        """What waits there, which then waits no longer."""
        entry = self._entries.pop(conversation_id, None)
        return entry.waiting if entry and self._clock() - entry.since < _WAITS else None

    def forget(self, conversation_id: str | None = None) -> None:
        """Let nothing wait in a conversation any more, or in any of them."""
        if conversation_id is None:
            self._entries.clear()
        else:
            self._entries.pop(conversation_id, None)

    def shown(self, text: str, language: Language, *, asked: bool) -> str:
        """The sentence as others may see it, without what could be a PIN.

        Where one is awaited, any figures may be it. Else every run of figures that is long enough
        is hidden alike: what is hidden, and how, tells nothing of the PIN.
        """
        if self._pin is None:
            return text
        if asked:
            return REDACTED if read_digits(text, language) else text
        return redact_digits(text, language)

    def kept(self, text: str, language: Language) -> str:
        """The sentence as the next one may go on with it: a figure with a unit is no PIN."""
        return text if self._pin is None else redact_bare_digits(text, language)

    def for_model(self, text: str, language: Language) -> str:
        """The sentence as a model may be told it: in a question, any figure may matter."""
        if self._pin is None or sounds_like_question(text, language):
            return text
        return redact_bare_digits(text, language)

    def may_be_pin(self, text: str, language: Language) -> bool:
        """Whether a sentence that nobody asked for is nothing but figures, as a PIN would be."""
        return (
            self._pin is not None
            and len(read_digits(text, language)) >= _SHORTEST_PIN
            and has_only_digits(text, language)
        )

    def read(
        self, text: str, language: Language, waiting: PendingConfirmation, who: Authority
    ) -> ConfirmationAnswer:
        """What an answer of somebody to what waits means."""
        if self._pin is not None and (figures := read_digits(text, language)):
            if self._is_forbidden(waiting.plan, who):
                return ConfirmationAnswer.FORBIDDEN
            return self._check(self._pin, figures, text, language, who)
        match read_consent(text, language):
            case Consent.YES:
                return ConfirmationAnswer.PIN_MISSING if self.by_pin else ConfirmationAnswer.YES
            case Consent.NO:
                return ConfirmationAnswer.NO
            case Consent.UNSURE:
                return ConfirmationAnswer.UNSURE
            case None:
                return ConfirmationAnswer.OTHER

    def read_pin(
        self, text: str, language: Language, waiting: PendingConfirmation, who: Authority
    ) -> ConfirmationAnswer:
        """What somebody means who was to give the PIN: a yes, a no, and else a wrong one."""
        if self._pin is None:
            # Where a yes is awaited, nothing else is one.
            return ConfirmationAnswer.UNSURE
        said = self.read(text, language, waiting, who)
        if said is not ConfirmationAnswer.OTHER:
            return said
        if self._is_forbidden(waiting.plan, who):
            return ConfirmationAnswer.FORBIDDEN
        return self._refuse(self._pin, who, ConfirmationAnswer.WRONG_PIN)

    def _check(
        self, pin: PinCheck, figures: str, text: str, language: Language, who: Authority
    ) -> ConfirmationAnswer:
        if declines(text, language):
            return ConfirmationAnswer.NO
        if pin.locked_for(who):
            return ConfirmationAnswer.LOCKED_OUT
        # Compared in any case, so that no sentence takes longer than another.
        right, alone = (
            pin.is_right(figures),
            has_only_digits(text, language) and not is_question(text),
        )
        if right and alone:
            pin.forgive(who)
            return ConfirmationAnswer.YES
        wrong = ConfirmationAnswer.WRONG_PIN if alone else ConfirmationAnswer.PIN_ALONE
        return self._refuse(pin, who, wrong)

    @staticmethod
    def _refuse(pin: PinCheck, who: Authority, wrong: ConfirmationAnswer) -> ConfirmationAnswer:
        """One more that was wrong."""
        if not pin.locked_for(who):
            pin.count_wrong(who)
        return ConfirmationAnswer.LOCKED_OUT if pin.locked_for(who) else wrong


def find_pending(plan: Plan, ended: PlanOutcomes) -> PendingConfirmation | None:
    """What of a plan waits for a yes: the steps, and of calls only the targets that do."""
    steps = tuple(
        step
        for whole, outcomes in zip(plan.steps, ended, strict=True)
        if (step := _pending_part(whole, outcomes)) is not None
    )
    if not steps:
        return None
    # What was to last only for a while still is, once it is done.
    steps = (*steps, *(step for step in plan.steps if isinstance(step, BackStep)))
    return PendingConfirmation(plan=replace(plan, steps=steps), agreed=tuple(_agreements(ended)))


def _agreements(ended: Iterable[Iterable[Outcome]]) -> Iterable[Agreement]:
    for outcomes in ended:
        for outcome in outcomes:
            if outcome.status is Status.AWAITING and outcome.awaited is not None:
                yield from outcome.awaited.agreements


def _pending_part(step: Step, outcomes: tuple[Outcome, ...]) -> Step | None:
    waiting = tuple(
        outcome.entity_id
        for outcome in outcomes
        if outcome.status is Status.AWAITING and outcome.entity_id
    )
    if not waiting:
        return None
    if isinstance(step, CallStep):
        return replace(step, call=replace(step.call, targets=waiting))
    return step
