"""Yes, no, or a PIN: what is said to "Shall I unlock the door?"."""

import unicodedata
from collections.abc import Mapping
from functools import cache

from ..language import Language
from .frame import find_phrase
from .lexicon_file import has_lexicon, load_lexicon
from .numbers import number_words
from .talk import load_talk
from .words import tokens

_LONGEST_NUMBER = 4
# A PIN is told by one or two figures at a time.
_TOLD_IN_TWO_FIGURES = 100


def consent(text: str, language: Language) -> bool | None:
    """Whether somebody agrees or declines; nothing if they say something else."""
    words = tuple(tokens(text))
    if any(words == tuple(tokens(one)) for one in language.yes):
        return True
    if any(words == tuple(tokens(one)) for one in language.no):
        return False
    if not has_lexicon(language.code):
        return None
    talk, said = load_talk(language.code), load_lexicon(language.code).words(text)
    if talk.is_said(said, "yes"):
        return True
    return False if talk.is_said(said, "no", "never_mind", "none") else None


def agreed_to(text: str, language: Language) -> str:
    """What comes after a yes: "yes, unlock it". Nothing if the sentence does not begin with one."""
    if not has_lexicon(language.code):
        return ""
    said = load_lexicon(language.code).words(text)
    first = find_phrase(said, load_talk(language.code)["yes"], 0)
    return " ".join(said[len(first) :]).removeprefix(", ") if first else ""


def spoken_figures(text: str, language: Language) -> str:
    """All figures of a sentence in a row, whether typed or spoken: "one two 3 4" is 1234."""
    words = tuple(tokens(text))
    named = _small_numbers(language.code)
    figures, at = "", 0
    while at < len(words):
        length, value = next(
            (
                (length, named[words[at : at + length]])
                for length in range(_LONGEST_NUMBER, 0, -1)
                if words[at : at + length] in named
            ),
            (1, "".join(str(unicodedata.decimal(one)) for one in words[at] if one.isdecimal())),
        )
        figures += value
        at += length
    return figures


@cache
def _small_numbers(code: str) -> Mapping[tuple[str, ...], str]:
    try:
        named = number_words(code).items()
        return {words: str(number) for words, number in named if number < _TOLD_IN_TWO_FIGURES}
    except ValueError:
        # A language that Unicode has no number words for; its figures will do.
        return {}
