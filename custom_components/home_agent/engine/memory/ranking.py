"""Ranks memories by value, without looking at all of them.

Of memories of one kind, all lose by the same measure, so that their order stays as it is while time
passes. There is a heap for each owner and kind; only their heads are compared.
"""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime
from heapq import heapify, heappop, heappush

from .memory import Memory, MemoryType
from .value import lasting_rank, value_of

type _Entry = tuple[float, datetime, str]
type _Kind = tuple[str | None, MemoryType]

# Entries of memories that have changed stay in a heap until they come up, or are too many.
_SPARE = 64


@dataclass(frozen=True, slots=True)
class _RankedMemory:
    memory: Memory
    entry: _Entry

    @property
    def kind(self) -> _Kind:
        return self.memory.owner, self.memory.type


class ValueRanking:
    """Memories, ranked by value."""

    def __init__(self) -> None:
        """Start without any."""
        self._ranked: dict[str, _RankedMemory] = {}
        self._heaps: dict[_Kind, list[_Entry]] = {}
        self._counts: Counter[_Kind] = Counter()

    def put(self, memory: Memory) -> None:
        """Add a memory, or replace the one with its id."""
        self.remove(memory.id)
        entry = (lasting_rank(memory), memory.extracted_at, memory.id)
        ranked = self._ranked[memory.id] = _RankedMemory(memory, entry)
        self._counts[ranked.kind] += 1
        heap = self._heaps.setdefault(ranked.kind, [])
        heappush(heap, entry)
        if len(heap) > 2 * self._counts[ranked.kind] + _SPARE:
            heap[:] = [entry for entry in heap if self._is_current(entry, ranked.kind)]
            heapify(heap)

    def remove(self, memory_id: str) -> None:
        """Remove a memory, if it is there."""
        ranked = self._ranked.pop(memory_id, None)
        if ranked is not None:
            self._counts[ranked.kind] -= 1
            if not self._counts[ranked.kind]:
                del self._counts[ranked.kind], self._heaps[ranked.kind]

    def least_valuable(self, most: int, now: datetime, spared: str = "") -> tuple[Memory, ...]:
        """The memories to forget so that at most so many are left, least valuable first.

        Whoever has the most gives up one, so that nobody can crowd out another. The one that is
        spared is not given up, nor does it count among what its owner has.
        """
        owned: Counter[str | None] = Counter()
        for (owner, _type), count in self._counts.items():
            owned[owner] += count
        kept = self._ranked.get(spared)
        if kept is not None:
            owned[kept.memory.owner] -= 1
        given_up: dict[str, Memory] = {}
        passed_over, popped = {spared}, list[_RankedMemory]()
        while len(self._ranked) - len(given_up) > most and (
            crowd := max(owned.values(), default=0)
        ):
            heads = [
                head
                for kind in self._heaps
                if owned[kind[0]] == crowd
                and (head := self._head(kind, passed_over, popped)) is not None
            ]
            least = min(heads, key=lambda head: (value_of(head.memory, now), head.entry[1]))
            given_up[least.memory.id] = least.memory
            passed_over.add(least.memory.id)
            owned[least.memory.owner] -= 1
        for ranked in popped:
            heappush(self._heaps[ranked.kind], ranked.entry)
        return tuple(given_up.values())

    def _head(
        self, kind: _Kind, passed_over: Container[str], popped: list[_RankedMemory]
    ) -> _RankedMemory | None:
        """The least valuable memory of a type; outdated entries are dropped from the heap."""
        heap = self._heaps[kind]
        while heap:
            if self._is_current(heap[0], kind):
                ranked = self._ranked[heap[0][2]]
                if ranked.memory.id not in passed_over:
                    return ranked
                popped.append(ranked)
            heappop(heap)
        return None

    def _is_current(self, entry: _Entry, kind: _Kind) -> bool:
        ranked = self._ranked.get(entry[2])
        return ranked is not None and ranked.entry == entry and ranked.kind == kind
