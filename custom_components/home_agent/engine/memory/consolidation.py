"""Which memory a new one is the same as, or says otherwise: memories are not piled up."""

from collections.abc import Iterable
from enum import StrEnum

from ..own_words import OwnWords
from .memory import Memory, MemoryDraft
from .statements import Statement, plain_words, read_statement


class Relation(StrEnum):
    """How a new statement stands to one that is remembered."""

    SAME = "same"
    CONTRADICTS = "contradicts"
    OTHER = "other"


def find_related(draft: MemoryDraft, memories: Iterable[Memory]) -> tuple[Memory, Relation] | None:
    """The memory of the same owner that a draft repeats or corrects; None if there is none."""
    new = read_statement(draft.content)
    corrected: tuple[Memory, Relation] | None = None
    for memory in memories:
        if memory.owner != draft.owner:
            continue
        if draft.own_words is not None and memory.own_words is not None:
            if _stand_for_same(draft.own_words, memory.own_words):
                same = draft.own_words == memory.own_words
                return memory, Relation.SAME if same else Relation.CONTRADICTS
            continue
        match compare(new, read_statement(memory.content)):
            case Relation.SAME:
                return memory, Relation.SAME
            case Relation.CONTRADICTS if corrected is None:
                corrected = memory, Relation.CONTRADICTS
    return corrected


def compare(new: Statement, old: Statement) -> Relation:
    """How a statement stands to another."""
    if new.words == old.words:
        return Relation.SAME
    alike = bool(new.core) and new.core == old.core
    if not alike and not (new.placed and new.placed == old.placed):
        return Relation.OTHER
    is_same = alike and new.negated == old.negated and new.changeable == old.changeable
    return Relation.SAME if is_same else Relation.CONTRADICTS


def _stand_for_same(new: OwnWords, old: OwnWords) -> bool:
    """Whether both say what the same words mean, or how the same place is liked."""
    names = frozenset({"name", "phrase"})
    alike = new.kind == old.kind or {new.kind, old.kind} == names
    return alike and plain_words(new.said) == plain_words(old.said)
