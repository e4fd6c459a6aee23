"""Texts in memory, searched by words and by vectors, and ranked together.

A row for every text. One that changes gets a new row; the old one is dead, and when too many are,
the living are written anew. So nothing is moved with every change, and 100,000 rows are gone
through by a few operations of numpy.
"""

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from math import log

import numpy as np
from numpy.typing import NDArray

from .passage import Match, Passage
from .words import find_happening_stems, find_stems, find_telling_stems

type Vector = NDArray[np.float32]

MEANING = 0.6
"""What meaning counts at most, where all words being there counts 1."""

# So alike are texts that have nothing to do with each other.
_CHANCE = 0.1
# Beside something that is called so, what is only a little alike is nothing.
_FAINT = 0.1
_IN_A_NAME = 2.0
_UNKNOWN = 0.4
_HAPPENING = 0.15
"""What a word counts that tells what happens, beside one that tells what it happens to."""

_FEWEST_ROWS = 256
_MOST_DEAD = 1000
# The most rows that one word is looked up in: one that is everywhere tells nothing.
_MOST_COMMON = 0.5
_NOT_RARE = 50


class PassageTable:
    """Texts with their vectors; not thread-safe."""

    def __init__(self) -> None:
        """Start without any."""
        self._clear()

    def _clear(self) -> None:
        self._passages: list[Passage | None] = []
        self._row_of: dict[str, int] = {}
        self._rows_with: defaultdict[str, array[int]] = defaultdict(lambda: array("i"))
        self._owners: dict[str, int] = {"": 0}
        self._owner_of = np.zeros(_FEWEST_ROWS, dtype=np.int32)
        self._vectors: Vector | None = None
        self._dead = 0

    def __len__(self) -> int:
        """How many texts there are."""
        return len(self._row_of)

    def __contains__(self, id_: str) -> bool:
        """Whether there is such a text."""
        return id_ in self._row_of

    @property
    def passages(self) -> Mapping[str, Passage]:
        """All texts, by id."""
        return {passage.id: passage for passage in self._passages if passage is not None}

    def get(self, id_: str) -> Passage | None:
        """A text, if it is there."""
        row = self._row_of.get(id_)
        return None if row is None else self._passages[row]

    def put(self, passage: Passage, vector: Vector | None = None) -> None:
        """Add a text, or replace the one with its id."""
        self.remove((passage.id,))
        row = len(self._passages)
        self._passages.append(passage)
        self._row_of[passage.id] = row
        for word in dict.fromkeys(find_stems(passage.words)):
            self._rows_with[word].append(row)
        if row >= len(self._owner_of):
            self._owner_of = _grown(self._owner_of)
        self._owner_of[row] = self._owners.setdefault(passage.owner, len(self._owners))
        if vector is not None:
            self._write_vector(row, vector)

    def set_vector(self, id_: str, vector: Vector) -> None:
        """Set the vector of a text."""
        if (row := self._row_of.get(id_)) is not None:
            self._write_vector(row, vector)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove texts."""
        for id_ in ids:
            row = self._row_of.pop(id_, None)
            if row is not None:
                self._passages[row] = None
                self._owner_of[row] = -1
                if self._vectors is not None and row < len(self._vectors):
                    self._vectors[row] = 0
                self._dead += 1
        if self._dead > max(_MOST_DEAD, len(self._row_of)):
            self._compact()

    def search(
        self,
        text: str,
        vector: Vector | Mapping[str, float] | None,
        *,
        most: int,
        owners: Collection[str] | None = None,
    ) -> tuple[Match, ...]:
        """The texts that match best, best first; without those that do not match.

        `vector` is that of the text, or how similar others are by what somebody else found.
        With `owners`, only theirs are looked at.
        """
        if not self._row_of:
            return ()
        close = self._similarities(vector)
        scores = self._by_words(text)
        scores += MEANING * np.where(close > _CHANCE, close, 0)
        visible = self._owner_of[: len(scores)] >= 0
        if owners is not None:
            codes = [self._owners[owner] for owner in owners if owner in self._owners]
            visible = np.isin(self._owner_of[: len(scores)], codes)
        scores[~visible] = 0
        best = _largest(scores, most)
        return tuple(
            Match(passage=passage, score=float(scores[row]), similarity=float(close[row]))
            for row in best
            if scores[row] > _FAINT * scores[best[0]]
            and scores[row] > 0
            and (passage := self._passages[row]) is not None
        )

    def _by_words(self, text: str) -> Vector:
        """The share of the query's words in each text, from 0 to 1; rare words count more."""
        scores = np.zeros(len(self._passages), dtype=np.float32)
        said = find_telling_stems(text)
        if not said:
            return scores
        many = len(self._row_of)
        happening = find_happening_stems(text)
        weights = {
            word: self._weight(word, many) * (_HAPPENING if word in happening else 1)
            for word in said
        }
        for word, weight in weights.items():
            rows = self._rows_with.get(word)
            if rows is None or (len(rows) > _NOT_RARE and len(rows) > many * _MOST_COMMON):
                continue
            scores[np.frombuffer(rows, dtype=np.int32)] += weight
        scores /= sum(weights.values())
        self._favour_names(scores, said)
        return scores

    def _weight(self, word: str, many: int) -> float:
        rows = self._rows_with.get(word)
        if rows:
            return log(1 + many / len(rows))
        # What is in no text cannot tell them apart; yet the more of it, the less is about any.
        return _UNKNOWN * log(1 + many)

    def _favour_names(self, scores: Vector, said: Collection[str]) -> None:
        """Raise the score of texts whose names are in the query."""
        for row in _largest(scores, _NOT_RARE):
            passage = self._passages[row]
            if passage is None or not passage.names or not scores[row]:
                continue
            named = {word for name in passage.names for word in find_stems(name)}
            shared = sum(word in named for word in said) / len(said)
            scores[row] *= 1 + (_IN_A_NAME - 1) * shared

    def _similarities(self, vector: Vector | Mapping[str, float] | None) -> Vector:
        close = np.zeros(len(self._passages), dtype=np.float32)
        if isinstance(vector, Mapping):
            for id_, similarity in vector.items():
                if (row := self._row_of.get(id_)) is not None:
                    close[row] = similarity
        elif vector is not None and self._vectors is not None:
            known = self._vectors[: len(close)]
            if known.shape[1] == len(vector):
                close[: len(known)] = known @ vector
        return close

    def _write_vector(self, row: int, vector: Vector) -> None:
        width = len(vector)
        if self._vectors is None or self._vectors.shape[1] != width:
            # Those of another model cannot be compared with it.
            self._vectors = np.zeros((max(_FEWEST_ROWS, row + 1), width), dtype=np.float32)
        while row >= len(self._vectors):
            self._vectors = _grown(self._vectors)
        self._vectors[row] = vector

    def _compact(self) -> None:
        kept = [
            (passage, None if self._vectors is None else self._vectors[row].copy())
            for row, passage in enumerate(self._passages)
            if passage is not None and (self._vectors is None or row < len(self._vectors))
        ]
        self._clear()
        for passage, vector in kept:
            self.put(passage, vector)


def _grown[Rows: NDArray[np.generic]](rows: Rows) -> Rows:
    """The array with twice the space."""
    more = np.zeros((len(rows), *rows.shape[1:]), dtype=rows.dtype)
    grown: Rows = np.concatenate([rows, more])  # type: ignore[assignment]
    return grown


def _largest(scores: Vector, most: int) -> list[int]:
    """The rows with the highest scores, the highest first, the older of two that are equal."""
    if most <= 0:
        return []
    if most < len(scores):
        rows = np.argpartition(-scores, most - 1)[:most]
        rows.sort()
    else:
        rows = np.arange(len(scores))
    return [int(row) for row in rows[np.argsort(-scores[rows], kind="stable")]]
