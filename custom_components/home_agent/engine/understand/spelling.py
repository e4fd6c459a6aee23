"""Slips of the finger and of the ear: accents left out, a letter too many, too few or swapped."""

from collections.abc import Container, Iterable
from string import ascii_lowercase

from .accents import without_accents
from .names import Names

# Shorter words are too close to each other, but for two letters in the wrong order.
_SHORTEST = 4
_SHORTEST_SWAPPED = 3
_SHORT = 5
# There is no longer word to be taken for, and the slips of one of thousands would take seconds.
_LONGEST = 32


def accented(words: Iterable[str], names: Names) -> tuple[str, ...]:
    """The words, each unknown one with the accents of the only known one that differs in them."""
    return tuple(word if word in names.vocabulary else _accented(word, names) for word in words)


def _accented(word: str, names: Names) -> str:
    plain = without_accents(word)
    if plain != word and len(word) < _SHORTEST:
        # "dés" are dice, not "des"
        return word
    return plain if plain in names.vocabulary else names.spellings.get(plain, word)


def corrected(words: Iterable[str], names: Names) -> tuple[str, ...]:
    """The words, each unknown one replaced by the only known one that is a slip away from it.

    A slip is only taken for a word with content: "flag" is not "flat", where that is the home.
    """
    return tuple(
        word
        if word in names.vocabulary or not word.isalpha() or len(word) > _LONGEST
        else _mended(word, names)
        for word in words
    )


def _mended(word: str, names: Names) -> str:
    candidates: set[str] = set()
    if len(word) >= _SHORTEST_SWAPPED:
        candidates = _known(_swaps(word), names.vocabulary, names)
    if not candidates and len(word) >= _SHORTEST:
        slips = _known(_slips(word), names.content, names)
        # The last letter of a verb says who does it: "apago" is not "apaga".
        other_person = names.verbs & {one for one in slips if one[:-1] == word[:-1]}
        candidates = slips - {one for one in other_person if len(one) == len(word)}
        candidates -= {one for one in slips if _begins_otherwise(word, one)}
    return candidates.pop() if len(candidates) == 1 else word


def _begins_otherwise(word: str, meant: str) -> bool:
    """Whether short words differ in what is hardest to mistake: a "balle" is no "salle"."""
    return len(word) == len(meant) <= _SHORT and word[0] != without_accents(meant)[0]


def _known(slips: Iterable[str], known: Container[str], names: Names) -> set[str]:
    """Those of some spellings that are known words, with the accents that they should have."""
    meant = (slip if slip in known else names.spellings.get(slip, "") for slip in slips)
    return {word for word in meant if word in known}


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
