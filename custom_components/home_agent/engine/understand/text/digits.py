"""The figures of a sentence, typed or spoken, in whatever language: a PIN is told in many ways.

Nothing here knows the PIN. Whether a run of figures is hidden depends on its length alone.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ...language import Language, figure_names, magnitude_words, spoken_languages
from ..lexicon.file import has_lexicon, load_lexicon
from ..lexicon.lexicon import Lexicon
from .large_numbers import LargeNumerals, read_large_number
from .number_words import number_words
from .secret_words import load_repeats
from .words import tokens, without_accents

REDACTED = "••••"
"""What stands for figures that nobody should read, however many they are."""

_SHORTEST_RUN = 4
_LONGEST_NUMBER = 4
# A PIN is told by one or two figures at a time.
_TOLD_IN_TWO_FIGURES = 100

_UNICODE_NAMES = {"nb": "no"}

# Words that are only ever units, by their names in a lexicon. A PIN may well be followed by "now".
_MEASURES = frozenset({"celsius", "degrees", "fahrenheit", "kelvin", "other", "percent"})
_SPANS = ("seconds", "minutes", "hours", "days", "weeks", "oclock")

# Words, and figures of every kind one by one; Chinese characters stand without spaces.
_PIECE = re.compile(
    r"[\u3007\u3400-\u9fff]"
    r"|[^\W\d_\u3007\u3400-\u9fff]+(?:['\u2019][^\W\d_]+)*"
    r"|[^\W_][\ufe0f\u20e3]*"
)
# What may stand between the figures of one number: "47-11", "4, 7", "4_7", but not "19:30".
_BETWEEN = re.compile(r"(?:[^\w:\uff1a]|_){0,3}")
_APOSTROPHE = "\u2019"


@dataclass(frozen=True, slots=True)
class DigitRun:
    """Some figures, and where in the text they stand."""

    figures: str
    start: int
    end: int


def read_digits(text: str, language: Language) -> str:
    """All figures of a sentence in a row, whether typed or spoken: "one two 3 4" is 1234."""
    return "".join(run.figures for run in _told(text, language))


def without_digits(text: str, language: Language) -> str:
    """The sentence without any figures."""
    return _replaced(text, ((run.start, run.end) for run in _told(text, language)), " ")


def redact_digits(text: str, language: Language) -> str:
    """The sentence as it may be shown and kept: every run of four or more figures is hidden."""
    return _replaced(text, ((start, end) for start, end in _runs(text, language)), REDACTED)


def redact_bare_digits(text: str, language: Language) -> str:
    """The same, but with the runs that a unit follows: nobody tells a PIN in kelvin."""
    runs = _runs(text, language)
    bare = [(start, end) for start, end in runs if not is_measured(text[end:], language)]
    return _replaced(text, bare, REDACTED)


def is_measured(rest: str, language: Language) -> bool:
    """Whether what follows figures begins with a unit, where those of a language are known."""
    if not has_lexicon(language.code):
        return False
    return not _units(load_lexicon(language.code)).isdisjoint(tokens(rest)[:1])


def group_digits(text: str, language: Language) -> Iterator[list[DigitRun]]:
    """The figures of a sentence, those that stand together as one, however many they are."""
    return _together(_told(text, language), text)


def _runs(text: str, language: Language) -> Iterator[tuple[int, int]]:
    """Where figures stand together that make four or more."""
    for run in _runs_of(_told(text, language), text):
        yield run[0].start, run[-1].end


def _runs_of(told: Iterable[DigitRun], text: str) -> Iterator[list[DigitRun]]:
    return (run for run in _together(told, text) if _is_long(run))


def _together(told: Iterable[DigitRun], text: str) -> Iterator[list[DigitRun]]:
    run: list[DigitRun] = []
    for digits in told:
        if run and not _BETWEEN.fullmatch(text, run[-1].end, digits.start):
            yield run
            run = []
        run.append(digits)
    if run:
        yield run


def _is_long(run: list[DigitRun]) -> bool:
    return sum(len(digits.figures) for digits in run) >= _SHORTEST_RUN


def _replaced(text: str, places: Iterable[tuple[int, int]], by: str) -> str:
    parts, done = [], 0
    for start, end in places:
        parts += [text[done:start], by]
        done = end
    return "".join([*parts, text[done:]])


def _told(text: str, language: Language) -> list[DigitRun]:
    """The figures in the speaker's own words, and whole runs of them in another language's."""
    pieces = [*_PIECE.finditer(text)]
    words = [_plain(piece[0]) for piece in pieces]
    told = _read(pieces, words, _numerals_of(language.code))
    if not any(True for _run in _runs_of(_read(pieces, words, _numerals_anywhere()), text)):
        return told
    for code in spoken_languages():
        foreign = _read(pieces, words, _numerals_of(code))
        for run in _runs_of(foreign, text):
            inside = [digits for digits in told if run[0].start <= digits.start < run[-1].end]
            if sum(len(digits.figures) for digits in run) > sum(
                len(digits.figures) for digits in inside
            ):
                told = sorted({*told} - {*inside} | {*run}, key=lambda digits: digits.start)
    return told


def _read(pieces: list[re.Match[str]], words: list[str], numerals: LargeNumerals) -> list[DigitRun]:
    told: list[DigitRun] = []
    at = 0
    while at < len(words):
        length, figures = _at(words, at, numerals)
        if (often := load_repeats().get(words[at], 0)) and at + 1 < len(words):
            following, repeated = _at(words, at + 1, numerals)
            if len(repeated) == 1:
                length, figures = following + 1, repeated * often
        if figures:
            told.append(DigitRun(figures, pieces[at].start(), pieces[at + length - 1].end()))
        at += length
    return told


def _at(words: list[str], at: int, numerals: LargeNumerals) -> tuple[int, str]:
    """The figures that begin at a word: of how many words they are, and which."""
    taken, large = read_large_number(words, at, numerals)
    if taken:
        return taken, large
    for length in range(min(_LONGEST_NUMBER, len(words) - at), 0, -1):
        if (found := numerals.names.get(tuple(words[at : at + length]))) is not None:
            return length, found
    return 1, "".join(str(value) for sign in words[at] if (value := _digit(sign)) is not None)


def _digit(sign: str) -> int | None:
    """What a sign counts, also in a circle or as an exponent."""
    return unicodedata.digit(sign, None)


def _plain(piece: str) -> str:
    return unicodedata.normalize("NFKC", piece).lower().replace(_APOSTROPHE, "'")


@cache
def _numerals_anywhere() -> LargeNumerals:
    """How numbers are told in any of the languages that we speak."""
    every = [_numerals_of(code) for code in spoken_languages()]
    return LargeNumerals(
        names={words: number for spoken in every for words, number in spoken.names.items()},
        magnitudes={word: value for spoken in every for word, value in spoken.magnitudes.items()},
        links=frozenset().union(*(spoken.links for spoken in every)),
    )


@cache
def _numerals_of(code: str) -> LargeNumerals:
    magnitudes, links = magnitude_words(code.partition("-")[0])
    return LargeNumerals(names=_names_in(code), magnitudes=magnitudes, links=links)


@cache
def _names_in(code: str) -> Mapping[tuple[str, ...], str]:
    base = code.partition("-")[0]
    base = _UNICODE_NAMES.get(base, base)
    own: dict[tuple[str, ...], str] = {
        (word,): str(figure) for word, figure in figure_names(base).items()
    }
    own |= {tuple(map(without_accents, words)): figure for words, figure in own.items()}
    try:
        named = number_words(base).items()
    except ValueError:
        # A language that Unicode has no number words for; its figures will do.
        return own
    return {words: str(number) for words, number in named if number < _TOLD_IN_TWO_FIGURES} | own


@cache
def _units(lexicon: Lexicon) -> frozenset[str]:
    phrases = (
        *(phrase for phrase, kind in lexicon.amounts.items() if kind in _MEASURES),
        *lexicon.units,
        *(phrase for name in _SPANS for phrase in lexicon.times[name]),
    )
    # "Ora" is an hour, and also now.
    now = {phrase[0] for phrase in lexicon.times["now"]}
    return frozenset(phrase[0] for phrase in phrases if len(phrase) == 1) - now
