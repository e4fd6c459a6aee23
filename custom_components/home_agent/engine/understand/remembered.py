"""What one person has told us before, as far as sentences are read by it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ..own_words import OwnWords


def _knows_nothing(_words: str) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What is remembered for whoever speaks; nobody else's is in it."""

    enabled: bool = False
    """Whether anything is remembered, as it is set."""

    own_words: tuple[OwnWords, ...] = ()
    knows_place: Callable[[str], bool] = _knows_nothing
    """Whether it is remembered where what these words name is."""

    knows: Callable[[str], bool] = _knows_nothing
    """Whether anything is remembered about what these words name."""

    def of_kind(self, kind: str) -> tuple[OwnWords, ...]:
        """The words of their own of one kind."""
        return tuple(words for words in self.own_words if words.kind == kind)


type RememberedFor = Callable[[str | None], Awaitable[Remembered]]
"""What is remembered for somebody, by user id."""

NOTHING_REMEMBERED = Remembered()
