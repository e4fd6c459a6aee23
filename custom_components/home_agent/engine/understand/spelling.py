"""Slips of the finger and of the ear: one letter too many, too few, wrong, or swapped."""

from collections.abc import Iterable
from string import ascii_lowercase

from .names import Names
from .words import without_accents

# Shorter words are too close to each other, but for two letters in the wrong order.
_SHORTEST = 4
_SHORTEST_SWAPPED = 3


def accented(words: Iterable[str], names: Names) -> tuple[str, ...]:
    """The words, each unknown one with the accents of the only known one that differs in them."""
    return tuple(word if word in names.vocabulary else _accented(word, names) for word in words)


def _accented(word: str, names: Names) -> str:
    plain = without_accents(word)
    if plain != word and len(word) < _SHORTEST:
        # "dés" are dice, not "des"
        return word
    return names.spellings.get(plain, word)


def corrected(words: Iterable[str], names: Names) -> tuple[str, ...]:
    """The words, each unknown one replaced by the only known one that is a slip away from it."""
    return tuple(
        word if word in names.vocabulary or not word.isalpha() else _mended(word, names)
        for word in words
    )


def _mended(word: str, names: Names) -> str:
    # Who writes accents means them: "tête" is no slip for "télé".
    hurried = word == without_accents(word)
    known = names.spellings if hurried else {one: one for one in names.vocabulary}
    candidates = (
        {known[slip] for slip in _swaps(word) if slip in known}
        if len(word) >= _SHORTEST_SWAPPED
        else set()
    )
    if not candidates and len(word) >= _SHORTEST:
        slips = (slip for slip in _slips(word) if len(slip) >= _SHORTEST)
        candidates = {known[slip] for slip in slips if slip in known}
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
