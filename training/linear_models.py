"""Learns linear models over words and letters, and writes them as the engine reads them.

`engine/semantics/linear.py` reads what is written here without any of these packages.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "custom_components" / "home_agent" / "engine" / "semantics"))

from ngrams import features  # noqa: E402

LEAST_SEEN = 3
"""In how many sentences a feature must be."""

STRENGTH = 10.0
"""How closely the weights follow the sentences: the greater, the closer."""


@dataclass(frozen=True, slots=True)
class Label:
    """What is to be told of sentences: which have it, and how much each counts."""

    wanted: Sequence[bool]
    counts: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class Trained:
    """One model as it is written."""

    header: dict[str, object]
    data: bytes


def train(name: str, texts: Sequence[str], labels: dict[str, Label]) -> Trained:
    """Learn one model: for each label which of the texts have it."""
    rows = [features(text) for text in texts]
    seen = Counter(feature for row in rows for feature in row)
    known = sorted(feature for feature, count in seen.items() if count >= LEAST_SEEN)
    rarity = np.array([log((1 + len(rows)) / (1 + seen[feature])) + 1 for feature in known])
    # In sixteenths, since a byte is what is written.
    steps = np.minimum(np.round(rarity * 16), 255).astype(np.uint8)
    matrix = _matrix(rows, {feature: at for at, feature in enumerate(known)}, steps)
    described: dict[str, object] = {}
    tables = [np.array(known, dtype="<u4").tobytes(), steps.tobytes()]
    for name_of_label, label in labels.items():
        learner = LogisticRegression(C=STRENGTH, max_iter=1000)
        learner.fit(matrix, np.array(label.wanted), sample_weight=_balanced(label))
        weights = learner.coef_[0] * steps
        scale = float(np.abs(weights).max()) / 127
        described[name_of_label] = {"scale": scale, "bias": float(learner.intercept_[0])}
        tables.append(np.round(weights / scale).astype(np.int8).tobytes())
    header = {"name": name, "features": len(known), "labels": described}
    return Trained(header, b"".join(tables))


def _balanced(label: Label) -> np.ndarray:
    """How much each sentence counts, so that those with and without the label count the same."""
    wanted = np.array(label.wanted)
    counts = np.ones(len(wanted)) if label.counts is None else np.array(label.counts)
    with_it, without_it = counts[wanted].sum(), counts[~wanted].sum()
    share = np.where(wanted, 1 / with_it, 1 / without_it)
    return counts * share * counts.sum() / 2


def _matrix(rows: Sequence[frozenset[int]], known: dict[int, int], steps: np.ndarray) -> csr_matrix:
    starts, places, values = [0], [], []
    for row in rows:
        found = sorted(known[feature] for feature in row if feature in known)
        sizes = steps[found].astype(float)
        places += found
        values += list(sizes / (np.sqrt((sizes**2).sum()) or 1.0))
        starts.append(len(places))
    return csr_matrix((values, places, starts), shape=(len(rows), len(known)))


def pack_models(models: Iterable[Trained]) -> bytes:
    """Models as a file has them: what they are in its first line, then their tables."""
    models = tuple(models)
    header = json.dumps([model.header for model in models]).encode()
    return header + b"\n" + b"".join(model.data for model in models)
