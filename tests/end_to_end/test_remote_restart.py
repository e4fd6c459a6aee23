"""A real Home Assistant that is killed and started again under a chat and under a service."""

import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import pytest

from scripts.real_hass import RealHass
from tests.standalone.service.running_service import RunningService

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".venv" / "bin" / "home-agent"
PATIENCE = 120
TRIES = 50
LOUD_JSON = ("--log-format", "json", "--log-level", "debug")


class PipedChat:
    """A chat that sentences are piped into, one by one."""

    def __init__(self, environment: dict[str, str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [PROGRAM, "chat"], env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def say(self, sentence: str) -> str:
        """Say something; return the reply."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{sentence}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def complaint(self) -> str:
        """What it says next that nobody asked for."""
        assert self._process.stderr is not None
        return self._process.stderr.readline()

    def end(self) -> tuple[int, str]:
        """Leave; return the exit status, and what it still had to complain of."""
        _, complaints = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, complaints


def test_killed_and_back(
    own_hass: RealHass, app_environment: dict[str, str], tmp_path: Path, socket_enabled: None
) -> None:
    """Both tell it, and afterwards know what there is; the service was there before its home."""
    of_service = app_environment | {"XDG_DATA_HOME": str(tmp_path / "of-service")}
    with ExitStack() as stack:
        with own_hass.away():
            running = RunningService(PROGRAM, of_service, *LOUD_JSON, cwd=tmp_path)
            service = stack.enter_context(running)
            service.wait_for('"event": "waiting"')
            assert service.health().returncode == 1
        service.wait_for('"event": "connected"')
        assert service.health().returncode == 0

        chat = stack.enter_context(PipedChat(app_environment))
        assert chat.say("is the bed light on?") == "No, Bed Light is off\n"
        with own_hass.away():
            service.wait_for('"event": "lost"')
            assert "Not well: not connected since" in service.health().stdout
        assert "connection to Home Assistant is lost" in chat.complaint()
        assert "Connected to Home Assistant again" in chat.complaint()
        service.wait_for('"event": "resynced"')
        assert service.health().returncode == 0

        ask = [str(PROGRAM), "ask", "turn on the bed light"]
        subprocess.run(ask, env=app_environment, timeout=PATIENCE, check=True)
        # its things come back one after the other
        yes = "Yes, Bed Light is on\n"
        assert any(chat.say("is the bed light on?") == yes for _ in range(TRIES))
        assert chat.end() == (0, "")
        assert service.stop() == 0
        assert own_hass.token not in service.log
        assert all(json.loads(line)["message"] for line in service.lines)


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("bench_real_faults", ["--faults", "5", "--restarts", "1"]),
        ("bench_watch", ["--openings", "0", "--kills", "2"]),
    ],
)
def test_a_handful_of_what_is_measured(program: str, arguments: list[str]) -> None:
    """One fault of every kind, and a watch that tells once: `make bench` does many of each."""
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / f"{program}.py", *arguments],
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
