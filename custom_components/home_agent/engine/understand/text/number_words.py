"""Number words of a language, from the rules of Unicode that the grammar goes by too."""

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ...storage.cache import cached_json
from . import words
from .words import tokens, without_accents

if TYPE_CHECKING:
    from unicode_rbnf import RbnfEngine

# What people say of a home: percents and degrees one by one, kelvin in hundreds.
_COUNTED = (range(101), range(200, 1000, 100), range(1000, 7001, 100))
_ONE = 1


@cache
def number_words(code: str) -> dict[tuple[str, ...], int]:
    """The words for every number that is said in a home, as phrases."""
    spoken = code.partition("-")[0]
    found = cached_json(f"numbers-{spoken}", _made_of(), lambda: _number_words(spoken))
    return {tuple(phrase): number for phrase, number in found}


def _made_of() -> Iterator[bytes]:
    """What tells whether the words would be others: the rules, and how we read them."""
    yield sys.version.encode()
    rules = find_spec("unicode_rbnf")
    if rules is not None and rules.origin is not None:
        yield f"{rules.origin} {Path(rules.origin).stat().st_mtime_ns}".encode()
    for file in (__file__, words.__file__):
        yield Path(file).read_bytes()


def _number_words(language: str) -> list[tuple[tuple[str, ...], int]]:
    # Takes as long to load as to read a sentence.
    from unicode_rbnf import RbnfEngine  # noqa: PLC0415

    engine = RbnfEngine.for_language(language)
    found = {
        phrase: number for number in chain(*_COUNTED) for phrase in _spelt(engine, number) if phrase
    }
    return list(found.items())


def _spelt(engine: RbnfEngine, number: int) -> Iterable[tuple[str, ...]]:
    """The ways to write a number; of one only its own name, since the others are articles."""
    said = engine.format_number(number)
    ways = {said.text} if number == _ONE else {said.text, *said.text_by_ruleset.values()}
    spelt = {way.replace("\u00ad", "") for way in ways}
    return {tuple(tokens(way)) for way in spelt | set(map(without_accents, spelt))}
