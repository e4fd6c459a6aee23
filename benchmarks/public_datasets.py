"""Where the data sets are that others wrote: outside the repository, which holds only our own."""

import os
import sys
from pathlib import Path

VARIABLE = "HOME_AGENT_DATASETS"
_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "datasets"


def find_dataset(name: str) -> Path | None:
    """Find a public data set by its folder's name; without it, say so and return `None`.

    Looks in the folder of `--datasets`, of the environment variable, and beside the project.
    """
    folder = _chosen() or _BESIDE
    if (found := folder / name).is_dir():
        return found
    print(f"{name}: not measured, {folder / name} is not there (docs/evaluate.md: where to get it)")
    return None


def _chosen() -> Path | None:
    """Return the folder that was asked for. Other arguments are for other benchmarks."""
    arguments = sys.argv[1:]
    if "--datasets" in arguments[:-1]:
        return Path(arguments[arguments.index("--datasets") + 1])
    return Path(os.environ[VARIABLE]) if VARIABLE in os.environ else None
