"""How long a person waits at the door: the program's help, one sentence, and the whole house."""

import subprocess
import sys
from pathlib import Path
from time import perf_counter

PROGRAM = Path(sys.executable).with_name("home-agent")
RUNS = 7
COMMANDS = (
    ["--help"],
    ["ask", "turn on the kitchen lights"],
    ["ask", "--language", "de", "schalte das Licht in der Küche ein"],
    ["ask", "--language", "nl", "doe het licht in de keuken aan"],
    ["ask", "--language", "it", "accendi la luce in cucina"],
    ["ask", "--language", "es", "enciende la luz de la cocina"],
    ["ask", "--language", "fr", "allume la lumière de la cuisine"],
    ["home"],
)


def seconds(command: list[str]) -> float:
    """The shortest of some runs: whatever else the machine does only makes one longer."""
    taken = []
    for _ in range(RUNS):
        started = perf_counter()
        subprocess.run([PROGRAM, *command], check=True, capture_output=True)  # noqa: S603 - ours
        taken.append(perf_counter() - started)
    return min(taken)


def main() -> None:
    """Print the figures."""
    for command in COMMANDS:
        print(f"home-agent {' '.join(command):58} {seconds(command):6.2f} s")


if __name__ == "__main__":
    main()
