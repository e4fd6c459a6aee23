"""Which memory a new one is the same as, or says otherwise: memories are not piled up."""

from collections.abc import Iterable
from enum import StrEnum

from .memory import Memory, MemoryDraft
from .statements import Statement, read_statement


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
    if new.placed and new.placed == old.placed:
        return Relation.SAME if new.core == old.core else Relation.CONTRADICTS
    if not new.core or new.core != old.core:
        return Relation.OTHER
    is_same = new.negated == old.negated and new.changeable == old.changeable
    return Relation.SAME if is_same else Relation.CONTRADICTS
