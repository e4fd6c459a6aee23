"""`home-agent config`: what is in force, where it comes from, and nothing secret."""

import re
from pathlib import Path

import pytest

from tests.standalone.program import Run

SECRET = "hush-a-secret"
TEXT = f"""\
language = "de"

[home]
url = "villa.example"
token = "{SECRET}-1"

[[llm]]
model = "near"
api_key = "{SECRET}-2"
headers = {{ X-House = "{SECRET}-3" }}
[[llm]]
model = "far"

[safety]
pin = "471147114711"
"""


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the program is started in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rows(said: str) -> dict[str, list[str]]:
    """Each setting with its value and its source."""
    lines = (re.split(r" {2,}", line) for line in said.splitlines())
    return {line[0]: line[1:] for line in lines if len(line) == 3}


def test_where_each_comes_from(run: Run, settings: Path, elsewhere: Path) -> None:
    """A line of the file, a variable, `.env`, or nowhere."""
    settings.write_text(TEXT)
    settings.chmod(0o600)
    (elsewhere / ".env").write_text("HOME_AGENT_PATIENCE=20\nHOME_AGENT_TIER=llm\n")
    done = run(
        "config",
        HOME_AGENT_TIER="fast",
        HOME_AGENT_LLM__1__MODEL="other",
        HOME_ASSISTANT_TOKEN=f"{SECRET}-4",
        OPENAI_API_KEY=f"{SECRET}-5",
        HOME_AGENT_MODEL="typed",
        HOME_AGENT_NONSENSE="1",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{settings}:\n")
    assert SECRET not in done.stdout
    assert "4711" not in done.stdout
    found = rows(done.stdout)
    assert found["language"] == ['"de"', "line 1"]
    assert found["home.url"] == ['"villa.example"', "line 4"]
    assert found["home.token"] == ["••••", "HOME_ASSISTANT_TOKEN"]
    assert found["llm.1.model"] == ['"other"', "HOME_AGENT_LLM__1__MODEL"]
    assert found["llm.1.api_key"] == ["••••", "line 9"]
    assert found["llm.1.headers.X-House"] == ["••••", "line 10"]
    assert found["llm.2.api_key"] == ["••••", "OPENAI_API_KEY"]
    assert found["llm.2.temperature"] == ["0.7", "default"]
    assert found["safety.pin"] == ["••••", "line 15"]
    assert found["safety.dry_run"] == ["false", "default"]
    assert found["patience"] == ["20", "HOME_AGENT_PATIENCE in .env"]
    assert found["tier"] == ['"fast"', "HOME_AGENT_TIER"]
    assert found["history.max_messages"] == ["10", "default"]
    assert "HOME_AGENT_MODEL stands for --model with every command." in done.stdout
    assert "HOME_AGENT_NONSENSE is set, and no setting of that name is known." in done.stdout


def test_nothing_is_set(run: Run, settings: Path, elsewhere: Path) -> None:
    done = run("config")
    assert done.returncode == 0
    assert done.stdout.startswith(f"{settings}: is not there, or says nothing.\n")
    assert all(source == "default" for _, source in rows(done.stdout).values())


def test_another_file(run: Run, elsewhere: Path) -> None:
    """By option or variable; one that is not there is an error, with what to do."""
    (elsewhere / "other.toml").write_text("room = 'Hall'\nsafety.pin = '4711'")
    (elsewhere / "other.toml").chmod(0o644)
    typed = run("config", "--config", "other.toml")
    assert rows(typed.stdout)["room"][1] == "line 1"
    assert "others on this machine may read it. Run: chmod 600 other.toml" in typed.stdout
    assert run("config", HOME_AGENT_CONFIG="other.toml").stdout == typed.stdout
    missing = run("config", "--config", "missing.toml")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "home-agent init --config missing.toml" in missing.stderr


@pytest.mark.parametrize("command", ["ask", "explain", "doctor", "home", "chat"])
def test_every_command_reads_the_file_that_is_named(
    run: Run, elsewhere: Path, small_home: str, command: str
) -> None:
    """A mistake in it ends the command with key and line; the usual warning is told once."""
    file = elsewhere / "mine.toml"
    file.write_text("[safety]\npin = 1\n")
    said = ("turn on the ceiling lamp",) if command in {"ask", "explain"} else ()
    wrong = run(command, "--config", str(file), *said)
    assert wrong.returncode == 2
    assert wrong.stderr == (
        f"home-agent: {file}, line 2, safety.pin: must be 4 to 12 digits between quotes.\n"
    )
    file.write_text(f"[home]\nfile = '{small_home}'\n[safety]\npin = '4711'\n")
    file.chmod(0o644)
    right = run(command, "--config", str(file), *said)
    assert right.returncode == 0
    assert right.stderr.count("chmod 600") == 1
    assert len(right.stderr.splitlines()) == 1
