"""An index of memories by what they are about.

Whoever reads a sentence asks from a thread of theirs, while memories come and go: one at a time.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import attrgetter
from threading import Lock

from .consolidation import Relation, compare
from .memory import Memory
from .statements import (
    Statement,
    asking_words,
    is_form_of,
    plain_words,
    read_statement,
    telling_words,
    tells_place,
    tells_what_happens,
)

_PARTS = re.compile("['\u2019-]")

_MOST_ANSWERS = 3
"""What more memories have in common than these does not answer a question."""

_MOST_TOLD = 5
_BEGINNING = 3
"""Memories that begin with so many words alike are about the same."""

_LEAST_SHARED, _MOST_MISSING = 3, 2
"""How many words must be shared, and may be missing, where none says what a question is about."""

_KEY = 3
"""Words that are forms of each other begin with so many letters that are the same."""


class DescriptionIndex:
    """Finds the memories that are about some words."""

    def __init__(self) -> None:
        """Start without any."""
        self._lock = Lock()
        self._memories: dict[str, Memory] = {}
        self._holders: defaultdict[str, set[str]] = defaultdict(set)
        """By the beginning of a word, the memories that have it."""

        self._forms: defaultdict[str, set[str]] = defaultdict(set)
        """By the first letters, the beginnings of words that memories have."""

        self._placed: defaultdict[frozenset[str], set[str]] = defaultdict(set)
        """By the words of a thing, the memories that tell where it is."""

        self._things: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
        """By the beginning of a word, the things that have it."""

    def put(self, memory: Memory) -> None:
        """Add a memory, or replace the one with its id."""
        with self._lock:
            self._remove(memory.id)
            self._memories[memory.id] = memory
            for word in _words(memory):
                self._holders[word].add(memory.id)
                self._forms[word[:_KEY]].add(word)
            if thing := _thing(memory):
                self._placed[thing].add(memory.id)
                for word in thing:
                    self._things[word].add(thing)

    def remove(self, memory_id: str) -> None:
        """Remove a memory, if it is there."""
        with self._lock:
            self._remove(memory_id)

    def find(self, words: str, person: str | None, *, place: bool) -> tuple[Memory, ...]:
        """The memories of a person with all telling words, oldest first.

        With `place`, what tells where a thing is that is called so, or more or less so.
        """
        asked = _beginnings(telling_words(words) or _names(words))
        if not asked:
            return ()
        with self._lock:
            ids = self._placing(asked) if place else self._holding(asked)
            return self._told(ids, person)

    def answering(self, question: str, person: str | None, *, place: bool) -> tuple[Memory, ...]:
        """What somebody may have that a question is about: few memories with all of its words.

        "When does grandma come?" is answered by "grandma is coming on Sunday". With `place`, only
        what tells some place.
        """
        asked = asking_words(question)
        if not asked:
            return ()
        plain = _beginnings(plain_words(question))
        # Where none says what it is about, names may be small words: "come beve il tè Ben?"
        least = _LEAST_SHARED if all(map(tells_what_happens, asked)) else 0
        with self._lock:
            ids = set.intersection(*map(self._holding_form, _beginnings(asked)))
            found = (self._memories[memory_id] for memory_id in ids)
            told = (
                memory.id
                for memory in found
                if memory.is_told_to(person)
                and (not place or tells_place(memory.content))
                and (not least or _share(plain, _words(memory), least))
            )
            few = self._told(islice(told, _MOST_ANSWERS + 1), person)
            if len(few) > _MOST_ANSWERS:
                return ()
            alike = {memory.id for old in few for memory in self._begun_alike(old)}
            return self._told(alike.union(memory.id for memory in few), person)[-_MOST_TOLD:]

    def _begun_alike(self, old: Memory) -> Iterator[Memory]:
        """What was told later and begins as an older memory does, so that it may be otherwise."""
        words = read_statement(old.content).words[:_BEGINNING]
        if len(words) < _BEGINNING or all(map(tells_what_happens, telling_words(" ".join(words)))):
            return
        for memory_id in self._holding(_beginnings(words)):
            memory = self._memories[memory_id]
            later = memory.owner == old.owner and memory.extracted_at > old.extracted_at
            if later and read_statement(memory.content).words[:_BEGINNING] == words:
                yield memory

    def corrected(self, statement: str, person: str | None) -> tuple[Memory, ...]:
        """What somebody may have that a statement says otherwise."""
        new = read_statement(statement)
        about = " ".join(word for word in new.words if word not in new.changeable)
        old = (*self.find(about, person, place=False),)
        if new.placed:
            old += self.find(" ".join(new.placed), person, place=True)
        return tuple(memory for memory in dict.fromkeys(old) if _says_otherwise(new, memory))

    def _told(self, ids: Iterable[str], person: str | None) -> tuple[Memory, ...]:
        told = (m for m in map(self._memories.__getitem__, ids) if m.is_told_to(person))
        return tuple(sorted(told, key=attrgetter("extracted_at")))

    def _holding_form(self, asked: str) -> set[str]:
        """The memories that have a word, or another form of it."""
        near = self._forms.get(asked[:_KEY], ())
        forms = (word for word in near if is_form_of(word, asked))
        return {memory_id for word in forms for memory_id in self._holders[word]}

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
            if word not in self._holders:
                _discard(self._forms, word[:_KEY], word)
        if thing := _thing(memory):
            _discard(self._placed, thing, memory_id)
            if thing not in self._placed:
                for word in thing:
                    _discard(self._things, word, thing)


def _words(memory: Memory) -> frozenset[str]:
    own = plain_words(memory.own_words.said) if memory.own_words else ()
    words = (*plain_words(memory.content), *own)
    # "J'appelle" is asked for by either of its words.
    return _beginnings((*words, *(part for word in words for part in _PARTS.split(word) if part)))


def _says_otherwise(new: Statement, memory: Memory) -> bool:
    old = read_statement(memory.content)
    if memory.own_words is not None or compare(new, old) is not Relation.CONTRADICTS:
        return False
    # That the meeting is not at four does not tell when it is.
    return new.negated == old.negated or new.changeable == old.changeable


def _names(words: str) -> tuple[str, ...]:
    """Those that are written as names are: "Ben" is one, though "am" in another language."""
    return plain_words(" ".join(word for word in words.split() if word[0].isupper()))


def _share(asked: frozenset[str], words: frozenset[str], least: int) -> bool:
    """Whether nearly all words of a question are there, and enough of them."""
    return len(asked & words) >= least and len(asked - words) <= _MOST_MISSING


def _thing(memory: Memory) -> frozenset[str]:
    return _beginnings(read_statement(memory.content).placed)


def _beginnings(words: Iterable[str]) -> frozenset[str]:
    """The beginnings of words that differ only in their ending: "key", "keys"."""
    return frozenset(word.rstrip("s")[:6] for word in words)


def _discard[Key, Value](sets: dict[Key, set[Value]], key: Key, value: Value) -> None:
    sets[key].discard(value)
    if not sets[key]:
        del sets[key]
