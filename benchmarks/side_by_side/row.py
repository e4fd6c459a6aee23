"""What every row of the table is made from: the sentences, and what came of them."""

import json
import resource
import statistics
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from home_agent.evaluation.dataset import read_dataset
from home_agent.evaluation.task import Task

SET = Path(__file__).parents[1] / "data" / "sight-4"


@dataclass(slots=True, kw_only=True)
class Row:
    """One way of understanding, counted."""

    tasks: int = 0
    passed: int = 0
    asked: int = 0
    """Tasks that nothing was done for, but answered with a question."""

    idle: int = 0
    """Sentences that nobody should act upon."""

    acted: int = 0
    """Of these, those that changed something."""

    taken: list[float] = field(default_factory=list)
    """Milliseconds for each task."""

    memory: float = 0
    """Megabytes more than the home alone."""

    def print(self) -> None:
        """Hand it to whoever started this program, in a line."""
        cuts = statistics.quantiles(self.taken, n=20)
        json.dump(asdict(self) | {"taken": [], "p50": cuts[9], "p95": cuts[18]}, sys.stdout)


def homes() -> Iterator[Path]:
    """The folders of the set, each with a home."""
    return (path.parent for path in sorted(SET.glob("*/_fixtures.yaml")))


def tasks(home: Path) -> list[Task]:
    """What is to be done in a home."""
    return [entry for entry in read_dataset(home).entries if isinstance(entry, Task)]


def idle_sentences(home: Path) -> list[str]:
    """What nobody should act upon: talk by whoever wrote the home, and what is not in it."""
    talk = {path.stem.removeprefix("no-action-"): path for path in SET.glob("no-action-*.txt")}
    lines = (
        line
        for path in (talk[_HANDS[home.name]], home / "nothing.txt")
        for line in path.read_text("utf-8").splitlines()
    )
    return [said for line in lines if (said := line.partition("#")[0].strip())]


_HANDS = {
    "two-flat-chicago-us": "hand15",
    "haus-bremen-de": "hand16",
    "appartement-lyon-fr": "hand17",
    "bovenwoning-leiden-nl": "hand18",
    "villetta-cagliari-it": "hand19",
    "adosado-valencia-es": "hand20",
    "semi-cardiff-gb": "hand21",
    "bungalow-halifax-ca": "hand22",
}


def memory() -> float:
    """Megabytes that this process has at this moment."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 1e6
