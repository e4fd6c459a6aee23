"""A sentence as others may see it and as it is kept, in the home that it is said in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import monotonic

from ..confirmation import Confirmations
from ..home import Entity, Layout, Snapshot
from ..home.domains import Trait, with_trait
from ..language import Language
from ..plan import CallStep, IfStep, LaterStep, Plan
from ..privacy.disclosure import find_secrets
from ..turn import Turn
from ..understand import Proposal, Question, Understander, Understood
from ..understand.text.digits import REDACTED
from ..understand.text.redaction import RedactedText, redact
from ..understand.text.words import tokens
from .conversation import Conversation

# What people type texts into, passwords among them.
_TEXTS = with_trait(Trait.TEXT)

_WAITS = 60.0
_MOST_OPEN = 100

type TextRedactor = Callable[[str], str]
"""Removes from words what is secret in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RedactedSentence:
    """A sentence without what nobody should read in it."""

    shown: str
    for_model: str
    is_secret: bool
    redact: TextRedactor
    """Removes from other words what was removed from the sentence."""


class SentenceRedactor:
    """Redacts codes, passwords and what may be a PIN."""

    def __init__(self, understander: Understander, confirmations: Confirmations) -> None:
        """Understand with this what is typed into a password."""
        self._understander = understander
        self._confirmations = confirmations
        self._texts: tuple[Layout, tuple[Entity, ...]] | None = None

    def redact(
        self, turn: Turn, language: Language, home: Snapshot, *, answers: bool
    ) -> RedactedSentence:
        """The sentence as others may see it, for a thread; `answers` if it may answer us."""
        confirmations = self._confirmations
        redacted = self._without_secrets(turn, language, home)
        shown = confirmations.shown(turn.text, language, asked=answers)
        if shown != REDACTED:
            shown = confirmations.shown(redacted.text, language, asked=False)
        return RedactedSentence(
            shown=shown,
            for_model=confirmations.for_model(redacted.text, language),
            is_secret=confirmations.may_be_pin(turn.text, language),
            redact=redacted.in_words,
        )

    def _without_secrets(self, turn: Turn, language: Language, home: Snapshot) -> RedactedText:
        """The sentence without codes, passwords and what is typed into one."""
        named = next(self._passwords_in(turn.text, home), "")
        if not named:
            return redact(turn.text, language)
        understood = self._understander.understand(turn.text, home, language, area_id=turn.area_id)
        if isinstance(understood, Understood) and (secrets := _secrets(understood.plan, home)):
            return redact(turn.text, language, secrets)
        # Whatever else is said of a password may be the password, also what is asked: "what about
        # the guest network, is sunflower alright for it?"
        return RedactedText(text=f"{REDACTED} {named} {REDACTED}", secrets=(turn.text,))

    def _passwords_in(self, text: str, home: Snapshot) -> Iterator[str]:
        """The names of those things that hold a password and are spoken of."""
        said = f" {' '.join(tokens(text))} "
        for entity in self._texts_of(home.layout):
            state = home.states.get(entity.entity_id)
            if state is None or not state.is_secret:
                continue
            for name in (entity.name, *entity.names):
                if f" {' '.join(tokens(name))} " in said:
                    yield name

    def _texts_of(self, layout: Layout) -> tuple[Entity, ...]:
        if self._texts is None or self._texts[0] is not layout:
            found = (entity for entity in layout.entities.values() if entity.domain in _TEXTS)
            self._texts = layout, tuple(found)
        return self._texts[1]


@dataclass(frozen=True, slots=True)
class _OpenQuestion:
    question: Question | Proposal
    redact: TextRedactor
    since: float


class SecretQuestions:
    """Questions about a sentence with a secret in it: in mind for a minute, and never kept.

    "Disarm the alarm with code …", "Which one?", "The one in the shed."
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Remember none yet."""
        self._clock = clock
        self._open: dict[str, _OpenQuestion] = {}

    def keep(self, key: str, asked: Question | Proposal | None, redact: TextRedactor) -> None:
        """Remember what was asked in a conversation, if it may not be written down as it is."""
        self._open.pop(key, None)
        if asked is None or redact(asked.heard) == asked.heard:
            return
        if len(self._open) >= _MOST_OPEN:
            self._open.pop(next(iter(self._open)))
        self._open[key] = _OpenQuestion(asked, redact, self._clock())

    def restore(self, key: str, conversation: Conversation) -> tuple[Conversation, TextRedactor]:
        """The conversation with the question as it was asked, and how to hide what is in it."""
        kept = self._open.pop(key, None)
        if kept is None or conversation.open is None or self._clock() - kept.since > _WAITS:
            return conversation, _unchanged
        return replace(conversation, open=kept.question), kept.redact

    def forget(self, key: str) -> None:
        """Forget what was asked in a conversation."""
        self._open.pop(key, None)


def _unchanged(words: str) -> str:
    return words


def _secrets(plan: Plan, home: Snapshot) -> tuple[str, ...]:
    steps = [
        inner
        for step in plan.steps
        for inner in (step.steps if isinstance(step, IfStep | LaterStep) else (step,))
    ]
    calls = (step.call for step in steps if isinstance(step, CallStep))
    return tuple(secret for call in calls for secret in find_secrets(call, home))
