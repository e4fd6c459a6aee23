"""Slips of the finger and of the ear: one letter too many, too few, wrong, or swapped."""

from collections.abc import Container, Iterable
from string import ascii_lowercase

# Shorter words are too close to each other, but for two letters in the wrong order.
_SHORTEST = 4
_SHORTEST_SWAPPED = 3
# There is no longer word to be taken for, and the slips of one of thousands would take seconds.
_LONGEST = 32


def corrected(
    words: Iterable[str], known: Container[str], content: Container[str]
) -> tuple[str, ...]:
    """The words, each unknown one replaced by the only known one that is a slip away from it.

    A slip is only taken for a word with content: "flag" is not "flat", where that is the home.
    """
    return tuple(
        word
        if word in known or not word.isalpha() or len(word) > _LONGEST
        else _mended(word, known, content)
        for word in words
    )


def _mended(word: str, known: Container[str], content: Container[str]) -> str:
    candidates = (
        {slip for slip in _swaps(word) if slip in known}
        if len(word) >= _SHORTEST_SWAPPED
        else set()
    )
    if not candidates and len(word) >= _SHORTEST:
        candidates = {slip for slip in _slips(word) if slip in content}
    return candidates.pop() if len(candidates) == 1 else word


def _swaps(word: str) -> Iterable[str]:
    for at in range(len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _slips(word: str) -> Iterable[str]:
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if after:
            yield before + after[1:]
        for letter in ascii_lowercase:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]
