# /// script
# dependencies = ["numpy", "scipy", "scikit-learn"]
# ///
"""Learns to tell statements about the home from other talk, out of the sentences beside it.

    uv run training/train_statements.py [LANGUAGE ...]

Writes `language/statements/XX.weights`, one file a language, which the engine reads without any of
the packages that this needs. README.md says how the sentences are marked. What
`benchmarks/data/truth` has is learned from as well; `truth-2` and `truth-3` are not, so that there
is something to measure by.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "custom_components" / "home_agent" / "engine" / "consult"))

from ngrams import features  # noqa: E402

TRAINING = Path(__file__).parent
WEIGHTS = ROOT / "custom_components" / "home_agent" / "engine" / "language" / "statements"
PURPOSES = {"C": "action", "Q": "question", "T": "talk"}
LEAST_SEEN = 3
"""In how many sentences a feature must be."""

REQUESTS_STRENGTH, ANSWERS_STRENGTH = 10.0, 2.0
"""How closely the weights follow the sentences: the greater, the closer."""

COMMANDS = frozenset({"after_deed", "deed", "other_deed"})
TALK = frozenset({"advice", "explanation", "joke", "recipe", "smalltalk"})
"""Kinds of turns in `benchmarks/data/truth`."""

_PUNCTUATION = re.compile(r"[¿?¡!.,;:…\"“”«»]+")


@dataclass(frozen=True, slots=True)
class Trained:
    """One model as it is written."""

    header: dict[str, object]
    data: bytes


def turns(file: Path) -> Iterator[tuple[str, str]]:
    """The lines of a file: a mark and a text."""
    for line in file.read_text("utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark and text.strip():
            yield mark, text.strip()


def judged(code: str) -> Iterator[tuple[str, str]]:
    """What the set of sentences that was measured by first says, as lines of the same kind."""
    for kind in ("false", "honest"):
        file = ROOT / "benchmarks" / "data" / "truth" / f"{kind}-{code}.jsonl"
        for line in file.read_text("utf-8").splitlines():
            turn = json.loads(line)
            if turn["kind"] in COMMANDS | TALK:
                yield "C" if turn["kind"] in COMMANDS else "T", turn["said"]
            yield from (("+", sentence) for sentence in turn.get("false", ()))
            if turn["kind"] in TALK:
                yield from (("-", sentence) for sentence in turn["honest"])


def train(
    name: str, texts: Sequence[str], labels: dict[str, Sequence[bool]], strength: float
) -> Trained:
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
    for label, wanted in labels.items():
        learner = LogisticRegression(C=strength, max_iter=1000, class_weight="balanced")
        learner.fit(matrix, np.array(wanted))
        weights = learner.coef_[0] * steps
        scale = float(np.abs(weights).max()) / 127
        described[label] = {"scale": scale, "bias": float(learner.intercept_[0])}
        tables.append(np.round(weights / scale).astype(np.int8).tobytes())
    header = {"name": name, "features": len(known), "labels": described}
    return Trained(header, b"".join(tables))


def _matrix(rows: Sequence[frozenset[int]], known: dict[int, int], steps: np.ndarray) -> csr_matrix:
    starts, places, values = [0], [], []
    for row in rows:
        found = sorted(known[feature] for feature in row if feature in known)
        sizes = steps[found].astype(float)
        places += found
        values += list(sizes / (np.sqrt((sizes**2).sum()) or 1.0))
        starts.append(len(places))
    return csr_matrix((values, places, starts), shape=(len(rows), len(known)))


def train_language(code: str) -> None:
    """Learn both models of a language, and write them."""
    lines = [*turns(TRAINING / "statements" / f"{code}.txt"), *judged(code)]
    answers = [(mark, text) for mark, text in lines if mark not in PURPOSES]
    requests = [(mark, text) for mark, text in lines if mark in PURPOSES]
    requests += turns(TRAINING / "requests" / f"{code}.txt")
    # People who speak make no signs, and people who type make few.
    requests += [(mark, _PUNCTUATION.sub(" ", text)) for mark, text in requests]
    marks = [mark for mark, _text in requests]
    of_requests = {purpose: [each == mark for each in marks] for mark, purpose in PURPOSES.items()}
    of_answers = {
        "states": [mark == "+" for mark, _text in answers],
        "denies": [mark == "0" for mark, _text in answers],
    }
    models = (
        train("requests", [text for _, text in requests], of_requests, REQUESTS_STRENGTH),
        train("answers", [text for _, text in answers], of_answers, ANSWERS_STRENGTH),
    )
    header = json.dumps([model.header for model in models]).encode()
    file = WEIGHTS / f"{code}.weights"
    file.write_bytes(header + b"\n" + b"".join(model.data for model in models))
    print(
        f"{code}: {len(requests)} requests, {len(answers)} sentences, {file.stat().st_size} bytes"
    )


if __name__ == "__main__":
    for language in sys.argv[1:] or sorted(file.stem for file in TRAINING.glob("statements/*.txt")):
        train_language(language)
