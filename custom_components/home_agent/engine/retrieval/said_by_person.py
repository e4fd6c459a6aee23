"""Checks that a statement is in a person's own words, before it becomes a memory.

Its words must have been said, and what is denied of them in it must have been denied: whoever is
allergic is not to be remembered as one who is not.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..language import memory_words
from .words import find_stems, find_telling_stems, plain

_SHARE = 0.6
"""How much of a statement's words must have been said; the rest puts them together."""

_FIGURES = re.compile(r"\d+(?:[.,:]\d+)*")
_PARTS = re.compile(r"[.!?;,:\n\u2013\u2014()]+")
_WORDS = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


def is_in_own_words(statement: str, said: Iterable[str]) -> bool:
    """Whether most words of a statement, and all of its figures, are in what somebody said.

    And whether it denies what they denied, and nothing else.
    """
    listed = tuple(said)
    return shares_words(statement, listed) and _agrees(statement, listed)


def shares_words(statement: str, said: Iterable[str]) -> bool:
    """Whether most words of a statement, and all of its figures, were said, whatever of them."""
    text = "\n".join(said)
    if not set(_FIGURES.findall(statement)) <= set(_FIGURES.findall(text)):
        return False
    # Of words that deny, others say the same: whether it is denied is looked at by itself.
    words = find_telling_stems(_without_denials(statement))
    known = set(find_stems(text))
    return bool(words) and sum(word in known for word in words) >= _SHARE * len(words)


def is_quoted(quote: str, said: Iterable[str]) -> bool:
    """Whether these very words were said, whatever their signs and capitals."""
    words = find_stems(quote)
    if not words:
        return False
    return any(_holds(find_stems(sentence), words) for sentence in said)


def _holds(words: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))


@dataclass(frozen=True, slots=True)
class _Clause:
    """A part of a statement that is denied as a whole, or is not."""

    stems: frozenset[str]
    """What it tells of."""

    denied: bool


def _agrees(statement: str, said: Iterable[str]) -> bool:
    """Whether each part of a statement is denied if that which it was made of is, and only then."""
    sources = [clause for sentence in said for clause in _clauses(sentence)]
    known = frozenset[str]().union(*(clause.stems for clause in sources))
    for clause in _clauses(statement):
        heard = clause.stems & known
        if not heard:
            if clause.denied:
                # A denial of nothing that was said denies whatever is beside it.
                return False
            continue
        if any(_find_source(stem, clause, sources).denied != clause.denied for stem in heard):
            return False
    return True


def _find_source(stem: str, clause: _Clause, sources: list[_Clause]) -> _Clause:
    """Of all that was said with a word, that which has most in common; the last, of several."""
    told = [source for source in reversed(sources) if stem in source.stems]
    return max(told, key=lambda source: len(source.stems & clause.stems))


def _clauses(text: str) -> Iterator[_Clause]:
    for part in _PARTS.split(text):
        words: list[str] = []
        for found in _WORDS.finditer(part):
            word = found[0].casefold().replace("\u2019", "'")
            if word in memory_words()["clauses"]:
                yield from _clause(words)
                words = []
            else:
                words.append(plain(word))
        yield from _clause(words)


def _clause(words: list[str]) -> Iterator[_Clause]:
    if not words:
        return
    turning = {word for word in words if _denies(word) or _dislikes(word)}
    denied = any(map(_denies, turning)) != any(map(_dislikes, turning))
    told = " ".join(word for word in words if word not in turning)
    yield _Clause(frozenset(find_telling_stems(told)), denied)


def _without_denials(text: str) -> str:
    words = (plain(found[0]).replace("\u2019", "'") for found in _WORDS.finditer(text))
    return " ".join(word for word in words if not _denies(word) and not _dislikes(word))


def _denies(word: str) -> bool:
    listed = memory_words()
    return (
        word in listed["denials"]
        or word.endswith(tuple(listed["denial_ends"]))
        or word.startswith(tuple(listed["denial_beginnings"]))
    )


def _dislikes(word: str) -> bool:
    return word in memory_words()["aversions"]
