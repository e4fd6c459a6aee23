# /// script
# dependencies = ["numpy", "scipy", "scikit-learn"]
# ///
"""Learns to tell statements about the home from other talk, out of the sentences beside it.

    uv run training/train_statements.py [LANGUAGE ...]

Writes `language/XX/statements.weights`, one file a language, which the engine reads without any of
the packages that this needs. README.md says how the sentences are marked. What `MEASURED` names of
`benchmarks/data` is learned from as well, once it was measured by.
"""

import itertools
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "custom_components" / "home_agent" / "engine" / "consult"))

from ngrams import features  # noqa: E402

TRAINING = Path(__file__).parent
LANGUAGES = ROOT / "custom_components" / "home_agent" / "engine" / "language"
PURPOSES = {"C": "action", "Q": "question", "T": "talk"}
LEAST_SEEN = 3
"""In how many sentences a feature must be."""

STRENGTH = 10.0
"""How closely the weights follow the sentences: the greater, the closer."""

ELSEWHERE = 0.1
"""How much a sentence counts for what is said in talk that was not said in talk."""

MEASURED = ("truth", "truth-2", "truth-3", "truth-4", "truth-5", "truth-6")
"""Sets that were measured by at first sight, and are learned from since."""

COMMANDS = frozenset({"after_deed", "deed", "other_deed"})
QUESTIONS = frozenset({"state", "summary"})
TALK = frozenset(
    {
        "advice",
        "arithmetic",
        "comfort",
        "explain",
        "explanation",
        "joke",
        "knowledge",
        "math",
        "recipe",
        "smalltalk",
        "smuggled",
        "story",
        "talk",
        "translation",
    }
)
"""Kinds of turns in these sets."""

UNMARKED = "?"
"""A request of which nobody said what it is for."""

_PUNCTUATION = re.compile(r"[¿?¡!.,;:…\"“”«»]+")


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


def lines(file: Path) -> Iterator[tuple[str, str]]:
    """The lines of a file: a mark and a text."""
    for line in file.read_text("utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark and text.strip():
            yield mark, text.strip()


def answers_in(lines: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """The sentences of answers: what the turn is for, the mark of the sentence, and its text."""
    purpose = "C"
    for mark, text in lines:
        if mark in PURPOSES or mark == UNMARKED:
            purpose = mark
        else:
            yield purpose, mark, text


def judged(code: str) -> Iterator[tuple[str, str]]:
    """What the sets say that were measured by before, as lines of the same kind."""
    for name, kind in itertools.product(MEASURED, ("false", "honest")):
        file = ROOT / "benchmarks" / "data" / name / f"{kind}-{code}.jsonl"
        for line in file.read_text("utf-8").splitlines():
            if line.strip():
                yield from _lines_of(json.loads(line))


def _lines_of(turn: dict[str, Any]) -> Iterator[tuple[str, str]]:
    kind = turn["kind"]
    kinds = {"C": COMMANDS, "Q": QUESTIONS, "T": TALK}
    yield next((mark for mark, of_it in kinds.items() if kind in of_it), UNMARKED), turn["said"]
    yield from (("+", sentence) for sentence in turn.get("false") or ())
    if kind in TALK:
        yield from (("-", sentence) for sentence in turn.get("honest") or ())


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


def train_language(code: str) -> None:
    """Learn both models of a language, and write them."""
    written = [*lines(TRAINING / "statements" / f"{code}.txt"), *judged(code)]
    answers = list(answers_in(written))
    requests = [(mark, text) for mark, text in written if mark in PURPOSES]
    requests += lines(TRAINING / "requests" / f"{code}.txt")
    # People who speak make no signs, and people who type make few.
    requests += [(mark, _PUNCTUATION.sub(" ", text)) for mark, text in requests]
    marks = [mark for mark, _text in requests]
    of_requests = {
        purpose: Label([each == mark for each in marks]) for mark, purpose in PURPOSES.items()
    }
    states = [mark == "+" for _purpose, mark, _text in answers]
    in_talk = [1.0 if purpose == "T" else ELSEWHERE for purpose, _mark, _text in answers]
    of_answers = {
        "states": Label(states),
        "states_in_talk": Label(states, in_talk),
        "denies": Label([mark == "0" for _purpose, mark, _text in answers]),
    }
    models = (
        train("requests", [text for _, text in requests], of_requests),
        train("answers", [text for *_, text in answers], of_answers),
    )
    header = json.dumps([model.header for model in models]).encode()
    file = LANGUAGES / code / "statements.weights"
    file.write_bytes(header + b"\n" + b"".join(model.data for model in models))
    print(
        f"{code}: {len(requests)} requests, {len(answers)} sentences, {file.stat().st_size} bytes"
    )


if __name__ == "__main__":
    for language in sys.argv[1:] or sorted(file.stem for file in TRAINING.glob("statements/*.txt")):
        train_language(language)
