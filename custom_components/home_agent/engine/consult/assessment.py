"""What the sentences of a model are found to be, and what they may rest on."""

from dataclasses import dataclass, replace
from enum import Enum


class Assessment(Enum):
    """What a sentence is found to be."""

    HARMLESS = "harmless"
    """It states nothing about this home: it asks, advises, tells a joke."""

    DENIAL = "denial"
    """It says that something was not done, cannot be done or is not known."""

    TRUE = "true"
    FALSE = "false"
    CLAIM = "claim"
    """It tells of a deed, or of what is so, and nothing bears it out."""

    OPEN = "open"
    """It may be about this home, and cannot be checked."""


HEARD = frozenset({Assessment.HARMLESS, Assessment.DENIAL, Assessment.TRUE})


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenedSentence:
    """A sentence, and what it was found to be."""

    sentence: str
    standing: Assessment
    entity_ids: frozenset[str] = frozenset()
    """The things that it speaks of, as far as it was read."""

    is_deed: bool = False
    """Whether it plainly says that something was done, or will be."""

    is_promise: bool = False
    """Whether it promises to tell of something."""

    @property
    def is_heard(self) -> bool:
        """Whether it may be heard as it stands."""
        return self.standing in HEARD


def joined(several: list[ScreenedSentence]) -> ScreenedSentence:
    """Sentences of one standing as one."""
    return replace(
        several[0],
        sentence=" ".join(one.sentence for one in several),
        entity_ids=frozenset().union(*(one.entity_ids for one in several)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What happened in a turn so far, as far as words may rest on it."""

    tried: bool = False
    """Whether anything was to be done at all, however it ended."""

    entity_ids: frozenset[str] = frozenset()
    """Whatever was acted upon, and ended well."""

    may_promise: bool = False
    """Whether somebody will be told of something."""

    elsewhere: bool = False
    """Whether somebody else did something that we cannot check."""

    told: str = ""
    """What tools answered that only look."""

    informed: bool = False
    """Whether one of them told of something beyond this home."""

    @property
    def anything(self) -> bool:
        """Whether anything was done."""
        return bool(self.entity_ids) or self.elsewhere


NO_EVIDENCE = Evidence()
