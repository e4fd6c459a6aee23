"""A code that is spoken with a command: "unlock the door, code one two three four"."""

from typing import override

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.numerals import is_whole
from ..text.phrases import find_phrase

# Elsewhere these are articles, and so not read as a number.
_ONE = dict.fromkeys(("one", "eins", "ein", "uno", "un", "een", "één"), "1")


class Code(str):
    """A code that a person spoke: handed to the home, and never written down."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        """Keep it out of whatever prints a plan."""
        return "'•••'"


def take_code(words: Phrase, lexicon: Lexicon) -> tuple[Phrase, Code]:
    """The words without a code, and the code; empty if none is told."""
    for start in range(len(words)):
        mark = find_phrase(words, lexicon.roles["code_marks"], start)
        end = start + len(mark)
        while mark and end < len(words) and _read_code_figure(words[end]):
            end += 1
        if end > start + len(mark):
            code = "".join(map(_read_code_figure, words[start + len(mark) : end]))
            before = words[:start]
            while before and before[-1] == ",":
                before = before[:-1]
            return before + words[end:], Code(code)
    return words, Code()


def _read_code_figure(word: str) -> str:
    """A word as figures of a code; empty if it is none."""
    return word if is_whole(word) else _ONE.get(word, "")
