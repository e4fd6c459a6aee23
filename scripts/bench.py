"""Runs every benchmark: `python -m scripts.bench [ARGUMENTS]`."""

from __future__ import annotations

import subprocess
import sys

from .setup.environments import ENVIRONMENTS
from .setup.paths import ROOT

# What needs a real model runs where there is one.
WITH_MODEL = frozenset({"bench_model"})
# Likewise with a real Home Assistant.
WITH_HOME_ASSISTANT = frozenset(
    {"bench_hostile", "bench_memory", "bench_real_events", "bench_real_faults", "bench_watch"}
)


def main(arguments: list[str]) -> int:
    """Run all benchmarks one after another, since they measure time; return the exit status."""
    programs = sorted((ROOT / "benchmarks").glob("bench_*.py"))
    if not programs:
        print("No benchmarks found in benchmarks/", file=sys.stderr)
        return 1
    failed = []
    for program in programs:
        print(f"\n=== {program.stem}", flush=True)
        command = [str(ENVIRONMENTS[_environment(program.stem)].python), str(program), *arguments]
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            failed.append(program.stem)
    if failed:
        print(f"\nFAILED: {', '.join(failed)}")
    return 1 if failed else 0


def _environment(name: str) -> str:
    if name in WITH_HOME_ASSISTANT:
        return "ha-newest"
    return "model" if name in WITH_MODEL else "app"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
