"""Words that people type without their accents: "giu" for "giù", "salon" for "salón"."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping


def by_plain_spelling(known: frozenset[str]) -> Mapping[str, str]:
    """Each word that has accents, by how it looks without; none that would be another word."""
    found: dict[str, set[str]] = defaultdict(set)
    for word in known:
        if not word.isascii() and (plain := without_accents(word)) not in known:
            found[plain].add(word)
    return {plain: words.pop() for plain, words in found.items() if len(words) == 1}


def accented(words: Iterable[str], spellings: Mapping[str, str]) -> tuple[str, ...]:
    """The words, with the accents that somebody left out."""
    return tuple(spellings.get(word, word) for word in words)


def without_accents(word: str) -> str:
    """The letters alone."""
    return "".join(
        letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter)
    )
