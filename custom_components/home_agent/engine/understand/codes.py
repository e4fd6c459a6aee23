"""The codes of locks and alarms: taken out of a sentence, and out of whatever is kept of it."""

import re
from typing import override

from .frame import find_phrase
from .lexicon import Lexicon, Phrase
from .numerals import is_whole

_FIGURES = re.compile(r"\d")


class Code(str):
    """A code that a person spoke: handed to the home, and never written down."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        """Keep it out of whatever prints a plan."""
        return "'•••'"


def without_code(words: Phrase, lexicon: Lexicon) -> tuple[Phrase, Code]:
    """The words without a code, and the code; nothing if none is told."""
    for start in range(len(words)):
        mark = find_phrase(words, lexicon.roles["code_marks"], start)
        end = start + len(mark)
        while mark and end < len(words) and is_whole(words[end]):
            end += 1
        if end > start + len(mark):
            code = "".join(words[start + len(mark) : end])
            before = words[:start]
            while before and before[-1] == ",":
                before = before[:-1]
            return before + words[end:], Code(code)
    return words, Code()


def discreet(text: str, lexicon: Lexicon) -> str:
    """A sentence as it may be kept: without the figures of a code."""
    words = lexicon.words(text)
    marks = lexicon.roles["code_marks"]
    told = any(find_phrase(words, marks, at) for at in range(len(words)))
    return _FIGURES.sub("•", text) if told else text
