"""Number words of a language, from the rules of Unicode that the grammar goes by too."""

from collections.abc import Iterable
from functools import cache
from itertools import chain

from unicode_rbnf import RbnfEngine

from .accents import without_accents
from .words import tokens

# What people say of a home: percents and degrees one by one, kelvin in hundreds.
_COUNTED = (range(101), range(200, 1000, 100), range(1000, 7001, 100))
_ONE = 1


@cache
def number_words(code: str) -> dict[tuple[str, ...], int]:
    """The words for every number that is said in a home, as phrases."""
    engine = RbnfEngine.for_language(code.partition("-")[0])
    return {
        phrase: number for number in chain(*_COUNTED) for phrase in _spelt(engine, number) if phrase
    }


def _spelt(engine: RbnfEngine, number: int) -> Iterable[tuple[str, ...]]:
    """The ways to write a number; of one only its own name, since the others are articles."""
    said = engine.format_number(number)
    ways = {said.text} if number == _ONE else {said.text, *said.text_by_ruleset.values()}
    spelt = {way.replace("\u00ad", "") for way in ways}
    return {tuple(tokens(way)) for way in spelt | set(map(without_accents, spelt))}
