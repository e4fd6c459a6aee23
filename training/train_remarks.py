# /// script
# dependencies = ["numpy", "scipy", "scikit-learn"]
# ///
"""Learns to tell what people only remark beside a command from what makes it another one.

    uv run training/train_remarks.py [--without SHARE] [LANGUAGE ...]

Writes `language/XX/remarks.weights`, one file a language. README.md says how the lines are marked.
With `--without 5`, every fifth line of `remarks/` is left out of learning, nothing is written, and
what is made of those lines is printed.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from linear_models import Label, Trained, pack_models, train

ROOT = Path(__file__).resolve().parents[1]
TRAINING = Path(__file__).parent
LANGUAGES = ROOT / "custom_components" / "home_agent" / "engine" / "language"
sys.path.insert(0, str(ROOT / "custom_components" / "home_agent" / "engine"))

LABELS = ("why", "void", "more", "change")
OLDER = {"b": ("why", "b"), "a": ("why", "a"), "xb": ("void", "b"), "xa": ("void", "a")}
"""What the marks of `asides/` say here."""

SIDES = ("b", "a")
LONGEST = 6
A_COMMAND = 0.2
"""How much a whole command counts as a clause that asks for more: there are many of them."""

_SIGNS = re.compile(r"[^\w\s%°]+")

type Line = tuple[str, str, str, float]
"""What a clause is, the side of the command it stands on, its words, and how much it counts."""


def plain(text: str) -> str:
    """A clause as the engine sees it: in lower case, without signs."""
    return " ".join(_SIGNS.sub(" ", text.lower()).split())


def read_remarks(code: str) -> list[Line]:
    """The clauses that were written for this."""
    lines = (TRAINING / "remarks" / f"{code}.tsv").read_text("utf-8").splitlines()
    marked = (line.split("\t") for line in lines)
    return [(kind, side, plain(text), 1.0) for kind, side, text in marked]


def read_others(code: str) -> Iterator[Line]:
    """Clauses and commands that were written for the reader."""
    for line in (TRAINING / "asides" / f"{code}.txt").read_text("utf-8").splitlines():
        mark, _, text = line.partition("\t")
        if mark in OLDER:
            yield (*OLDER[mark], plain(text), 1.0)
    for file in sorted((TRAINING / "homes").glob(f"{code}-*.tsv")):
        for line in file.read_text("utf-8").splitlines():
            kind, *fields = line.split("\t")
            # Longer ones, and those with a pause, may well have a remark in them.
            alone = kind == "S" and "," not in fields[0] and len(fields[0].split()) <= LONGEST
            if alone and fields[1] not in {"none", "missing"}:
                yield from (("more", side, plain(fields[0]), A_COMMAND) for side in SIDES)


def learn(lines: Sequence[Line]) -> Trained:
    """One model of all lines."""
    texts = [f"{side} {text}" for _, side, text, _ in lines]
    counts = [count for *_, count in lines]
    labels = {label: Label([kind == label for kind, *_ in lines], counts) for label in LABELS}
    return train("remarks", texts, labels)


def measure(code: str, share: int) -> None:
    """Print what is made of lines that nothing was learned from."""
    from semantics.linear import read_models  # noqa: PLC0415

    written = read_remarks(code)
    unseen = written[::share]
    model = learn([line for at, line in enumerate(written) if at % share] + [*read_others(code)])
    scores = read_models(pack_models([model]))["remarks"]
    for bar in (0.0, 1.0, 2.0, 3.0):
        taken = {label: [0, 0] for label in LABELS}
        for kind, side, text, _ in unseen:
            found = scores.scores(f"{side} {text}")
            sure = found["why"] - max(found[label] for label in LABELS if label != "why")
            taken[kind][0] += sure >= bar
            taken[kind][1] += 1
        print(code, bar, {label: f"{some}/{all_}" for label, (some, all_) in taken.items()})


def main(arguments: list[str]) -> None:
    """Learn the languages that are named, or all."""
    share = int(arguments[arguments.index("--without") + 1]) if "--without" in arguments else 0
    codes = [argument for argument in arguments if argument.isalpha()]
    for code in codes or sorted(file.stem for file in (TRAINING / "remarks").glob("*.tsv")):
        if share:
            measure(code, share)
            continue
        lines = [*read_remarks(code), *read_others(code)]
        file = LANGUAGES / code / "remarks.weights"
        file.write_bytes(pack_models([learn(lines)]))
        print(f"{code}: {len(lines)} clauses, {file.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
