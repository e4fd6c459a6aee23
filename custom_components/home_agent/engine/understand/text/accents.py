"""Words that people type without their accents: "giu" for "giù", "salon" for "salón"."""

import unicodedata
from collections import defaultdict
from collections.abc import Mapping

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


def by_plain_spelling(known: frozenset[str]) -> Mapping[str, str]:
    """Each word that has accents, by how it looks without; none that would be another word."""
    found: dict[str, set[str]] = defaultdict(set)
    for word in known:
        if not word.isascii() and (plain := without_accents(word)) not in known:
            found[plain].add(word)
    return {plain: words.pop() for plain, words in found.items() if len(words) == 1}


def without_accents(word: str) -> str:
    """A word as people type it in a hurry: "lumiere", "kuche"."""
    if word.isascii():
        return word
    letters = unicodedata.normalize("NFD", word.translate(_LIGATURES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
