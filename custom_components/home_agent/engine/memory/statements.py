"""What two memories have in common: their words, their frame, and what they say the place of.

The words are data, `language/memory.toml`, of all languages together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from ..language import memory_words
from ..understand.text.words import tokens, without_accents

_FIGURE, _DAY = "#", "~"
_LONGEST_SUBJECT = 6
_LONGEST_BEING = 2
_MOST_READ = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A memory's content, read only as far as it takes to compare it."""

    words: tuple[str, ...]
    """All words, plainly written."""

    frame: tuple[str, ...]
    """The same with a mark for each figure and day that may change while it is the same fact.

    Only of those in its second half: "zone 1" that something begins with is a name.
    """

    negated: bool
    core: frozenset[str]
    """The words that tell something, without what may change or negates; "likes" is "like"."""

    changeable: tuple[str, ...]
    """The figures and days that may change."""

    placed: tuple[str, ...] = ()
    """The thing whose place it tells; empty if it tells none."""


@lru_cache(maxsize=_MOST_READ)
def read_statement(content: str) -> Statement:
    """Read what a memory says."""
    words = plain_words(content)
    listed = _listed()
    frame = (*words[: len(words) // 2], *map(_mark, words[len(words) // 2 :]))
    return Statement(
        words=words,
        frame=frame,
        negated=any(word in listed["negations"] for word in words),
        core=frozenset(
            word.removesuffix("s")
            for word in frame
            if word not in listed["articles"] and word not in listed["negations"]
        ),
        changeable=tuple(word for word, mark in zip(words, frame, strict=True) if word != mark),
        placed=_placed(words),
    )


@lru_cache(maxsize=_MOST_READ)
def plain_words(text: str) -> tuple[str, ...]:
    """The words and figures of a text, as they are compared: without accents and signs."""
    plain = without_accents(text.lower()).replace("ß", "ss")
    return tuple(word for word in tokens(plain) if word[0].isalnum() or word[0] == "-")


def telling_words(text: str) -> tuple[str, ...]:
    """Those of them that tell what it is about."""
    return tuple(word for word in plain_words(text) if word not in _listed()["common"])


def _mark(word: str) -> str:
    if word[-1].isdecimal():
        return _FIGURE
    return _DAY if word in _listed()["days"] else word


def replace_place(content: str, place: str) -> str | None:
    """What is remembered of a thing's place, with another place; None if it tells no place.

    "The spare key is in the shed", "is in the attic": "The spare key is in the attic".
    """
    at = _being_at(content.split())
    return None if at is None else " ".join((*content.split()[:at], place))


def _being_at(pieces: list[str]) -> int | None:
    """Where "is in" stands among the pieces of a text."""
    words = [" ".join(plain_words(piece)) for piece in pieces]
    for at in range(1, len(words) - 1):
        for length in range(_LONGEST_BEING, 0, -1):
            after = at + length
            if after < len(words) and " ".join(words[at:after]) in _listed()["being"]:
                return at if words[after].split(" ")[0] in _listed()["places"] else None
    return None


def _placed(words: tuple[str, ...]) -> tuple[str, ...]:
    """What comes before "is in", without articles: "the spare key", "mein Ausweis"."""
    listed = _listed()
    for at in range(1, min(len(words) - 1, _LONGEST_SUBJECT + 1)):
        if words[at] not in _being_begins():
            continue
        for length in range(_LONGEST_BEING, 0, -1):
            after = at + length
            if after >= len(words) or " ".join(words[at:after]) not in listed["being"]:
                continue
            if words[after] in listed["places"]:
                small = listed["articles"] | listed["mine"]
                return tuple(word for word in words[:at] if word not in small)
            break
    return ()


@cache
def _being_begins() -> frozenset[str]:
    return frozenset(being.split()[0] for being in _listed()["being"])


@cache
def _listed() -> Mapping[str, frozenset[str]]:
    return memory_words()
