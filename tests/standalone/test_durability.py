"""A chat whose disk is full, damaged or somebody else's promises nothing that it cannot keep."""

import fcntl
import json
import os
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from home_agent.commands.health import judge
from home_agent.service.status import Status
from tests.standalone.program import PATIENCE, PROGRAM, Open, Run
from tests.standalone.service.running_service import RunningService

LATER = "turn on the ceiling lamp in 3 hours\n"
LIST = "what have you planned?\n"
REFUSED = "I can keep nothing on disk right now"
UNKNOWN = "I do not know what is planned"
LOST = "Something that was planned can no longer be read"


@pytest.fixture
def chat(run: Run, small_home: str) -> Callable[[str], tuple[str, str]]:
    """What a chat answers, and complains of."""

    def chat(said: str) -> tuple[str, str]:
        finished = run("chat", "--home", small_home, said=said)
        assert finished.returncode == 0
        return finished.stdout, finished.stderr

    return chat


def _without_room(environment: dict[str, str], small_home: str, said: str) -> tuple[str, str]:
    """The same where no file may grow."""
    command = f"ulimit -f 0 && exec {PROGRAM} chat --home {small_home}"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input=said,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


class TestFull:
    """A disk without room."""

    def test_from_the_beginning(self, environment: dict[str, str], small_home: str) -> None:
        said = f"{LATER}{LIST}set a timer for five minutes\nturn on the ceiling lamp\n"
        told, complaints = _without_room(environment, small_home, said)
        later, listed, timer, now = told.splitlines()
        assert later.startswith(REFUSED)
        assert listed.startswith(UNKNOWN)
        assert timer.startswith(REFUSED)
        assert now == "Turned on the light"
        assert "I plan nothing, and what is planned is not known" in complaints

    def test_with_something_planned(
        self,
        chat: Callable[[str], tuple[str, str]],
        environment: dict[str, str],
        small_home: str,
        run: Run,
    ) -> None:
        assert "I will turn on" in chat(LATER)[0]
        told, _ = _without_room(environment, small_home, f"{LIST}{LATER}")
        listed, later = told.splitlines()
        # Where it can still be read, it is told truly.
        assert "Ceiling lamp" in listed or listed.startswith(UNKNOWN)
        assert later.startswith((REFUSED, "I could not write it down"))
        assert chat(LIST)[0].count("Ceiling lamp") == 1
        assert "Ceiling lamp" in run("ask", "--home", small_home, LIST.strip()).stdout


def _garbage(path: Path) -> None:
    path.write_bytes(b"this is no database" * 500)


def _head(path: Path) -> None:
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])


def _half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 + 100])


def _middle(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\x5a" * 4096 + content[8192:])


@pytest.mark.parametrize("damage", [_garbage, _head, _half, _middle])
def test_a_database_that_is_damaged_as_a_whole(
    chat: Callable[[str], tuple[str, str]],
    run: Run,
    data: Path,
    small_home: str,
    damage: Callable[[Path], None],
) -> None:
    """It is set aside, that is said, and what was planned is not known."""
    chat(LATER)
    path = data / "home-agent.db"
    damage(path)
    damaged = path.read_bytes()
    asked = run("ask", "--home", small_home, LIST.strip())
    assert asked.stdout.startswith(UNKNOWN)
    assert path.read_bytes() == damaged
    told, complaints = chat(LIST)
    assert LOST in told
    assert "home-agent.db was damaged. It is kept as home-agent.db.damaged-" in complaints
    (aside,) = data.glob("home-agent.db.damaged-*[0-9]Z")
    assert aside.read_bytes() == damaged
    assert "I will turn on" in chat(LATER)[0]
    told, complaints = chat(LIST)
    assert "Ceiling lamp" in told
    assert LOST in told
    assert complaints == ""


def test_what_another_program_uses_is_not_set_aside(
    chat: Callable[[str], tuple[str, str]], data: Path
) -> None:
    """What that one has promised would be in the wrong file."""
    chat(LATER)
    _garbage(data / "home-agent.db")
    with (data / "home-agent.users").open() as other:
        fcntl.flock(other, fcntl.LOCK_SH)
        told, complaints = chat(f"{LIST}{LATER}")
    assert "another program uses it, too" in complaints
    assert told.splitlines()[0].startswith(UNKNOWN)
    assert told.splitlines()[1].startswith(REFUSED)
    assert list(data.glob("*.damaged-*")) == []


@pytest.mark.parametrize("statement", ["documents (title TEXT)", "recipes (title TEXT)"])
def test_a_database_of_somebody_else_is_left_alone(
    chat: Callable[[str], tuple[str, str]], data: Path, statement: str
) -> None:
    data.mkdir(parents=True)
    path = data / "home-agent.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"CREATE TABLE {statement}")
    before = path.read_bytes()
    told, complaints = chat(f"{LATER}{LIST}")
    assert told.splitlines()[0].startswith(REFUSED)
    assert "home-agent.db" in complaints
    assert path.read_bytes() == before


def test_a_database_of_a_newer_version_is_left_alone(
    chat: Callable[[str], tuple[str, str]], data: Path
) -> None:
    chat(LATER)
    path = data / "home-agent.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 3")
    before = path.read_bytes()
    told, complaints = chat(f"{LATER}{LIST}")
    assert "newer version of Home Agent" in complaints
    assert told.splitlines()[0].startswith(REFUSED)
    assert told.splitlines()[1].startswith(UNKNOWN)
    assert path.read_bytes() == before


def test_one_damaged_document_is_named_and_the_rest_works(
    chat: Callable[[str], tuple[str, str]], run: Run, data: Path, small_home: str
) -> None:
    chat(f"{LATER}turn off the ceiling lamp in 4 hours\n")
    with closing(sqlite3.connect(data / "home-agent.db")) as database:
        # The other of the two is to be told of.
        (key,) = database.execute(
            "SELECT key FROM documents WHERE key LIKE 'job/%' AND document LIKE '%turn_on%'"
        ).fetchone()
        database.execute("UPDATE documents SET document = '{' WHERE key = ?", (key,))
        database.commit()
    asked = run("ask", "--home", small_home, LIST.strip()).stdout
    assert "turn off Ceiling lamp" in asked
    assert LOST in asked
    told, complaints = chat(LIST)
    assert "turn off Ceiling lamp" in told
    assert f"{key} is damaged, and what was planned there will not happen" in complaints


class TestTwoChats:
    """One of two chats in a home sees to what is for later."""

    def test_the_second_lists_what_the_first_plans(
        self, chat: Callable[[str], tuple[str, str]], open_terminal: Open, small_home: str, run: Run
    ) -> None:
        first = open_terminal("chat", "--home", small_home)
        first.say(LATER.strip())
        first.wait_for("I will turn on")
        first.say("set a pizza timer for 3 hours")
        first.wait_for("timer is running")
        told, complaints = chat(
            f"{LIST}turn off the ceiling lamp in 1 hour\ncancel everything that is planned\n"
            f"how much time is left on the pizza timer?\n{LIST}"
        )
        listed, later, cancelled, timer, again = told.splitlines()
        assert "Another chat is open" in complaints
        assert "turn on Ceiling lamp" in listed
        assert later == cancelled == "I cannot wait here, so I did nothing."
        assert "2 hours 59 minutes" in timer
        assert "turn on Ceiling lamp" in again
        assert "turn off" not in again
        assert "turn on Ceiling lamp" in run("ask", "--home", small_home, LIST.strip()).stdout

    def test_what_the_first_promised_outlives_it(
        self, environment: dict[str, str], small_home: str, chat: Callable[[str], tuple[str, str]]
    ) -> None:
        with subprocess.Popen(
            [PROGRAM, "chat", "--home", small_home],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as first:
            assert first.stdin
            assert first.stdout
            first.stdin.write(LATER)
            first.stdin.flush()
            assert "I will turn on" in first.stdout.readline()
            os.kill(first.pid, signal.SIGKILL)
        assert "turn on Ceiling lamp" in chat(LIST)[0]


@pytest.mark.parametrize("home", ["/dev/null", ""])
def test_nowhere_to_keep_anything(run: Run, small_home: str, home: str) -> None:
    finished = run("chat", "--home", small_home, said=f"{LATER}{LIST}", HOME=home)
    later, listed = finished.stdout.splitlines()
    assert later.startswith(REFUSED)
    assert listed.startswith(UNKNOWN)


@pytest.mark.parametrize("command", ["audit", "why"])
def test_what_was_done_is_not_said_to_be_nothing(run: Run, data: Path, command: str) -> None:
    """Where it cannot be read, that is an error."""
    (data / "home-agent.db").mkdir(parents=True)
    finished = run(command)
    assert finished.returncode == 1
    assert finished.stdout == ""
    assert "home-agent.db" in finished.stderr


def test_health_names_what_is_damaged(tmp_path: Path) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    status = Status(
        version="1",
        pid=os.getpid(),
        started=now,
        alive=now,
        home="home",
        since=now,
        connected=True,
        store=str(tmp_path),
        damaged=("job/1", "home-agent.db.damaged-1"),
    )
    again = Status.from_document(json.loads(json.dumps(status.as_document())))
    assert again == status
    told = judge(again, now).sentence
    assert "damaged and set aside: job/1 and home-agent.db.damaged-1" in told
    older = {key: value for key, value in status.as_document().items() if key != "damaged"}
    assert Status.from_document(older).damaged == ()


def test_a_damaged_store_is_told_in_the_log_and_in_the_health(
    environment: dict[str, str], small_home: str, data: Path, tmp_path: Path
) -> None:
    data.mkdir(parents=True, mode=0o700)
    (data / "home-agent.db").write_bytes(b"no database" * 1000)
    with RunningService(PROGRAM, environment, "--home", small_home, cwd=tmp_path) as service:
        assert "What was planned before is not known" in service.wait_for("was damaged")
        service.wait_for("Connected to")
        told = service.health().stdout
        assert "damaged and set aside: home-agent.db.damaged-" in told
        assert service.stop() == 0
