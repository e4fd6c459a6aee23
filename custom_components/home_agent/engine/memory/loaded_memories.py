"""All memories in RAM, with the indexes that find them."""

from collections.abc import Callable, Iterator
from datetime import datetime

from ..understand.remembered import Remembered
from .about_index import DescriptionIndex
from .consolidation import RelatedIndex, Relation, find_related
from .memory import Memory, MemoryDraft
from .ranking import ValueRanking
from .word_index import WordIndex


class LoadedMemories:
    """Memories by id. A change costs the same, however many there are."""

    def __init__(self) -> None:
        """Start without any."""
        self._memories: dict[str, Memory] = {}
        self._by_words = WordIndex()
        self._about = DescriptionIndex()
        self._related = RelatedIndex()
        self._ranking = ValueRanking()
        self._with_own_words: dict[str, Memory] = {}

    def __len__(self) -> int:
        return len(self._memories)

    def __iter__(self) -> Iterator[Memory]:
        return iter(self._memories.values())

    def __contains__(self, memory_id: str) -> bool:
        return memory_id in self._memories

    def get(self, memory_id: str) -> Memory | None:
        """A memory, if it is there."""
        return self._memories.get(memory_id)

    def put(self, memory: Memory) -> None:
        """Add a memory, or replace the one with its id."""
        self._memories[memory.id] = memory
        self._by_words.put(memory.id, _searched(memory))
        self._about.put(memory)
        self._related.put(memory)
        self._ranking.put(memory)
        self._with_own_words.pop(memory.id, None)
        if memory.own_words is not None:
            self._with_own_words[memory.id] = memory

    def note_use(self, memory: Memory) -> None:
        """Replace a memory that differs only in when it was last used."""
        self._memories[memory.id] = memory
        self._ranking.put(memory)

    def remove(self, memory_id: str) -> None:
        """Remove a memory."""
        del self._memories[memory_id]
        self._by_words.remove(memory_id)
        self._about.remove(memory_id)
        self._related.remove(memory_id)
        self._ranking.remove(memory_id)
        self._with_own_words.pop(memory_id, None)

    def search(
        self, words: str, allows: Callable[[Memory], bool]
    ) -> Iterator[tuple[Memory, float]]:
        """The memories with some of the words and their scores, best first."""
        found = self._by_words.search(words, lambda key: allows(self._memories[key]))
        return ((self._memories[key], score) for key, score in found)

    def about(self, words: str, person: str | None, *, place: bool) -> tuple[Memory, ...]:
        """The memories of a person that are about some words; safe in any thread."""
        return self._about.find(words, person, place=place)

    def answering(self, question: str, person: str | None, *, place: bool) -> tuple[Memory, ...]:
        """Those that answer a question, of what somebody may have; from any thread."""
        return self._about.answering(question, person, place=place)

    def view_for(self, person: str | None) -> Remembered:
        """What the sentences of somebody are read by; what it tells may be asked in any thread."""
        about = self._about
        told = [memory for memory in self._with_own_words.values() if memory.is_told_to(person)]
        told.sort(key=lambda memory: memory.extracted_at)
        return Remembered(
            enabled=True,
            own_words=tuple(memory.own_words for memory in told if memory.own_words is not None),
            count_about=lambda words: len(about.find(words, person, place=False)),
            knows_place=lambda words: bool(about.find(words, person, place=True)),
            answers=lambda question, place: bool(about.answering(question, person, place=place)),
            corrects=lambda told: tuple(memory.owner for memory in about.corrected(told, person)),
        )

    def find_related(self, draft: MemoryDraft) -> tuple[Memory, Relation] | None:
        """The memory that a draft repeats or corrects."""
        return find_related(draft, (self._memories[key] for key in self._related.find(draft)))

    def least_valuable(self, most: int, now: datetime, spared: str = "") -> tuple[Memory, ...]:
        """The memories to forget so that at most so many are left; never the spared one."""
        return self._ranking.least_valuable(most, now, spared)


def _searched(memory: Memory) -> str:
    own = (memory.own_words.said,) if memory.own_words else ()
    return " ".join((memory.content, *own, *memory.metadata.people, *memory.metadata.topics))
