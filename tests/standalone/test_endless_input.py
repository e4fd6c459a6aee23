"""300 MB without a line end: read up to a bound, told, and in little memory."""

import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest

from tests.standalone.program import PROGRAM
from tests.standalone.service.running_service import RunningService

SIZE = 300_000_000
MOST_MEMORY = 200_000_000
"""Bytes; a sentence alone takes a third of that."""

TOO_LONG = "That is longer than 65,536 characters, so I have not read it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a program ended."""

    status: int
    told: str
    complaints: str
    memory: int
    """The most bytes that it ever had."""


def _endless(unit: bytes) -> Iterator[bytes]:
    block = unit * (1_000_000 // len(unit))
    for _ in range(SIZE // len(block)):
        yield block


# A process counts what the one that began it had at that time, so a small one begins it.
MEASURE = """
import os, sys
pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, used = os.wait4(pid, 0)
with open(sys.argv[1], "w") as file:
    file.write(str(used.ru_maxrss * 1024))
sys.exit(os.waitstatus_to_exitcode(status))
"""


def _run(environment: dict[str, str], *arguments: str, said: Iterator[bytes]) -> Ended:
    with (
        tempfile.NamedTemporaryFile("r") as measured,
        subprocess.Popen(
            [sys.executable, "-S", "-c", MEASURE, measured.name, PROGRAM, *arguments],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as program,
    ):
        assert program.stdin
        assert program.stdout
        assert program.stderr
        feeding = threading.Thread(target=_feed, args=(program.stdin, said))
        feeding.start()
        told, complaints = program.stdout.read(), program.stderr.read()
        status = program.wait()
        feeding.join()
        return Ended(
            status=status,
            told=told.decode(),
            complaints=complaints.decode(),
            memory=int(measured.read()),
        )


def _feed(stdin: IO[bytes], said: Iterator[bytes]) -> None:
    # Whoever has read enough need not read the rest.
    with suppress(BrokenPipeError), stdin:
        for part in said:
            stdin.write(part)


def _send(connection: socket.socket, parts: Iterator[bytes]) -> None:
    for part in parts:
        connection.sendall(part)


@pytest.mark.parametrize("unit", [b"turn on the ceiling lamp ", b"x", "ä".encode(), b"\0", b"\xff"])
def test_a_line_of_a_chat(environment: dict[str, str], small_home: str, unit: bytes) -> None:
    """It is passed over up to its end, and the chat goes on after it."""

    def said() -> Iterator[bytes]:
        yield from _endless(unit)
        yield b"\nturn on the ceiling lamp\n"

    ended = _run(environment, "chat", "--home", small_home, said=said())
    assert (ended.status, ended.told) == (0, "Turned on the light\n")
    assert ended.complaints == f"home-agent: {TOO_LONG}.\n"
    assert ended.memory < MOST_MEMORY


def test_a_chat_that_ends_amid_it(environment: dict[str, str], small_home: str) -> None:
    ended = _run(environment, "chat", "--home", small_home, said=_endless(b"lamp "))
    assert (ended.status, ended.told) == (0, "")
    assert ended.complaints == f"home-agent: {TOO_LONG}.\n"
    assert ended.memory < MOST_MEMORY


@pytest.mark.parametrize("command", ["ask", "explain"])
@pytest.mark.parametrize("unit", [b"turn on the ceiling lamp ", b"on\n"])
def test_standard_input(environment: dict[str, str], command: str, unit: bytes) -> None:
    ended = _run(environment, command, "-", said=_endless(unit))
    assert ended.status == 2
    assert TOO_LONG in ended.complaints
    assert ended.memory < MOST_MEMORY


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A file that is larger than anybody writes."""
    file = tmp_path / "large.toml"
    file.touch(0o600)
    os.truncate(file, SIZE)
    return file


@pytest.mark.parametrize(
    "arguments",
    [
        ("--config", "LARGE", "turn on the ceiling lamp"),
        ("--home", "LARGE", "turn on the ceiling lamp"),
        ("--url", "http://127.0.0.1:1", "--token-file", "LARGE", "turn on the ceiling lamp"),
    ],
    ids=["settings", "inventory", "token"],
)
def test_a_file(environment: dict[str, str], large: Path, arguments: tuple[str, ...]) -> None:
    named = [str(large) if argument == "LARGE" else argument for argument in arguments]
    ended = _run(environment, "ask", *named, said=iter(()))
    assert ended.status == 2
    assert "File too large" in ended.complaints
    assert ended.memory < MOST_MEMORY


def test_the_socket_of_the_service(
    environment: dict[str, str], small_home: str, data: Path, tmp_path: Path
) -> None:
    """Whoever sends a line without an end is sent home, and the service goes on."""
    with RunningService(PROGRAM, environment, "--home", small_home, cwd=tmp_path) as service:
        service.wait_for("Connected to")
        path = data / "service.sock"
        while not path.exists():
            time.sleep(0.05)
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(path))
            with pytest.raises(ConnectionError):
                _send(client, _endless(b'{"keep": "'))
        asked = [str(PROGRAM), "ask", "--home", small_home, "turn on the ceiling lamp in 1 hour"]
        said = subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)
        assert said.stdout.startswith("I will turn on Ceiling lamp")
        status = Path(f"/proc/{service.pid}/status").read_text("utf-8")
        (peak,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
        assert int(peak) * 1024 < MOST_MEMORY
        assert service.stop() == 0
