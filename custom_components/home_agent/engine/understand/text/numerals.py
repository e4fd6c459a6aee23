"""Numbers of several words: "twenty one and a half", "21 point 5", "two thousand seven hundred"."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

_HUNDRED, _THOUSAND = 100, 1000

# What no thing is set to and nobody counts: whatever is more is no more than this.
_MOST = 1e15
_MOST_DIGITS = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Numerals:
    """The words of a language that make one number of two. Where it has none, nothing is joined."""

    hundred: frozenset[str] = frozenset()
    thousand: frozenset[str] = frozenset()
    link: frozenset[str] = frozenset()
    """Between the parts of a number: "a hundred and fifty"."""

    point: frozenset[str] = frozenset()
    minus: frozenset[str] = frozenset()
    half_endings: tuple[str, ...] = ()
    """What makes a number and a half of it: "einhalb"."""

    fractions: Mapping[tuple[str, ...], float] = field(default_factory=dict)
    """What may follow a number: "and a half"."""

    def joined(self, words: Iterable[str]) -> tuple[str, ...]:
        """The words, with the figures that belong together as one."""
        rest, kept = list(words), []
        while rest:
            below = rest[0] in self.minus
            length, value = self._number(rest[1:] if below else rest)
            if below and length:
                length, value = length + 1, -value
            kept.append(f"{value:.10g}" if length > 1 else rest[0])
            del rest[: length or 1]
        return tuple(kept)

    def _number(self, words: Sequence[str]) -> tuple[int, float]:
        """The number at the beginning: of how many words, and how much."""
        length, value = self._whole(words)
        if not length:
            return 0, 0
        if _at(words, length) in self.point and is_whole(_at(words, length + 1)):
            return length + 2, float(f"{value}.{words[length + 1]}")
        more, share = self.fraction_at(words, length)
        return (length + more, value + share) if more else (length, value)

    def fraction_at(self, words: Sequence[str], at: int) -> tuple[int, float]:
        """What is added to a number here: of how many words it is, and how much."""
        for phrase, share in self.fractions.items():
            if tuple(words[at : at + len(phrase)]) == phrase:
                return len(phrase), share
        return 0, 0

    def _whole(self, words: Sequence[str]) -> tuple[int, int]:
        length, value = self._hundreds(words)
        if _at(words, length) in self.thousand and 0 < value < _THOUSAND:
            more, rest = self._hundreds(words[length + 1 :])
            fits = rest < _THOUSAND
            return length + 1 + (more if fits else 0), value * _THOUSAND + (rest if fits else 0)
        return length, value

    def _hundreds(self, words: Sequence[str]) -> tuple[int, int]:
        if not words or not is_whole(words[0]):
            return 0, 0
        length, value = 1, int(words[0])
        if _at(words, 1) in self.hundred and value < _HUNDRED:
            length, value = 2, value * _HUNDRED
        last = _at(words, length + 1)
        linked = _at(words, length) in self.link and is_whole(last) and int(last) < _HUNDRED
        if linked and value and value % _HUNDRED == 0 and value < _THOUSAND:
            return length + 2, value + int(last)
        return length, value


def is_whole(word: str) -> bool:
    """Whether a word is a whole number in figures, and one that people may mean."""
    return word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS


def read_number(word: str) -> float | None:
    """A word as a number, where it is one: "21.5", "1/2", but not "7:30"."""
    whole, slash, part = word.partition("/")
    try:
        if not word[-1:].isdigit():
            return None
        return _bounded(_bounded(float(whole)) / (_bounded(float(part)) if slash else 1))
    except ValueError, ZeroDivisionError:
        return None


def _bounded(value: float) -> float:
    return max(-_MOST, min(value, _MOST))


def _at(words: Sequence[str], at: int) -> str:
    return words[at] if at < len(words) else ""
