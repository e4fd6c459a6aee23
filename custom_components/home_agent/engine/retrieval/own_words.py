"""Whether a statement is made of what a person said: nothing else becomes a memory of theirs."""

import re
from collections.abc import Iterable

from .words import find_stems, find_telling_stems

_SHARE = 0.6
"""How much of a statement's words must have been said; the rest puts them together."""

_FIGURES = re.compile(r"\d+(?:[.,:]\d+)*")


def is_in_own_words(statement: str, said: Iterable[str]) -> bool:
    """Whether most words of a statement, and all of its figures, are in what somebody said."""
    text = "\n".join(said)
    if not set(_FIGURES.findall(statement)) <= set(_FIGURES.findall(text)):
        return False
    words = find_telling_stems(statement)
    known = set(find_stems(text))
    return bool(words) and sum(word in known for word in words) >= _SHARE * len(words)


def is_quoted(quote: str, said: Iterable[str]) -> bool:
    """Whether these very words were said, whatever their signs and capitals."""
    words = find_stems(quote)
    if not words:
        return False
    return any(_holds(find_stems(sentence), words) for sentence in said)


def _holds(words: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))
