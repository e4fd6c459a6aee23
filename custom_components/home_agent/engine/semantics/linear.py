"""Linear models over words and letters: what a text is, by weights that were learned.

`training/linear_models.py` writes them. Read and used by plain Python, in a fraction of a
millisecond a text.
"""

import json
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Any

from .ngrams import features


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinearModel:
    """Weights by which texts are told apart."""

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


def read_models(data: bytes) -> dict[str, LinearModel]:
    """The models in a file of weights, by name."""
    header, _, data = data.partition(b"\n")
    models: dict[str, LinearModel] = {}
    for described in json.loads(header):
        size = described["features"] * (5 + len(described["labels"]))
        models[described["name"]] = _read_model(described, data[:size])
        data = data[size:]
    return models


def to_chance(score: float) -> float:
    """A score as a chance between 0 and 1."""
    return 1 / (1 + exp(-max(-60.0, min(60.0, score))))


def _read_model(described: Mapping[str, Any], data: bytes) -> LinearModel:
    """A model out of its bytes: the features, how rare each is, and the weights by label."""
    count, labels = described["features"], described["labels"]
    known = array("I", data[: 4 * count])
    if sys.byteorder == "big":
        known.byteswap()
    tables = [data[at * count : (at + 1) * count] for at in range(4, 5 + len(labels))]
    return LinearModel(
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
