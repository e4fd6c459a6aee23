"""Searches for the phrases of a list in a sentence."""

from collections.abc import Container

from ..clauses.frame import find_phrase
from ..lexicon.lexicon import Phrase


def has_phrase(words: Phrase, phrases: Container[Phrase], start: int = 0) -> bool:
    """Whether one of some phrases stands among the words, from `start` on."""
    return bool(first_phrase(words, phrases, start)[1])


def first_phrase(words: Phrase, phrases: Container[Phrase], start: int = 0) -> tuple[int, Phrase]:
    """Where the first of some phrases stands, and which it is; empty if none does."""
    for at in range(start, len(words)):
        if phrase := find_phrase(words, phrases, at):
            return at, phrase
    return len(words), ()


def take_phrase(words: Phrase, phrases: Container[Phrase], start: int = 0) -> tuple[Phrase, Phrase]:
    """The first of some phrases, and the words without it; empty if none is there."""
    at, phrase = first_phrase(words, phrases, start)
    return phrase, words[:at] + words[at + len(phrase) :]


def strip_start(words: Phrase, phrases: Container[Phrase]) -> Phrase:
    """The words without the phrases that they begin with, however many."""
    while phrase := find_phrase(words, phrases, 0):
        words = words[len(phrase) :]
    return words


def end_phrase(words: Phrase, phrases: Container[Phrase], start: int = 0) -> Phrase:
    """The longest of some phrases that the words end with, from `start` on; empty if none."""
    return next((words[at:] for at in range(start, len(words)) if words[at:] in phrases), ())
