"""Numbers of hundreds and thousands in words: "four thousand seven hundred and eleven".

A PIN may be told so, too, in several words or, as some languages have it, in a single one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

type NumberNames = Mapping[tuple[str, ...], str]
"""What the numbers below a hundred are called."""

_HUNDRED, _THOUSAND = 100, 1000
_MOST_WORDS = 10
_MOST_PARTS = 8
_LONGEST_NAME = 3
_LONGEST_WORD = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeNumerals:
    """How a language tells numbers, or all of them together."""

    names: NumberNames
    magnitudes: Mapping[str, int]
    links: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Part:
    """A number below a hundred, or a magnitude, and how many words of a sentence it takes."""

    value: int
    is_magnitude: bool = False
    words: int = 1


def read_large_number(words: Sequence[str], at: int, numerals: LargeNumerals) -> tuple[int, str]:
    """The number of hundreds or thousands that begins at a word: how many words, and its figures.

    No words, and no figures, where there is none: a hundred or a thousand alone is only many.
    """
    if not numerals.magnitudes:
        return 0, ""
    parts: list[_Part] = []
    ends: list[tuple[int, int]] = []
    place = at
    while place < min(len(words), at + _MOST_WORDS) and len(parts) < _MOST_PARTS:
        if parts and words[place] in numerals.links:
            place += 1
            continue
        found = _parts_at(words, place, numerals)
        if not found:
            break
        parts += found
        place += sum(part.words for part in found)
        ends.append((place - at, len(parts)))
    for length, count in reversed(ends):
        if (number := _value(parts[:count])) is not None:
            return length, str(number)
    return 0, ""


def _parts_at(words: Sequence[str], at: int, numerals: LargeNumerals) -> list[_Part]:
    """What a word, or a few that are one number, add to it; nothing where they are no number."""
    for length in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
        if (figures := numerals.names.get(tuple(words[at : at + length]))) is not None:
            return [_Part(int(figures), words=length)]
    parts = _split(words[at], numerals)
    return [*parts[:-1], _Part(parts[-1].value, parts[-1].is_magnitude, 1)] if parts else []


def _split(word: str, numerals: LargeNumerals) -> list[_Part]:
    """The parts of a number that is written as one word, of which only the last counts as one."""
    if not word or len(word) > _LONGEST_WORD:
        return []
    if (value := numerals.magnitudes.get(word)) is not None:
        return [_Part(value, is_magnitude=True, words=0)]
    if (figures := numerals.names.get((word,))) is not None:
        return [_Part(int(figures), words=0)]
    for magnitude in sorted(numerals.magnitudes, key=numerals.magnitudes.__getitem__, reverse=True):
        before, found, after = word.partition(magnitude)
        if not found or not (before or after):
            continue
        first = _split(before, numerals)
        last = _split(after, numerals) or _split_after_link(after, numerals)
        if (before and not first) or (after and not last):
            continue
        value = numerals.magnitudes[magnitude]
        return [*first, _Part(value, is_magnitude=True, words=0), *last]
    return []


def _split_after_link(word: str, numerals: LargeNumerals) -> list[_Part]:
    """Likewise for what goes on with an "and": "viertausendundelf"."""
    for link in numerals.links:
        if word.startswith(link) and (parts := _split(word.removeprefix(link), numerals)):
            return parts
    return []


def _value(parts: Sequence[_Part]) -> int | None:
    """The number that parts make, if they make one and a magnitude is among them."""
    if not any(part.is_magnitude for part in parts) or all(
        part.is_magnitude and part.value in (_HUNDRED, _THOUSAND) for part in parts
    ):
        return None
    total, current, open_to = 0, 0, _THOUSAND * _HUNDRED
    for part in parts:
        if not part.is_magnitude or part.value not in (_HUNDRED, _THOUSAND):
            if part.value >= open_to or current % _HUNDRED:
                return None
            current += part.value
            open_to = _HUNDRED if part.is_magnitude else 1
        elif part.value == _HUNDRED:
            current = (current or 1) * _HUNDRED
            open_to = _HUNDRED
        else:
            if total:
                return None
            total, current = (current or 1) * _THOUSAND, 0
            open_to = _THOUSAND
    return total + current
