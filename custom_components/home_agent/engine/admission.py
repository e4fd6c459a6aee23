"""How many sentences are answered at once: so many of one caller, and so many in all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

MOST_OF_ONE = 20
"""Of one caller: more than a family says at once, or a house has done at sunset."""

MOST_IN_ALL = 60
"""One caller cannot use them up, so that others are still heard."""


class Admission:
    """Lets sentences in, or tells that there are too many; nobody waits at the door."""

    def __init__(self, *, most_of_one: int = MOST_OF_ONE, most_in_all: int = MOST_IN_ALL) -> None:
        """Let so many in."""
        self._most_of_one = most_of_one
        self._most_in_all = most_in_all
        self._inside: Counter[str] = Counter()

    @contextmanager
    def let_in(self, caller: str) -> Iterator[bool]:
        """Whether one more sentence of this caller may be answered now; it is until the end."""
        full = self._inside.total() >= self._most_in_all
        if full or self._inside[caller] >= self._most_of_one:
            yield False
            return
        self._inside[caller] += 1
        try:
            yield True
        finally:
            self._inside[caller] -= 1
            if not self._inside[caller]:
                del self._inside[caller]
