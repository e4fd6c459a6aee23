"""What a sentence turned out to mean."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..home.model import NOTHING
from ..plan import Plan
from .evidence import Evidence

_NO_EVIDENCE = Evidence()


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A piece of the sentence that the grammar gave a meaning to."""

    value: Any
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the grammar read a sentence: the evidence that a plan rests on."""

    intent: str
    response: str
    slots: Mapping[str, Slot] = field(default_factory=lambda: NOTHING)
    unmatched: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """Words that stand where a name should, but name nothing in this home."""

    def value(self, name: str) -> Any:  # noqa: ANN401 - a slot holds what the grammar says
        """The meaning of a slot, or nothing."""
        slot = self.slots.get(name)
        return None if slot is None else slot.value

    def values(self, name: str) -> frozenset[str]:
        """The meanings of a slot that may hold one or several."""
        value = self.value(name)
        if value is None:
            return frozenset()
        return frozenset(value if isinstance(value, list | tuple | set) else (str(value),))

    def spoken(self) -> dict[str, Any]:
        """The slots as they were said, for the answer to repeat."""
        return {name: slot.text or slot.value for name, slot in self.slots.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """We are sure: here is what to do."""

    plan: Plan
    reading: Reading | None = None
    """How the grammar read it; nothing where the lexicon did."""

    evidence: Evidence = _NO_EVIDENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The sentence fits several things: ask which."""

    heard: str
    """The sentence, to be taken up again once we know."""

    name: str
    """What they are all called."""

    candidates: tuple[str, ...]
    """Entity ids."""

    evidence: Evidence = _NO_EVIDENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """It cannot be done here; the key is one of the intents project's errors, or ours."""

    key: str
    arguments: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    evidence: Evidence = _NO_EVIDENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class NotMine:
    """Not a sentence for the fast tier; `nearest` is what it could have meant."""

    nearest: Refusal | None = None

    evidence: Evidence = _NO_EVIDENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What a sentence may refer to."""

    question: Question | None = None
    """The one that we asked last, if it is still open."""

    mentioned: tuple[str, ...] = ()
    """The entities that were last spoken of."""


type Understanding = Understood | Question | Refusal | NotMine


class UnresolvedError(Exception):
    """Raised inside this room when no plan can be made; carries what to tell instead."""

    def __init__(self, instead: Question | Refusal) -> None:
        """Keep the understanding that takes the plan's place."""
        super().__init__(instead)
        self.instead = instead
