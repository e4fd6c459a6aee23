"""The real program, installed, in a process of its own, in a clean home."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.engine.llm.scripted_server import ScriptedServer
from tests.moment import each_test_starts_at_the_moment, homes_live_at_the_moment
from tests.standalone.program import PATIENCE, PROGRAM, Finished, Open, Run, Terminal

__all__ = ["each_test_starts_at_the_moment", "homes_live_at_the_moment"]


@pytest.fixture(autouse=True, scope="session")
def _hear_ctrl_c() -> None:
    """Whoever runs the tests in the background has it ignored, and programs inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which nothing of this machine's user shows."""
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
    return kept | {"HOME": str(tmp_path / "home"), "TERM": "xterm-256color", "LANG": "C.UTF-8"}


@pytest.fixture
def data(environment: dict[str, str]) -> Path:
    """Where the program keeps its things."""
    return Path(environment["HOME"]) / ".local/share/home-agent"


@pytest.fixture
def run(environment: dict[str, str]) -> Run:
    """The program, to be run to its end."""

    def run(*arguments: str, said: str | bytes = "", **variables: str) -> Finished:
        done = subprocess.run(
            [PROGRAM, *arguments],
            input=said.encode() if isinstance(said, str) else said,
            env=environment | variables,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return subprocess.CompletedProcess(
            done.args,
            done.returncode,
            done.stdout.decode(errors="replace"),
            done.stderr.decode(errors="replace"),
        )

    return run


@pytest.fixture
def open_terminal(environment: dict[str, str]) -> Iterator[Open]:
    """The program on a terminal; whatever still runs at the end of the test is ended."""
    with ExitStack() as opened:

        def open_terminal(*arguments: str, **variables: str) -> Terminal:
            terminal = Terminal([str(PROGRAM), *arguments], environment | variables)
            opened.callback(terminal.close)
            return terminal

        yield open_terminal


@pytest.fixture
def settings(environment: dict[str, str]) -> Path:
    """The settings file, for a test to write."""
    file = Path(environment["HOME"]) / ".config/home-agent/settings.toml"
    file.parent.mkdir(parents=True)
    return file


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A language model that answers as it is told."""
    with ScriptedServer() as scripted:
        yield scripted


@pytest.fixture
def small_home() -> str:
    """The inventory of a home that these tests know by heart."""
    return str(Path(__file__).with_name("small_home.yaml"))
