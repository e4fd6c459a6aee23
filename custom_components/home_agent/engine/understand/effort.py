"""How much work one sentence may take: counted where words are looked at, never by the clock alone.

Whoever reads a sentence looks for phrases in it, and every look is counted (`frame.find_phrase`).
A sentence that takes more looks than any that people say, or whose asker has left, is given up with
an error, so that the thread that reads it is free again.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time
from typing import Any

from ..errors import HomeAgentError
from .text.words import tokens

# Nobody says more to a home in one breath: the longest of our datasets has 100 and 21.
_LONGEST = 1000
_MOST_WORDS = 200
MOST_LOOKS = 100_000
"""Many times what the longest sentence of our datasets takes."""

_SECONDS = 10.0
"""Of the thread's own time: what no machine needs, for work that is not counted."""

_FOR_EACH_THING = 30
"""A question may look at everything there is, and a few times over."""

_BETWEEN_CHECKS = 512


class GivenUpError(HomeAgentError):
    """A sentence takes too much work, or nobody waits for it any more."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(
            "That takes more work than anything that people say. Put it in fewer words."
        )


class Effort:
    """The work for one sentence, and whether it is still wanted."""

    __slots__ = ("_counted", "_ends", "_granted", "_most", "_stopped", "known", "left")

    def __init__(self, most: int = MOST_LOOKS) -> None:
        """Allow so many looks at words, apart from those at the things of a home."""
        self._most = most
        self._counted = 0
        self._stopped = False
        self._ends: float | None = None
        self._granted = min(_BETWEEN_CHECKS, most)
        self.left = self._granted
        """Looks until the next check."""

        self.known: dict[Hashable, Any] = {}
        """What was read already, by what was read: nobody reads the same words twice."""

    @property
    def spent(self) -> int:
        """How many looks it took so far."""
        return self._counted + self._granted - self.left

    def allow_home(self, size: int) -> None:
        """Allow the looks that a home of so many things takes."""
        self._most += size * _FOR_EACH_THING

    def stop(self) -> None:
        """Have the work given up soon, from whatever thread: nobody waits for it any more."""
        self._stopped = True

    def check(self) -> None:
        """Go on with the next looks, or raise `GivenUpError`."""
        now = thread_time()
        self._ends = now + _SECONDS if self._ends is None else self._ends
        self._counted = self.spent
        self._granted = self.left = min(_BETWEEN_CHECKS, self._most - self._counted)
        if self._stopped or self.left <= 0 or now > self._ends:
            raise GivenUpError


CURRENT: ContextVar[Effort | None] = ContextVar("effort", default=None)
"""The work that looks are counted to; none where words are read that nobody said."""


def count_each[Thing](things: Iterable[Thing]) -> Iterator[Thing]:
    """The same things, every one counted as a look."""
    effort = CURRENT.get()
    if effort is None:
        yield from things
        return
    for thing in things:
        if effort.left <= 0:
            effort.check()
        effort.left -= 1
        yield thing


def read_once[Read](key: Hashable, read: Callable[[], Read]) -> Read:
    """What is read, or was read before in the same sentence under this key.

    The key is all that it depends on: the words, and the lexicon and names to read them by.
    """
    effort = CURRENT.get()
    if effort is None:
        return read()
    if key not in effort.known:
        effort.known[key] = read()
    found: Read = effort.known[key]
    return found


@contextmanager
def count_looks(effort: Effort) -> Iterator[Effort]:
    """Count the looks made here to this work, unless they are counted to another already."""
    current = CURRENT.get()
    if current is not None:
        yield current
        return
    token = CURRENT.set(effort)
    try:
        yield effort
    finally:
        CURRENT.reset(token)


def is_too_long(text: str) -> bool:
    """Whether a text is longer than anything that people say to a home in one breath."""
    return len(text) > _LONGEST or sum(word != "," for word in tokens(text)) > _MOST_WORDS
