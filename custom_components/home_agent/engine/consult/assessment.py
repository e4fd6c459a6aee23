"""What the sentences of a model are found to be, and what they may rest on."""

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

_FIGURE = re.compile(r"\d+(?:[.,:]\d+)?")


class Assessment(Enum):
    """What a sentence is found to be."""

    HARMLESS = "harmless"
    """It states nothing about this home: it asks, advises, tells a joke."""

    DENIAL = "denial"
    """It says that something was not done, cannot be done or is not known."""

    TRUE = "true"
    FALSE = "false"
    CLAIM = "claim"
    """It tells of an action, or of a state, and nothing bears it out."""

    UNCHECKED = "unchecked"
    """It may be about this home, and cannot be checked."""


_ALLOWED = frozenset({Assessment.HARMLESS, Assessment.DENIAL, Assessment.TRUE})


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenedSentence:
    """A sentence, and what it was found to be."""

    text: str
    assessment: Assessment
    entity_ids: frozenset[str] = frozenset()
    """The entities that it speaks of, as far as it was read."""

    is_deed: bool = False
    """Whether it plainly says that something was done, or will be."""

    is_promise: bool = False
    """Whether it promises to tell of something."""

    @property
    def is_allowed(self) -> bool:
        """Whether it may be heard as it stands."""
        return self.assessment in _ALLOWED


def join_sentences(sentences: list[ScreenedSentence]) -> ScreenedSentence:
    """Sentences of one assessment as one."""
    return replace(
        sentences[0],
        text=" ".join(sentence.text for sentence in sentences),
        entity_ids=frozenset().union(*(sentence.entity_ids for sentence in sentences)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEvidence:
    """What happened in a turn so far, as far as words may rest on it."""

    tried: bool = False
    """Whether anything was to be done at all, however it ended."""

    entity_ids: frozenset[str] = frozenset()
    """The entities that were acted upon with success."""

    may_promise: bool = False
    """Whether the person will be told of something."""

    acted_elsewhere: bool = False
    """Whether a tool that is not ours did something that cannot be checked."""

    tool_answers: str = ""
    """What tools answered that only look."""

    has_outside_facts: bool = False
    """Whether one of them told of something beyond this home."""

    @property
    def anything_done(self) -> bool:
        """Whether anything was done."""
        return bool(self.entity_ids) or self.acted_elsewhere

    def has_figures_of(self, sentence: str) -> bool:
        """Whether a sentence has figures, and tools answered every one of them."""
        figures = _FIGURE.findall(sentence)
        answered = set(_FIGURE.findall(self.tool_answers.replace(",", ".")))
        return bool(figures) and all(figure.replace(",", ".") in answered for figure in figures)


NO_EVIDENCE = TurnEvidence()


class SentenceScreen(Protocol):
    """Decides what may be heard."""

    def screen(self, sentence: str) -> ScreenedSentence:
        """What a sentence is found to be."""
        ...

    def replacement(self, sentence: ScreenedSentence) -> str:
        """What to say instead of a sentence that is left out; empty for nothing."""
        ...
