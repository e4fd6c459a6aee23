"""Ways to understand the same sentences, side by side: the tasks of `sight-4`.

Lexicon and grammar alone; the same with the trained reader; Home Assistant's own agent in a real
core; and SmolLM2, a small language model, on every so many of the sentences, since it takes seconds
for each. *Asked* is a question back where the task was not done, *false* what changed something
though nobody should act upon it. MB is what the process grows by once the home is known.

A row whose environment is not set up (`make bench` does it) is named and left out.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from scripts.setup.environments import ENVIRONMENTS
from scripts.setup.paths import ROOT

PATHS = os.pathsep.join(str(ROOT / folder) for folder in ("src", "benchmarks", "."))
HERE = "benchmarks/side_by_side"
EVERY = 20
ROWS = {
    "lexicon and grammar": ("app", f"{HERE}/ours.py", "lexicon"),
    "and the trained reader": ("app", f"{HERE}/ours.py", "reader"),
    "Home Assistant's agent": ("ha-newest", f"{HERE}/home_assistant.py"),
    f"SmolLM2 135M, every {EVERY}th": ("model", f"{HERE}/ours.py", "model", str(EVERY)),
}


def main() -> None:
    """Run each row in its environment, and print the table."""
    print(f"{'':26}{'right':>16}{'asked':>8}{'false':>12}{'p50 ms':>9}{'p95 ms':>9}{'MB':>6}")
    for title, (environment, *program) in ROWS.items():
        python = ENVIRONMENTS[environment].python
        if not python.exists():
            print(f"{title:26} {environment} is not set up")
            continue
        done = subprocess.run(  # noqa: S603 - our own programs
            [str(python), *program],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": PATHS},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            print(f"{title:26} failed: {done.stderr.strip().splitlines()[-1:]}")
        else:
            print(_line(title, json.loads(done.stdout.splitlines()[-1])), flush=True)


def _line(title: str, row: dict[str, Any]) -> str:
    right = f"{row['passed']} of {row['tasks']}"
    share = f"{row['passed'] / row['tasks']:.1%}"
    false = f"{row['acted']} of {row['idle']}"
    return (
        f"{title:26}{right:>10}{share:>6}{row['asked']:>8}{false:>12}"
        f"{row['p50']:>9.1f}{row['p95']:>9.1f}{row['memory']:>6.0f}"
    )


if __name__ == "__main__":
    main()
