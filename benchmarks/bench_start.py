"""How long a person waits at the door: the program's help, one sentence, and the whole house."""

import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

PROGRAM = Path(sys.executable).with_name("home-agent")
COMMANDS = (["--help"], ["ask", "turn on the kitchen lights"], ["home"])


def seconds(command: list[str]) -> float:
    """The median of five runs."""
    taken = []
    for _ in range(5):
        started = perf_counter()
        subprocess.run([PROGRAM, *command], check=True, capture_output=True)  # noqa: S603 - ours
        taken.append(perf_counter() - started)
    return statistics.median(taken)


def main() -> None:
    """Print the figures."""
    for command in COMMANDS:
        print(f"home-agent {' '.join(command):30} {seconds(command):6.2f} s")


if __name__ == "__main__":
    main()
