"""What two memories have in common: their words, their frame, and what they say the place of.

The words are data, `language/memory.toml`, of all languages together.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from ..language import memory_words
from ..privacy.masking import HIDDEN
from ..understand.text.words import tokens, without_accents

_FIGURE, _DAY = "#", "~"
_LONGEST_SUBJECT = 6
_LONGEST_BEING = 2
_MOST_READ = 4096
_SHORTEST_STEM, _SURE_STEM = 3, 4
_APOSTROPHE = re.compile("['\u2019]")


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
        placed=_placed(content, words),
    )


@lru_cache(maxsize=_MOST_READ)
def plain_words(text: str) -> tuple[str, ...]:
    """The words and figures of a text, as they are compared: without accents and signs."""
    plain = without_accents(text.lower()).replace("ß", "ss")
    return tuple(word for word in tokens(plain) if word[0].isalnum() or word[0] == "-")


def telling_words(text: str) -> tuple[str, ...]:
    """Those of them that tell what it is about."""
    return tuple(word for word in plain_words(text) if word not in _listed()["common"])


def asking_words(question: str) -> tuple[str, ...]:
    """Those of a question that tell what it is about, and not what is asked of that."""
    telling = telling_words(question)
    return tuple(word for word in telling if word not in _listed()["asked"]) or telling


def tells_place(content: str) -> bool:
    """Whether a memory tells some place: "on level 3", and not just "on Monday"."""
    words, listed = plain_words(content), _listed()
    return any(
        (word in listed["places"] and not (after[0].isdecimal() or after in listed["days"]))
        or f"{word} {after}" in listed["places_in_two"]
        for word, after in pairwise(words)
    )


def tells_what_happens(word: str) -> bool:
    """Whether a word tells what happens rather than to what: "lives", "comes"."""
    return word in _listed()["happening"]


def is_form_of(word: str, other: str) -> bool:
    """Whether two words are the same but for how they end: "coming" and "comes"."""
    short, long = sorted((_stem(word), _stem(other)), key=len)
    return short == long or (len(short) >= _SURE_STEM and long[:-1] == short)


def _stem(word: str) -> str:
    for ending in _endings():
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


@cache
def _endings() -> tuple[str, ...]:
    return tuple(sorted(_listed()["endings"], key=lambda ending: (-len(ending), ending)))


def _mark(word: str) -> str:
    if word[-1].isdecimal():
        return _FIGURE
    return _DAY if word in _listed()["days"] else word


def replace_place(content: str, place: str) -> str | None:
    """What is remembered of a thing's place, with another place; None if it tells no place.

    "The spare key is in the shed", "is in the attic": "The spare key is in the attic". What
    somebody did with it is told as they say it: "The spare key: I put it in the attic".
    """
    pieces = content.split()
    thing, colon, _ = content.partition(":")
    at = _being_at(pieces)
    if colon and _tells_moving(content):
        subject = thing
    elif at is not None:
        subject = " ".join(pieces[:at])
    else:
        return _replace_last_place(pieces, place.split())
    return f"{subject}: {place}" if _begins_moving(place) else f"{subject} {place}"


def _replace_last_place(pieces: list[str], place: list[str]) -> str | None:
    """What was done somewhere, with another place: "I parked on level 3", "is on level 5"."""
    places = _listed()["places"]
    while place and not _is_one_of(place[0], places):
        place = place[1:]
    at = max((at for at, word in enumerate(pieces) if _is_one_of(word, places)), default=0)
    if not place or not at:
        return None
    # What comes after a place of the same kind is no part of it: "auf Ebene 3 geparkt".
    old, new = (tuple(map(_mark, plain_words(" ".join(part)))) for part in (pieces[at:], place))
    rest = pieces[at + len(place) :] if old[: len(new)] == new else []
    return " ".join((*pieces[:at], *place, *rest))


def _is_one_of(piece: str, words: frozenset[str]) -> bool:
    return " ".join(plain_words(piece)) in words


def _tells_moving(content: str) -> bool:
    """Whether a memory tells what somebody did with a thing: "My keys: I put them on the desk"."""
    _, colon, rest = content.partition(":")
    return bool(colon) and _begins_moving(rest)


def _begins_moving(text: str) -> bool:
    said = " ".join(plain_words(_APOSTROPHE.sub(" ", text)))
    return any(said.startswith(f"{lead} ") for lead in _listed()["moved"])


def _being_at(pieces: list[str]) -> int | None:
    """Where "is in" stands among the pieces of a text."""
    words = [" ".join(plain_words(piece)) for piece in pieces]
    for at in range(1, len(words) - 1):
        for length in range(_LONGEST_BEING, 0, -1):
            after = at + length
            if after < len(words) and " ".join(words[at:after]) in _listed()["being"]:
                return at if words[after].split(" ")[0] in _listed()["places"] else None
    return None


def _placed(content: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """What comes before "is in", without articles: "the spare key", "mein Ausweis"."""
    listed = _listed()
    small = listed["articles"] | listed["mine"]
    if _tells_moving(content):
        thing = plain_words(content.partition(":")[0])
        return tuple(word for word in thing if word not in small)
    for at in range(1, min(len(words) - 1, _LONGEST_SUBJECT + 1)):
        if words[at] not in _being_begins():
            continue
        for length in range(_LONGEST_BEING, 0, -1):
            after = at + length
            if after >= len(words) or " ".join(words[at:after]) not in listed["being"]:
                continue
            in_two = " ".join(words[after : after + 2]) in listed["places_in_two"]
            if words[after] in listed["places"] | listed["people"] or in_two:
                return tuple(word for word in words[:at] if word not in small)
            break
    return ()


@cache
def _being_begins() -> frozenset[str]:
    return frozenset(being.split()[0] for being in _listed()["being"])


@cache
def _listed() -> Mapping[str, frozenset[str]]:
    return memory_words()


def build_redactor(contents: Iterable[str]) -> Callable[[str], str]:
    """Return a function that hides texts with all words of a forgotten memory.

    The whole text is hidden: whatever else is said with it may give it away.
    """
    forgotten = [words for content in contents if (words := frozenset(plain_words(content)))]

    def hide(text: str) -> str:
        said = frozenset(plain_words(text))
        return HIDDEN if any(words <= said for words in forgotten) else text

    return hide
