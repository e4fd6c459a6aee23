"""Killed 200 times in the middle of planning and doing: nothing is lost, and nothing is doubled."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

PROGRAM = Path(__file__).with_name("crashing.py")
LIVES = 200


def lines(file: Path) -> list[str]:
    """The whole lines of a file."""
    return file.read_text("utf-8").splitlines()


def test_killed_again_and_again(tmp_path: Path) -> None:
    """Every promise is kept exactly once, or it is told that it may not have been."""
    paths = os.pathsep.join(path for path in sys.path if path)
    subprocess.run(
        [sys.executable, PROGRAM, tmp_path, str(LIVES), "4"],
        env=os.environ | {"PYTHONPATH": paths},
        check=True,
        timeout=600,
    )
    killed = Counter(lines(tmp_path / "killed"))
    assert killed == {str(int(signal.SIGKILL)): LIVES}

    promised = lines(tmp_path / "promised")
    called = Counter(lines(tmp_path / "called"))
    told = [json.loads(line) for line in lines(tmp_path / "told")]
    interrupted = {label for label, phase in told if phase == "interrupted"}
    missed = {label for label, phase in told if phase == "missed"}

    assert min(len(promised), len(called), 2 * len(interrupted)) > 10, "nothing was interrupted"
    assert max(called.values()) == 1, "something was done twice"
    assert not missed & called.keys(), "something was done and told as missed"
    lost = set(promised) - called.keys() - interrupted - missed
    assert not lost, "something was promised and forgotten"
