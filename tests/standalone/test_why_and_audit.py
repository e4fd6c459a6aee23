"""`home-agent why` and `home-agent audit`: what was done, and why; and a PIN that shows nowhere."""

import json
from pathlib import Path

import pytest

from tests.standalone.program import Open, Run

SAID = "turn on the kitchen lights\nunlock the front door\nyes\n"
PIN = "47110815"


def test_nothing_was_said_yet(run: Run) -> None:
    """And that is no error."""
    finished = run("why")
    assert finished.returncode == 0
    assert "Nothing was said yet" in finished.stdout
    assert "Nothing was done yet" in run("audit").stdout


def test_why_explains_the_last_turn(run: Run) -> None:
    """From another process, after the chat has ended."""
    run("chat", said=SAID)
    lines = run("why").stdout.splitlines()
    assert lines[0] == "unlock the front door"
    assert "understood  without a language model" in lines
    assert any(line.startswith("match       the front door → lock.front_door") for line in lines)
    assert "agreed      you said yes to it, or told the PIN" in lines
    assert "gate        lock.front_door: allowed after a yes" in lines
    assert "call        lock.unlock lock.front_door" in lines
    assert "evidence    lock.front_door: done  locked → unlocked" in lines
    assert lines[-1].endswith("cost nothing")


def test_the_audit_has_it_all(run: Run) -> None:
    """And shows what is asked for."""
    run("chat", said=SAID)
    lines = run("audit").stdout.splitlines()
    assert len(lines) == 4
    assert lines[-1].endswith("lock.unlock  lock.front_door  locked → unlocked  after a yes")
    assert len(run("audit", "--about", "LOCK.").stdout.splitlines()) == 2
    assert len(run("audit", "--status", "done", "--last", "1").stdout.splitlines()) == 1
    assert run("audit", "--who", "nobody").stdout == "No record fits.\n"
    [record] = map(json.loads, run("audit", "--status", "awaiting", "--json").stdout.splitlines())
    assert record["service"] == "lock.unlock"


@pytest.mark.parametrize("arguments", [["--last", "0"], ["--last", "x"], ["--upside-down"]])
def test_wrong_usage(run: Run, arguments: list[str]) -> None:
    """With a word of help."""
    finished = run("audit", *arguments)
    assert finished.returncode == 2
    assert "home-agent --help" in finished.stderr


@pytest.fixture
def guarded(environment: dict[str, str]) -> None:
    """Settings with a PIN."""
    folder = Path(environment["HOME"]) / ".config/home-agent"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(f'[safety]\npin = "{PIN}"\n')


@pytest.mark.usefixtures("guarded")
def test_a_pin_is_typed_unseen_and_kept_nowhere(open_terminal: Open, data: Path) -> None:
    """Neither on the screen nor in any file."""
    terminal = open_terminal("chat")
    terminal.say("unlock the front door")
    terminal.wait_for("Please tell me the PIN.")
    terminal.say(PIN)
    screen = terminal.wait_for("Unlocking")
    terminal.say("exit")
    assert terminal.wait_for_end() == 0
    assert PIN not in screen
    for file in data.iterdir():
        assert PIN.encode() not in file.read_bytes(), file.name


@pytest.mark.usefixtures("guarded")
def test_the_audit_shows_what_somebody_was_kept_from(run: Run) -> None:
    """Wrong PINs among it, without the figures."""
    run("chat", said="turn on the kitchen lights\nunlock the front door\n9876\n")
    (line,) = run("audit", "--security").stdout.splitlines()
    assert line.endswith("refused    pin  (wrong_pin)")
    assert "9876" not in line


@pytest.mark.usefixtures("guarded")
def test_a_transcript_does_not_tell_the_pin(run: Run) -> None:
    """What was piped in is repeated, but for that."""
    finished = run("chat", "--transcript", said=f"unlock the front door\n{PIN}\n")
    assert "> ••••" in finished.stdout
    assert "Unlocking" in finished.stdout
    assert PIN not in finished.stdout


def test_wrong_safety_settings_are_told(run: Run, environment: dict[str, str]) -> None:
    """With the file and the field, and never the PIN itself."""
    folder = Path(environment["HOME"]) / ".config/home-agent"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('[safety]\npin = "12a4"\ndeny = ["room:Hall"]\n')
    finished = run("ask", "hello")
    assert finished.returncode == 2
    assert "toml, line 2, safety.pin: must be 4 to 12 digits between quotes." in finished.stderr
    assert "safety.deny: 'room:Hall' must be an entity id, or begin with" in finished.stderr
    assert "12a4" not in finished.stderr


def test_a_rehearsal(run: Run, environment: dict[str, str]) -> None:
    """All is checked and told, and nothing done."""
    folder = Path(environment["HOME"]) / ".config/home-agent"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text("[safety]\ndry_run = true\n")
    finished = run("ask", "turn on the dining table lamp")
    assert finished.returncode == 3
    assert finished.stdout == ("Only a rehearsal: Dining table lamp would get light.turn_on.\n")
