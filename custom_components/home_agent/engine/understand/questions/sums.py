"""Sums in words and figures: "what is twelve times seven", "15 % of 80", "(3 + 4) * 2".

They are read by a small grammar and worked out with exact fractions. Nothing is evaluated.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt, sqrt

from ...language import Language
from ..lexicon.file import has_lexicon, read_lexicon_file
from ..lexicon.lexicon import Phrase
from ..text.phrases import find_phrase, words_of
from ..text.words import PhraseMeanings, Phrases, alternatives
from ..understanding import Sum

# More than anybody works out aloud.
_MOST_TOKENS = 40
_MOST = 10**18

_SIGNS: Mapping[str, str] = {
    **dict.fromkeys("*\u00d7\u00b7x", "times"),
    **dict.fromkeys("/:\u00f7", "over"),
    **dict.fromkeys("-\u2212\u2013", "minus"),
    "+": "plus",
    "(": "(",
    ")": ")",
    "%": "percent",
    "\u00b2": "squared",
}
# A sign of arithmetic, or whatever is between two; a dash in a row of figures is one too.
_PIECES = re.compile(
    r"([+*\u00d7\u00b7\u00f7()\u00b2\u2212\u2013]|(?<=[\d)])\s*[-/](?=\s*[\d(])"
    r"|(?<=[\d)])\s+:(?=\s)|(?<=[\d)\s])-(?=\s)|[=?\u00bf!])"
)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?$")
_IGNORED = frozenset("=?¿!")
# "12-34-56" is a number of something, and "2026/11/16" a day.
_DASHES = re.compile(r"\d(?:[-/:]\d+){2,}")


class NoSumError(Exception):
    """What was said is no sum."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """How one language speaks of sums."""

    meanings: PhraseMeanings[str]
    around: Phrases
    """What may stand before or after a sum: "what is", "how much is"."""


def has_digits(words: Phrase) -> bool:
    """Whether there is anything to work out: number words are figures by now."""
    return any(word[-1].isdigit() for word in words)


def read_sum(text: str, language: Language) -> Sum | None:
    """What a sentence wants worked out; None if it is no sum."""
    if not any(sign.isdigit() for sign in text) and not has_lexicon(language.code):
        return None
    if _DASHES.search(text):
        return None
    try:
        found = _tokens(text, language.code)
        value = _Reader(found).read()
    except NoSumError:
        return None
    except ZeroDivisionError:
        return Sum(value=None)
    return Sum(value=value)


def _tokens(text: str, code: str) -> list[str]:
    """Figures and what is done with them. Raises `NoSumError` where anything else is said."""
    words = _words(code)
    kept: list[str] = []
    for piece in _PIECES.split(text):
        sign = piece.strip()
        if sign in _IGNORED:
            continue
        if sign in _SIGNS:
            kept.append(_SIGNS[sign])
        else:
            kept += _meanings(words_of(piece, code), words)
    if len(kept) > _MOST_TOKENS:
        raise NoSumError
    return kept


def _meanings(said: Phrase, words: _Words) -> Iterator[str]:
    at = 0
    while at < len(said):
        word = said[at]
        if _NUMBER.match(word):
            yield word
            at += 1
        elif phrase := find_phrase(said, words.meanings, at):
            yield words.meanings[phrase]
            at += len(phrase)
        elif phrase := find_phrase(said, words.around, at):
            at += len(phrase)
        elif word in _SIGNS:
            yield _SIGNS[word]
            at += 1
        else:
            raise NoSumError


class _Reader:
    """Reads a sum by what binds more than what."""

    def __init__(self, found: list[str]) -> None:
        self._found = found
        self._at = 0
        self._worked = False

    def read(self) -> Fraction:
        """What it comes to. Raises `NoSumError` and `ZeroDivisionError`."""
        value = self._sum()
        if self._at < len(self._found) or not self._worked:
            raise NoSumError
        return value

    def _sum(self) -> Fraction:
        value = self._product()
        while True:
            sign = self._next_of("plus", "minus")
            if not sign and not self._is_negative():
                return value
            # "twelve minus five" is heard as "12 -5"
            more = self._product()
            self._worked = True
            if self._next_of("percent"):
                more = value * more / 100
            value = _bounded(value - more if sign == "minus" else value + more)

    def _product(self) -> Fraction:
        value = self._factor()
        while sign := self._next_of("times", "over"):
            self._worked = True
            more = self._factor()
            value = _bounded(value / more if sign == "over" else value * more)
        return value

    def _factor(self) -> Fraction:
        for share in ("half", "third", "quarter"):
            if self._next_of(share):
                self._worked = True
                return self._factor() / {"half": 2, "third": 3, "quarter": 4}[share]
        if self._next_of("root"):
            self._worked = True
            return _root(self._factor())
        value = self._bracketed() if self._next_of("(") else self._figure()
        if self._next_of("squared"):
            self._worked = True
            value = _bounded(value * value)
        at = self._at
        if self._next_of("percent"):
            if self._next_of("of"):
                self._worked = True
                return value * self._factor() / 100
            self._at = at
        return value

    def _bracketed(self) -> Fraction:
        value = self._sum()
        if not self._next_of(")"):
            raise NoSumError
        return value

    def _figure(self) -> Fraction:
        below = bool(self._next_of("minus"))
        if self._at >= len(self._found) or not _NUMBER.match(self._found[self._at]):
            raise NoSumError
        value = _bounded(Fraction(self._found[self._at]))
        self._at += 1
        return -value if below else value

    def _next_of(self, *meanings: str) -> str:
        """What comes next, if it is one of these; then it is read."""
        if self._at < len(self._found) and self._found[self._at] in meanings:
            self._at += 1
            return self._found[self._at - 1]
        return ""

    def _is_negative(self) -> bool:
        return self._at < len(self._found) and bool(
            self._found[self._at].startswith("-") and _NUMBER.match(self._found[self._at])
        )


def _bounded(value: Fraction) -> Fraction:
    if abs(value) > _MOST:
        raise NoSumError
    return value


def _root(value: Fraction) -> Fraction:
    if value < 0:
        raise NoSumError
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    exact = Fraction(top, bottom)
    return exact if exact * exact == value else Fraction(sqrt(value))


@cache
def _words(code: str) -> _Words:
    listed = read_lexicon_file(code)["sums"] if has_lexicon(code) else {}
    return _Words(
        meanings=PhraseMeanings(
            {
                words_of(phrase, code): meaning
                for meaning, phrases in listed.items()
                if meaning != "around"
                for phrase in alternatives(phrases)
            }
        ),
        around=Phrases(words_of(phrase, code) for phrase in alternatives(listed.get("around", ()))),
    )
