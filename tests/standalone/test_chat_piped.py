"""`home-agent chat` with sentences from a pipe."""

import signal
import subprocess
from pathlib import Path

import pytest

from tests.standalone.program import PATIENCE, PROGRAM, Finished, Run


@pytest.fixture
def chat(run: Run, small_home: str) -> Run:
    """`home-agent chat` in the small home."""

    def chat(*arguments: str, said: str | bytes = "", **variables: str) -> Finished:
        return run("chat", "--home", small_home, *arguments, said=said, **variables)

    return chat


def test_one_reply_for_each_line(chat: Run) -> None:
    """Only replies are printed: no prompt, no greeting, no escape sequences."""
    finished = chat(said="turn on the ceiling lamp\n\nturn off the ceiling lamp\n")
    assert finished.returncode == 0
    assert len(finished.stdout.splitlines()) == 2
    assert "\x1b" not in finished.stdout
    assert "> " not in finished.stdout
    assert finished.stderr == ""


def test_the_last_line_needs_no_end(chat: Run) -> None:
    """A last line without a line break is a sentence, too."""
    assert chat(said="turn on the ceiling lamp").stdout.strip()


@pytest.mark.parametrize("word", ["exit", "quit", "/quit", "EXIT"])
def test_leaving(chat: Run, word: str) -> None:
    """What comes after goodbye is not heard."""
    finished = chat(said=f"{word}\nturn on the ceiling lamp\n")
    assert finished.returncode == 0
    assert finished.stdout == ""


def test_transcript(chat: Run) -> None:
    """A transcript reads like the chat on a terminal, and is the same every time."""
    said = "turn on the ceiling lamp\nturn on the disco ball\n"
    finished = chat("--transcript", said=said)
    greeting, _tries, _, first, _, changed, _, second, refusal = finished.stdout.splitlines()
    assert "2 floors, 4 rooms" in greeting
    assert first == "> turn on the ceiling lamp"
    assert changed.startswith("  Ceiling lamp: off → on")
    assert second == "> turn on the disco ball"
    assert "disco ball" in refusal
    assert chat("--transcript", said=said).stdout == finished.stdout


def test_the_next_line_answers_a_question(chat: Run) -> None:
    """A question back is answered by whatever is said next."""
    finished = chat("--transcript", said="turn on the fountain\nthe one in the garden\n")
    assert "?" in finished.stdout
    assert "off → on" in finished.stdout


def test_slash_commands(chat: Run) -> None:
    """The chat's own commands work in a pipe as well."""
    said = "/room kitchen\n/language de\n/home\n/help\n/dance\n/room Ballroom\n/language xx\n"
    output = chat(said=said).stdout
    assert "Kitchen" in output
    assert "You speak de" in output
    assert "Ground floor" in output
    assert "/quit" in output
    assert "/dance" in output
    assert "Ballroom" in output
    assert "xx" in output


def test_room_is_where_the_next_sentence_is_said(chat: Run) -> None:
    """After /room, `the lights` are those of that room."""
    output = chat("--transcript", said="/room bedroom\nturn on the lights\n").stdout
    assert "Bedside lamp: off → on" in output
    assert "Ceiling lamp" not in output.partition("> turn on")[2]


def test_standard_input_that_is_closed(chat: Run, run: Run) -> None:
    """Nothing to hear is nothing to do."""
    assert chat(said="").returncode == 0


@pytest.mark.parametrize("home", ["/dev/null", ""])
def test_home_that_cannot_be_written(chat: Run, home: str) -> None:
    """Without a place to keep things the chat goes on, and says so once."""
    finished = chat(said="turn on the ceiling lamp\nturn off the ceiling lamp\n", HOME=home)
    assert finished.returncode == 0
    assert len(finished.stdout.splitlines()) == 2
    assert finished.stderr.count("\n") == 1
    assert "kept" in finished.stderr


def test_database_that_is_none(chat: Run, data: Path) -> None:
    """A file that is no database is set aside, and the chat goes on with another."""
    data.mkdir(parents=True)
    (data / "home-agent.db").write_bytes(b"this is no database" * 100)
    finished = chat(said="turn on the ceiling lamp\n")
    assert finished.returncode == 0
    assert finished.stdout.strip()
    assert finished.stderr.count("\n") == 1
    assert "home-agent.db" in finished.stderr


def test_conversations_are_kept(chat: Run, data: Path) -> None:
    """What was said is in the store, in a folder that is nobody else's business."""
    chat(said="turn on the ceiling lamp\n")
    assert b"turn on the ceiling lamp" in (data / "home-agent.db").read_bytes()
    assert data.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("sentence", ["", "turn on the broken lamp\n"], ids=["idle", "busy"])
def test_ctrl_c_is_130(
    small_home: str, environment: dict[str, str], settings: Path, sentence: str
) -> None:
    """Ctrl-C ends it at once and without a traceback, whether it waits for words or for a lamp."""
    settings.write_text("patience = 60\n")
    with subprocess.Popen(
        [PROGRAM, "chat", "--home", small_home],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdin.write(f"turn on the ceiling lamp\n{sentence}")
        program.stdin.flush()
        assert program.stdout.readline()
        program.send_signal(signal.SIGINT)
        assert program.wait(PATIENCE) == 130
        assert program.stderr.read() == ""


def test_folders_of_its_own(chat: Run, tmp_path: Path) -> None:
    """XDG_DATA_HOME says where things are kept."""
    chat(said="turn on the ceiling lamp\n", XDG_DATA_HOME=str(tmp_path / "kept"))
    assert (tmp_path / "kept/home-agent/home-agent.db").exists()
