"""Search by words: ranked as BM25 does, in process, without anything to install."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from math import log

from .statements import plain_words, telling_words

_K1 = 1.2
_B = 0.75
_VERY_MANY = 2000
"""A word that more texts have does not by itself make a text worth ranking, if another does."""

_STEM = 5
"""Words are the same that begin alike for so long: "keys" and "key" are, and shorter ones whole."""


class WordIndex:
    """Texts by id, found again by their words."""

    def __init__(self) -> None:
        """Start empty."""
        self._counts: dict[str, Counter[str]] = {}
        self._holders: defaultdict[str, set[str]] = defaultdict(set)
        self._lengths: dict[str, int] = {}
        self._length = 0

    def __len__(self) -> int:
        return len(self._counts)

    def put(self, key: str, text: str) -> None:
        """Add or replace a text."""
        self.remove(key)
        counts = Counter(_stems(text))
        self._counts[key] = counts
        self._lengths[key] = counts.total()
        self._length += counts.total()
        for stem in counts:
            self._holders[stem].add(key)

    def remove(self, key: str) -> None:
        """Leave a text out, if it is there."""
        counts = self._counts.pop(key, None)
        if counts is None:
            return
        self._length -= self._lengths.pop(key)
        for stem in counts:
            self._holders[stem].discard(key)
            if not self._holders[stem]:
                del self._holders[stem]

    def search(self, words: str, allows: Callable[[str], bool]) -> list[tuple[str, float]]:
        """The allowed texts that have some of the words, with how well they fit, best first.

        Of words that are in very many texts, those count that have others of them too.
        """
        holders = {stem: found for stem in set(_stems(words)) if (found := self._holders.get(stem))}
        weights = {
            stem: log(1 + (len(self._counts) - len(found) + 0.5) / (len(found) + 0.5))
            for stem, found in holders.items()
        }
        scores = {key: self._score(key, weights) for key in _candidates(holders.values(), allows)}
        return sorted(scores.items(), key=lambda scored: (-scored[1], scored[0]))

    def _score(self, key: str, weights: Mapping[str, float]) -> float:
        average = self._length / max(len(self._counts), 1) or 1.0
        norm = 1 - _B + _B * self._lengths[key] / average
        counts, score = self._counts[key], 0.0
        for stem, weight in weights.items():
            if often := counts[stem]:
                score += weight * often * (_K1 + 1) / (often + _K1 * norm)
        return score


def _candidates(holders: Iterable[AbstractSet[str]], allows: Callable[[str], bool]) -> set[str]:
    """The texts to rank: all with a word that is not in very many, else those with the most."""
    found = sorted(holders, key=len)
    few = [texts for texts in found if len(texts) <= _VERY_MANY]
    if few:
        candidates = {text for texts in few for text in filter(allows, texts)}
        if candidates:
            return candidates
    kept: set[str] = set()
    for texts in found[len(few) :]:
        kept = (kept & texts) or kept or set(filter(allows, texts))
    return kept


def _stems(text: str) -> Iterator[str]:
    for word in telling_words(text) or plain_words(text):
        plain = word[:-1] if len(word) > _STEM - 2 and word.endswith(("s", "n", "e")) else word
        yield plain[:_STEM] if plain.isalpha() else plain
