"""What is forgotten is hidden in whatever else was kept: what was said, and what was answered."""

from collections.abc import Callable, Iterable

from ..privacy.masking import HIDDEN
from .statements import plain_words


def build_redactor(contents: Iterable[str]) -> Callable[[str], str]:
    """Hides every text that has all the words of something that is forgotten.

    The whole text is hidden: whatever else is said with it may give it away.
    """
    forgotten = [words for content in contents if (words := frozenset(plain_words(content)))]

    def hide(text: str) -> str:
        said = frozenset(plain_words(text))
        return HIDDEN if any(words <= said for words in forgotten) else text

    return hide
