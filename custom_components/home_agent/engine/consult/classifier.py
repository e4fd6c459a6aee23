"""What a sentence is, by weights that were learned from sentences of our own.

`training/train_statements.py` writes the weights. A language that has none is screened by other
means (`fallback_screen.py`).
"""

import json
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from typing import Any

from ..language import language_file
from .ngrams import features
from .purpose import Purpose, Purposes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Model:
    """Weights by which sentences are told apart."""

    known: Mapping[int, int]
    """By feature, where its weights are."""

    rarity: Sequence[int]
    """How much each feature counts: rare ones more than common ones."""

    weights: Mapping[str, Sequence[int]]
    """By label, what each feature says for it."""

    scales: Mapping[str, float]
    biases: Mapping[str, float]

    def scores(self, text: str) -> Mapping[str, float]:
        """By label, how much speaks for it; below zero against it."""
        found = [at for feature in features(text) if (at := self.known.get(feature)) is not None]
        size = sqrt(sum(self.rarity[at] ** 2 for at in found)) or 1.0
        return {
            label: self.biases[label] + self.scales[label] * _sum_at(weights, found) / size
            for label, weights in self.weights.items()
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How likely a sentence is what it seems to be, each between 0 and 1."""

    states: float
    """That it states something about this home, or a deed in it."""

    denies: float
    """That it says that something was not done, cannot be done or is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Classifier:
    """Reads what is said in one language."""

    requests: Model
    answers: Model

    def purposes(self, request: str) -> Purposes:
        """How likely a request is for each purpose; together they are 1."""
        scores = self.requests.scores(request)
        sizes = {purpose: exp(scores[purpose.value]) for purpose in Purpose}
        whole = sum(sizes.values())
        return {purpose: size / whole for purpose, size in sizes.items()}

    def read(self, sentence: str, leaning: float = 0.0, talk: float = 0.0) -> Reading:
        """Read a sentence of an answer.

        `leaning` is what its turn says for a statement, `talk` how likely the turn is mere talk,
        in which other words give a statement away.
        """
        scores = self.answers.scores(sentence)
        states = (1 - talk) * scores["states"] + talk * scores["states_in_talk"]
        return Reading(states=_chance(states + leaning), denies=_chance(scores["denies"]))


@cache
def load_classifier(code: str) -> Classifier | None:
    """Read the weights of a language from disk, which blocks; `None` if there are none."""
    file = language_file(code, "statements.weights")
    if file is None:
        return None
    data = file.read_bytes()
    header, _, data = data.partition(b"\n")
    models: dict[str, Model] = {}
    for described in json.loads(header):
        size = described["features"] * (5 + len(described["labels"]))
        models[described["name"]] = _model(described, data[:size])
        data = data[size:]
    return Classifier(requests=models["requests"], answers=models["answers"])


def _model(described: Mapping[str, Any], data: bytes) -> Model:
    """A model out of its bytes: the features, how rare each is, and the weights by label."""
    count, labels = described["features"], described["labels"]
    known = array("I", data[: 4 * count])
    if sys.byteorder == "big":
        known.byteswap()
    tables = [data[at * count : (at + 1) * count] for at in range(4, 5 + len(labels))]
    return Model(
        known={feature: at for at, feature in enumerate(known)},
        rarity=tables[0],
        weights={
            label: memoryview(table).cast("b")
            for label, table in zip(labels, tables[1:], strict=True)
        },
        scales={label: labels[label]["scale"] for label in labels},
        biases={label: labels[label]["bias"] for label in labels},
    )


def _sum_at(weights: Sequence[int], places: Iterable[int]) -> int:
    return sum(weights[at] for at in places)


def _chance(score: float) -> float:
    return 1 / (1 + exp(-max(-60.0, min(60.0, score))))
