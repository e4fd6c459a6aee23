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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from linear_models import Label, pack_models, train

ROOT = Path(__file__).resolve().parents[1]
TRAINING = Path(__file__).parent
LANGUAGES = ROOT / "custom_components" / "home_agent" / "engine" / "language"
PURPOSES = {"C": "action", "Q": "question", "T": "talk"}
ELSEWHERE = 0.1
"""How much a sentence counts for what is said in talk that was not said in talk."""

MEASURED = ("truth", "truth-2", "truth-3", "truth-4", "truth-5", "truth-6", "truth-7")
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
        "fact",
        "joke",
        "knowledge",
        "math",
        "recipe",
        "smalltalk",
        "smuggled",
        "story",
        "talk",
        "translate",
        "translation",
    }
)
"""Kinds of turns in these sets."""

UNMARKED = "?"
"""A request of which nobody said what it is for."""

_PUNCTUATION = re.compile(r"[¿?¡!.,;:…\"“”«»]+")


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
    file = LANGUAGES / code / "statements.weights"
    file.write_bytes(pack_models(models))
    print(
        f"{code}: {len(requests)} requests, {len(answers)} sentences, {file.stat().st_size} bytes"
    )


if __name__ == "__main__":
    for language in sys.argv[1:] or sorted(file.stem for file in TRAINING.glob("statements/*.txt")):
        train_language(language)
