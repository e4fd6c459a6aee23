"""`home-agent memory`: what is remembered, seen, forgotten, taken away and brought back."""

import json
import stat
from pathlib import Path

import pytest

from tests.standalone.program import Run

SAID = "remember that the spare key is in the shed\nremember that the bins go out on Monday\n"


@pytest.fixture
def remembering(environment: dict[str, str]) -> Path:
    """Settings with memory on; where they are."""
    file = Path(environment["HOME"]) / ".config/home-agent/settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text("[memory]\nenabled = true\n")
    return file


def _ids(run: Run) -> dict[str, str]:
    listed = map(json.loads, run("memory", "list", "--json").stdout.splitlines())
    return {memory["content"]: memory["id"] for memory in listed}


def test_nothing_is_remembered_while_it_is_off(run: Run) -> None:
    told = run("chat", said=SAID).stdout
    assert "My memory is off" in told
    finished = run("memory", "list")
    assert finished.returncode == 0
    assert "enabled = true under [memory]" in finished.stdout


@pytest.mark.usefixtures("remembering")
def test_what_was_said_in_a_chat_is_listed_searched_and_forgotten_everywhere(run: Run) -> None:
    run("chat", said=SAID)
    lines = run("memory", "list").stdout.splitlines()
    assert len(lines) == 2
    assert lines[0].endswith("of the household  the spare key is in the shed")
    assert "shed" in run("ask", "where is the spare key?").stdout
    assert run("memory", "search", "spare", "keys").stdout.splitlines() == lines[:1]
    assert "has these words" in run("memory", "search", "piano").stdout
    finished = run("memory", "forget", _ids(run)["the spare key is in the shed"])
    assert "1 forgotten" in finished.stdout
    assert "shed" not in run("ask", "where is the spare key?").stdout
    assert "shed" not in run("why").stdout
    assert len(run("memory", "list").stdout.splitlines()) == 1
    assert "1 forgotten" in run("memory", "forget", "--all").stdout
    assert "Nothing is remembered" in run("memory", "list").stdout


@pytest.mark.usefixtures("remembering")
def test_what_is_exported_can_be_brought_back(run: Run, tmp_path: Path) -> None:
    run("chat", said=SAID)
    file = tmp_path / "memories.jsonl"
    assert "2 written" in run("memory", "export", str(file)).stdout
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    # Nothing is overwritten.
    assert run("memory", "export", str(file)).returncode == 2
    before = _ids(run)
    assert "0 of 2 are new" in run("memory", "import", str(file)).stdout
    run("memory", "forget", "--all")
    assert "2 of 2 are new" in run("memory", "import", str(file)).stdout
    assert _ids(run) == before
    assert run("memory", "export").stdout == file.read_text()


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize("content", ["[]", '{"id": 7}'])
def test_what_is_no_export_is_refused_by_line(run: Run, tmp_path: Path, content: str) -> None:
    file = tmp_path / "memories.jsonl"
    file.write_text(content)
    finished = run("memory", "import", str(file))
    assert finished.returncode == 2
    assert "line 1" in finished.stderr
    assert "Traceback" not in finished.stderr
    assert "Nothing is remembered" in run("memory", "list").stdout


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize(
    "arguments",
    [["forget"], ["forget", "none"], ["import", "/nowhere"]],
)
def test_wrong_usage(run: Run, arguments: list[str]) -> None:
    finished = run("memory", *arguments)
    assert finished.returncode == 2
    assert finished.stderr
    assert "Traceback" not in finished.stderr
