"""A real Home Assistant that is killed and started again under an open chat."""

import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
import pytest_socket

from scripts.real_hass import RealHass

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".venv" / "bin" / "home-agent"
PATIENCE = 120
TRIES = 50


@pytest.fixture
def own_hass() -> Generator[RealHass]:
    """A Home Assistant of its own, since others would not like to see theirs killed."""
    pytest_socket.enable_socket()
    with RealHass() as hass:
        yield hass


@pytest.fixture
def environment(own_hass: RealHass, tmp_path: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT / "src"),
        "HOME_ASSISTANT_URL": own_hass.address,
        "HOME_ASSISTANT_TOKEN": own_hass.token,
    }


def test_killed_and_back(own_hass: RealHass, environment: dict[str, str]) -> None:
    """It is told, and afterwards the chat knows what there is."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [PROGRAM, "chat"], env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as chat:
        assert chat.stdin is not None
        assert chat.stdout is not None
        assert chat.stderr is not None

        def say(sentence: str) -> str:
            assert chat.stdin is not None
            assert chat.stdout is not None
            chat.stdin.write(f"{sentence}\n")
            chat.stdin.flush()
            return chat.stdout.readline()

        assert say("is the bed light on?") == "No, Bed Light is off\n"
        own_hass.restart(kill=True)
        assert "connection to Home Assistant is lost" in chat.stderr.readline()
        assert "Connected to Home Assistant again" in chat.stderr.readline()
        ask = [str(PROGRAM), "ask", "turn on the bed light"]
        subprocess.run(ask, env=environment, timeout=PATIENCE, check=True)
        # its things come back one after the other
        assert any(say("is the bed light on?") == "Yes, Bed Light is on\n" for _ in range(TRIES))
        chat.stdin.close()
        assert chat.stderr.read() == ""
        assert chat.wait(PATIENCE) == 0


def test_faults_of_every_kind() -> None:
    """A handful of what `make bench` does a hundred times."""
    program = ROOT / "benchmarks" / "bench_real_faults.py"
    done = subprocess.run(
        [sys.executable, program, "--faults", "10", "--restarts", "2"],
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
