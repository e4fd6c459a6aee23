"""Finds the memory that a new one repeats or corrects."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from enum import StrEnum

from ..own_words import OwnWords
from .memory import Memory, MemoryDraft
from .statements import Statement, plain_words, read_statement


class Relation(StrEnum):
    """How a new statement relates to a memory."""

    SAME = "same"
    CONTRADICTS = "contradicts"
    OTHER = "other"


class RelatedIndex:
    """An index of memories that a new one may repeat or correct."""

    def __init__(self) -> None:
        """Start without any."""
        self._holders: defaultdict[Hashable, dict[str, None]] = defaultdict(dict)
        self._marks: dict[str, tuple[Hashable, ...]] = {}

    def put(self, memory: Memory) -> None:
        """Add a memory, or replace the one with its id."""
        self.remove(memory.id)
        marks = self._marks[memory.id] = tuple(_marks(memory))
        for mark in marks:
            self._holders[mark][memory.id] = None

    def remove(self, memory_id: str) -> None:
        """Remove a memory, if it is there."""
        for mark in self._marks.pop(memory_id, ()):
            self._holders[mark].pop(memory_id, None)
            if not self._holders[mark]:
                del self._holders[mark]

    def find(self, draft: MemoryDraft) -> tuple[str, ...]:
        """The ids of those that a draft may repeat or correct, the closest first."""
        found = (self._holders[mark] for mark in _marks(draft) if mark in self._holders)
        return tuple(dict.fromkeys(memory_id for holders in found for memory_id in holders))


def _marks(memory: Memory | MemoryDraft) -> Iterator[Hashable]:
    """The keys that two memories share if `compare` or `_stand_for_same` may relate them."""
    read = read_statement(memory.content)
    if memory.own_words is not None:
        yield memory.owner, "said", plain_words(memory.own_words.said)
    yield memory.owner, "words", read.words
    if read.core:
        yield memory.owner, "core", read.core
    if read.placed:
        yield memory.owner, "placed", read.placed


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
    """How a statement relates to another."""
    if new.words == old.words:
        return Relation.SAME
    alike = bool(new.core) and new.core == old.core
    if not alike and not (new.placed and new.placed == old.placed):
        return Relation.OTHER
    is_same = alike and new.negated == old.negated and new.changeable == old.changeable
    return Relation.SAME if is_same else Relation.CONTRADICTS


def _stand_for_same(new: OwnWords, old: OwnWords) -> bool:
    """Whether both define the same words, or tell how the same room is liked."""
    names = frozenset({"name", "phrase"})
    alike = new.kind == old.kind or {new.kind, old.kind} == names
    return alike and plain_words(new.said) == plain_words(old.said)
