"""What one person has told us before, as far as sentences are read by it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ..own_words import OwnWords


def _knows_nothing(_words: str) -> bool:
    return False


def _answers_nothing(_question: str, _place: bool) -> bool:  # noqa: FBT001 - as it is asked
    return False


def _counts_nothing(_words: str) -> int:
    return 0


def _corrects_nothing(_statement: str) -> tuple[str | None, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What is remembered for whoever speaks; nobody else's is in it."""

    enabled: bool = False
    """Whether anything is remembered, as it is set."""

    own_words: tuple[OwnWords, ...] = ()
    knows_place: Callable[[str], bool] = _knows_nothing
    """Whether it is remembered where what these words name is."""

    count_about: Callable[[str], int] = _counts_nothing
    """How much is remembered about what these words name."""

    answers: Callable[[str, bool], bool] = _answers_nothing
    """Whether what is remembered has all words of a question that tell something.

    The question may be after a place, which must then be told.
    """

    corrects: Callable[[str], tuple[str | None, ...]] = _corrects_nothing
    """Whose memories a statement says otherwise, by user id; `None` is the household."""

    def knows(self, words: str) -> bool:
        """Whether anything is remembered about what these words name."""
        return self.count_about(words) > 0

    def of_kind(self, kind: str) -> tuple[OwnWords, ...]:
        """The words of their own of one kind."""
        return tuple(words for words in self.own_words if words.kind == kind)


type RememberedFor = Callable[[str | None], Awaitable[Remembered]]
"""What is remembered for somebody, by user id."""

NOTHING_REMEMBERED = Remembered()
