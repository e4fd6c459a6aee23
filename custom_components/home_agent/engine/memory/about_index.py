"""Memories by what they are about, however many there are.

Whoever reads a sentence asks from a thread of theirs, while memories come and go: one at a time.
"""

from collections import defaultdict
from collections.abc import Iterable
from operator import attrgetter
from threading import Lock

from .memory import Memory
from .statements import plain_words, read_statement, telling_words


class AboutIndex:
    """Finds the memories that are about some words."""

    def __init__(self) -> None:
        """Start without any."""
        self._lock = Lock()
        self._memories: dict[str, Memory] = {}
        self._holders: defaultdict[str, set[str]] = defaultdict(set)
        """By the beginning of a word, the memories that have it."""

        self._placed: defaultdict[frozenset[str], set[str]] = defaultdict(set)
        """By the words of a thing, the memories that tell where it is."""

        self._things: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
        """By the beginning of a word, the things that have it."""

    def put(self, memory: Memory) -> None:
        """Take in a memory, in place of the one of that id."""
        with self._lock:
            self._remove(memory.id)
            self._memories[memory.id] = memory
            for word in _words(memory):
                self._holders[word].add(memory.id)
            if thing := _thing(memory):
                self._placed[thing].add(memory.id)
                for word in thing:
                    self._things[word].add(thing)

    def remove(self, memory_id: str) -> None:
        """Leave a memory out, if it is there."""
        with self._lock:
            self._remove(memory_id)

    def find(self, words: str, person: str | None, *, place: bool) -> tuple[Memory, ...]:
        """What somebody may have that has all of the words that tell something, the oldest first.

        With `place`, what tells where a thing is that is called so, or more or less so.
        """
        asked = _beginnings(telling_words(words))
        if not asked:
            return ()
        with self._lock:
            ids = self._placing(asked) if place else self._holding(asked)
            found = [self._memories[memory_id] for memory_id in ids]
        told = (memory for memory in found if memory.is_told_to(person))
        return tuple(sorted(told, key=attrgetter("extracted_at")))

    def _holding(self, asked: frozenset[str]) -> set[str]:
        empty: set[str] = set()
        few, *more = sorted((self._holders.get(word, empty) for word in asked), key=len)
        return few.intersection(*more)

    def _placing(self, asked: frozenset[str]) -> set[str]:
        things = {thing for word in asked for thing in self._things.get(word, ())}
        close = (thing for thing in things if asked <= thing or thing <= asked)
        return {memory_id for thing in close for memory_id in self._placed[thing]}

    def _remove(self, memory_id: str) -> None:
        memory = self._memories.pop(memory_id, None)
        if memory is None:
            return
        for word in _words(memory):
            _discard(self._holders, word, memory_id)
        if thing := _thing(memory):
            _discard(self._placed, thing, memory_id)
            if thing not in self._placed:
                for word in thing:
                    _discard(self._things, word, thing)


def _words(memory: Memory) -> frozenset[str]:
    own = plain_words(memory.own_words.said) if memory.own_words else ()
    return _beginnings((*plain_words(memory.content), *own))


def _thing(memory: Memory) -> frozenset[str]:
    return _beginnings(read_statement(memory.content).placed)


def _beginnings(words: Iterable[str]) -> frozenset[str]:
    """What words have in common that are the same but for their ending: "key", "keys"."""
    return frozenset(word.rstrip("s")[:6] for word in words)


def _discard[Key, Value](sets: dict[Key, set[Value]], key: Key, value: Value) -> None:
    sets[key].discard(value)
    if not sets[key]:
        del sets[key]
