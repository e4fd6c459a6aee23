"""Text → words: one spelling for whatever people type, say or call their things."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Self

_LONGEST_NAME = 200
_BRIGHTEST = 255

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘`´", "'"))  # noqa: RUF001 - people's keyboards
_THOUSANDS = re.compile(r"(?<=\b\d),(?=\d{3}\b)")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
# A colour in figures: "rgb(255, 0, 0)", "(255, 0, 0)", "#ff0000".
_COLOUR = re.compile(
    r"(?:\brgb\s*\(?|\()\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\b\s*\)?|#([0-9a-f]{6})\b"
)
_FRACTIONS = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4"})
# "1e9" is one figure, and no timer called "1 e" for nine hours.
_WORD = re.compile(
    r"(?:(?<!\S)-)?\d+(?:[.:/]\d+)?(?:e[+-]?\d+\b)?|[^\W\d_]+(?:'[^\W\d_]+)*|[%°,]|#[0-9a-f]{6}"
)
_ALTERNATIVES = re.compile(r"(\([^()|]*\|[^()]*\)|\[[^\[\]]*\])")


def tokens(text: str) -> list[str]:
    """The words, figures, commas and signs of measure in a text, in lower case."""
    if (
        text.islower()
        and text.replace(" ", "").isalpha()
        and (text.isascii() or unicodedata.is_normalized("NFKC", text))
    ):
        # As nearly everything is that is written for us.
        return text.split()
    plain = (
        unicodedata.normalize("NFKC", text.translate(_FRACTIONS)).lower().translate(_APOSTROPHES)
    )
    if not plain.isascii():
        # A figure in a circle is an ornament: no number can be read from it.
        plain = "".join(" " if sign.isdigit() and not sign.isdecimal() else sign for sign in plain)
    plain = _THOUSANDS.sub("", _COLOUR.sub(_spell_colour, plain))
    return _WORD.findall(_DECIMAL_COMMA.sub(".", plain))


def _spell_colour(found: re.Match[str]) -> str:
    """A colour in figures as one word, if it is one."""
    parts = [int(figure) for figure in found.groups()[:3] if figure]
    if any(part > _BRIGHTEST for part in parts):
        return found[0]
    return f" #{found[4] or ''.join(f'{part:02x}' for part in parts)} "


def read_colour(word: str) -> tuple[int, int, int] | None:
    """The colour that a word spells in figures; `None` if it is another word."""
    if not word.startswith("#") or len(word) != len("#rrggbb"):
        return None
    red, green, blue = (int(word[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def speakable(names: Iterable[str]) -> Iterator[str]:
    """The names that people can say; a longer one is somebody's idea of a joke."""
    return (name for name in names if len(name) <= _LONGEST_NAME)


def alternatives(listed: Iterable[str]) -> Iterator[str]:
    """Every phrase of a list: "(turn|switch)~on" stands for two, and so does "[the] lamp".

    What is left out may leave a space too many.
    """
    for phrase in listed:
        if "(" not in phrase and "[" not in phrase:
            yield phrase
            continue
        # what stands between brackets, and what stands within them, take turns
        pieces = [
            _options(piece) if at % 2 else [piece]
            for at, piece in enumerate(_ALTERNATIVES.split(phrase))
        ]
        yield from map("".join, product(*pieces))


def _options(bracket: str) -> list[str]:
    options = bracket[1:-1].split("|")
    return ["", *options] if bracket[0] == "[" else options


class Phrases(frozenset[tuple[str, ...]]):
    """Some phrases, and by the word that they begin with how long the longest of them is."""

    lengths: Mapping[str, int]

    def __new__(cls, phrases: Iterable[tuple[str, ...]] = ()) -> Self:
        """Take these up."""
        indexed = super().__new__(cls, phrases)
        indexed.lengths = _lengths(indexed)
        return indexed


class PhraseMeanings[Meaning](dict[tuple[str, ...], Meaning]):
    """By phrase, what it means; likewise. Nothing is added later."""

    def __init__(self, meanings: Mapping[tuple[str, ...], Meaning]) -> None:
        """Take these up."""
        super().__init__(meanings)
        self.lengths = _lengths(self)


def _lengths(phrases: Iterable[tuple[str, ...]]) -> dict[str, int]:
    lengths: dict[str, int] = {}
    for phrase in phrases:
        if phrase:
            lengths[phrase[0]] = max(len(phrase), lengths.get(phrase[0], 0))
    return lengths


def load_meanings(table: Mapping[str, Iterable[str]]) -> PhraseMeanings[str]:
    """By phrase, what it means; a file lists the phrases by their meaning."""
    return PhraseMeanings(
        {
            tuple(tokens(phrase)): sense
            for sense, listed in table.items()
            for phrase in alternatives(listed)
        }
    )


_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


def accents_by_plain_spelling(known: frozenset[str]) -> Mapping[str, str]:
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
