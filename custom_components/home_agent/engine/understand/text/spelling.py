"""Slips of the finger and of the ear: accents left out, a letter too many, too few or swapped."""

import re
from collections import defaultdict
from collections.abc import Container, Iterable
from functools import cache
from string import ascii_lowercase

from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from .phrases import without_commas
from .words import without_accents

# Shorter words are too close to each other, but for two letters in the wrong order.
_SHORTEST = 4
_SHORTEST_SWAPPED = 3
_SHORT = 5
# Of words as long as this, what is left says enough even where the first letter is wrong.
_LONG = 7
# What sounds alike, so that people who write by ear take one for the other.
_ALIKE = tuple(map(frozenset, ("aeiouy", "cs", "ck", "cz", "sz", "kq", "bv", "gj")))
# The rows of the keyboards that people use here: QWERTY, QWERTZ and AZERTY.
_KEYBOARDS = (
    ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
    ("azertyuiop", "qsdfghjklm", "wxcvbn"),
)
# There is no longer word to be taken for, and the slips of one of thousands would take seconds.
_LONGEST = 32
_UMLAUTS = frozenset("äöü")
_VOWELS = frozenset("aeiou")


@cache
def _neighbours() -> dict[str, set[str]]:
    """By key, those that a finger may hit instead: beside it, above and below."""
    found: dict[str, set[str]] = defaultdict(set)
    for rows in _KEYBOARDS:
        at = {key: (row, place) for row, keys in enumerate(rows) for place, key in enumerate(keys)}
        for key, (row, place) in at.items():
            for neighbour, (row_there, place_there) in at.items():
                # Each row stands half a key further to the right than the one above it.
                aside = place_there - place + (row_there - row) / 2
                if neighbour != key and abs(row_there - row) <= 1 and abs(aside) <= 1:
                    found[key].add(neighbour)
    return found


def restore_accents(words: Iterable[str], names: Names) -> tuple[str, ...]:
    """The words, each unknown one with the accents of the only known one that differs in them."""
    return tuple(word if word in names.vocabulary else _accented(word, names) for word in words)


def _accented(word: str, names: Names) -> str:
    plain = without_accents(word)
    if plain != word and len(word) < _SHORTEST:
        # "dés" are dice, not "des"
        return word
    if plain in names.verbs and not _UMLAUTS.isdisjoint(word):
        # An umlaut says who does it: what "fährt" does by itself is not asked with "fahrt".
        return word
    return plain if plain in names.vocabulary else names.spellings.get(plain, word)


def correct_typos(words: Iterable[str], names: Names) -> tuple[str, ...]:
    """The words, each unknown one replaced by the only known one that is a slip away from it.

    A slip is only taken for a word with content: "flag" is not "flat", where that is the home.
    """
    return tuple(
        word
        if _is_known(word, names) or not word.isalpha() or len(word) > _LONGEST
        else _mended(word, names)
        for word in words
    )


def _is_known(word: str, names: Names) -> bool:
    return word in names.vocabulary or word in names.told


def _mended(word: str, names: Names) -> str:
    candidates: set[str] = set()
    if len(word) >= _SHORTEST_SWAPPED:
        candidates = {
            meant
            for meant in _known(_swaps(word), names.vocabulary, names)
            # "Amai" is a cry, and not "maai": nobody has to mow because of it.
            if meant[0] == word[0] or len(meant) >= _LONG or meant not in names.verbs
        }
    if not candidates and len(word) >= _SHORTEST:
        slips = _known(slips_of(word), names.content, names)
        candidates = slips - {slip for slip in slips & names.verbs if _is_other_person(word, slip)}
        candidates = {slip for slip in candidates if is_likely_slip(word, without_accents(slip))}
        if len(word) < _SHORT and not candidates <= names.verbs and _may_be_told(word, names):
            return word
    return candidates.pop() if len(candidates) == 1 else word


def _may_be_told(word: str, names: Names) -> bool:
    """Whether it may as well be a slip for a word that names nothing."""
    return any(is_likely_slip(word, known) for known in names.told.intersection(slips_of(word)))


def _is_other_person(word: str, verb: str) -> bool:
    """Whether a word says who does it: "apago" is not "apaga", nor is "heats" "heat"."""
    if not _UMLAUTS.isdisjoint(word) and without_accents(word) == without_accents(verb):
        return True
    if verb == f"{word}s" and word[-1] in _VOWELS:
        # "apagaría" tells what somebody would do, "apagarías" asks for it.
        return True
    if len(word) == len(verb):
        return word[:-1] == verb[:-1]
    return word[:-1] == verb and word[-1] != verb[-1]


def is_likely_slip(word: str, meant: str) -> bool:
    """Whether fingers go wrong like this; what differs otherwise is another word.

    A "cocina" is no "bocina" and the moon is no mood: they begin otherwise, or with a key that is
    far from the other.
    """
    at = next((at for at, both in enumerate(zip(word, meant, strict=False)) if len({*both}) > 1), 0)
    first = word[0] != meant[0]
    if first and len(meant) < _LONG:
        return False
    if len(word) != len(meant):
        return True
    typed, right = word[at], meant[at]
    by_ear = len(meant) > _SHORT and any({typed, right} <= letters for letters in _ALIKE)
    return by_ear or right in _neighbours().get(typed, "")


def _known(slips: Iterable[str], known: Container[str], names: Names) -> set[str]:
    """Those of some spellings that are known words, with the accents that they should have."""
    meant = (slip if slip in known else names.spellings.get(slip, "") for slip in slips)
    return {word for word in meant if word in known}


def _swaps(word: str) -> Iterable[str]:
    for at in range(len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def slips_of(word: str) -> Iterable[str]:
    """Every spelling with a letter too few, too many or wrong."""
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if after:
            yield before + after[1:]
        for letter in ascii_lowercase:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]


_PIECE = re.compile(r"\S+")
_EDGES = " ,.;:!?\"'"


def original_spelling(words: Phrase, heard: str, lexicon: Lexicon) -> str:
    """The stretch of a sentence that these are the words of; the words themselves if none is."""
    spans = [found.span() for found in _PIECE.finditer(heard)]
    for first, (start, _) in enumerate(spans):
        for _, end in spans[first:]:
            said = without_commas(lexicon.words(heard[start:end]))
            if said == without_commas(words):
                return heard[start:end].strip(_EDGES)
            if said != without_commas(words)[: len(said)]:
                break
    return " ".join(words)
