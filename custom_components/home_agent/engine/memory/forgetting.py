"""Hides forgotten memories in stored conversations."""

from collections.abc import Callable, Iterable

from ..privacy.masking import HIDDEN
from .statements import plain_words


def build_redactor(contents: Iterable[str]) -> Callable[[str], str]:
    """Return a function that hides texts with all words of a forgotten memory.

    The whole text is hidden: whatever else is said with it may give it away.
    """
    forgotten = [words for content in contents if (words := frozenset(plain_words(content)))]

    def hide(text: str) -> str:
        said = frozenset(plain_words(text))
        return HIDDEN if any(words <= said for words in forgotten) else text

    return hide
