"""Wrong usage gets one clear line, and never a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.standalone.program import PATIENCE, Finished, Run


def complaint(finished: Finished, status: int = 2) -> str:
    """The one line that the program complained with."""
    assert finished.returncode == status
    assert finished.stdout == ""
    assert finished.stderr.startswith("home-agent: ")
    assert finished.stderr.count("\n") == 1
    return finished.stderr


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["dance"], "'dance'"),
        (["--dance"], "--dance"),
        (["turn on the lamp"], "use: home-agent ask"),
        (["ask", "--dance", "hello"], "--dance"),
        (["home", "dance"], "dance"),
        (["ask"], "TEXT"),
        (["ask", ""], "nothing to say"),
        (["ask", "-"], "nothing to say"),
        (["ask", "--language"], "--language"),
    ],
    ids=str,
)
def test_wrong_command_lines(run: Run, arguments: list[str], named: str) -> None:
    """A slip of the finger is named, and help is pointed to."""
    line = complaint(run(*arguments))
    assert named in line
    assert "home-agent --help" in line


@pytest.mark.parametrize("command", [[], ["chat"], ["ask"], ["home"]], ids=str)
def test_help_tells_the_exit_status(run: Run, command: list[str]) -> None:
    """Every command documents how it ends."""
    finished = run(*command, "--help")
    assert finished.returncode == 0
    assert "Exit status" in finished.stdout
    assert finished.stderr == ""


def test_no_command_opens_the_chat(run: Run, small_home: str) -> None:
    """Someone who types only the name, or only how to talk, can talk."""
    finished = run(said="turn on the worktop light\n")
    assert finished.returncode == 0
    assert finished.stdout.strip()
    finished = run("--home", small_home, said="is the front door locked?\n")
    assert finished.returncode == 0
    assert "locked" in finished.stdout


def test_version(run: Run) -> None:
    """The version is one line."""
    finished = run("--version")
    assert finished.returncode == 0
    assert finished.stdout.startswith("home-agent ")


@pytest.mark.parametrize("command", [["chat"], ["ask", "hello"], ["home"]], ids=lambda c: c[0])
@pytest.mark.parametrize("kind", ["missing", "folder", "binary", "no_yaml", "a_list"])
def test_inventories_that_cannot_be_used(
    run: Run, tmp_path: Path, command: list[str], kind: str
) -> None:
    """Whatever is wrong with an inventory, the line names the file."""
    file = tmp_path / "inventory.yaml"
    match kind:
        case "folder":
            file.mkdir()
        case "binary":
            file.write_bytes(bytes(range(256)))
        case "no_yaml":
            file.write_text("areas: [kitchen: {")
        case "a_list":
            file.write_text("- kitchen\n- hall\n")
    assert str(file) in complaint(run(*command, "--home", str(file)))


def test_inventory_from_the_environment(run: Run, tmp_path: Path) -> None:
    """The variable is used like the option."""
    file = str(tmp_path / "nowhere.yaml")
    assert file in complaint(run("home", HOME_AGENT_HOME=file))


@pytest.mark.parametrize("command", [["chat"], ["ask", "hello"]], ids=lambda c: c[0])
def test_unknown_language(run: Run, command: list[str]) -> None:
    """The line names some languages that are known."""
    line = complaint(run(*command, "--language", "klingon"))
    assert "klingon" in line
    assert " de," in line


@pytest.mark.parametrize("command", [["chat"], ["ask", "hello"]], ids=lambda c: c[0])
def test_unknown_room(run: Run, small_home: str, command: list[str]) -> None:
    """The line names the rooms there are."""
    line = complaint(run(*command, "--home", small_home, "--room", "Ballroom"))
    assert "Ballroom" in line
    assert "Kitchen" in line


class TestSettings:
    """The settings file is checked before anything happens."""

    @pytest.mark.parametrize(
        ("written", "named"),
        [
            (b"patience = ", "line 1: there is no value"),
            (b"\n\xff\xfe", "line 2: is not text in UTF-8"),
            (b"patience = 'long'", "line 1, patience: "),
        ],
    )
    def test_wrong_settings(self, run: Run, settings: Path, written: bytes, named: str) -> None:
        """The line names the file and what is wrong with it."""
        settings.write_bytes(written)
        line = complaint(run("ask", "hello"))
        assert str(settings) in line
        assert named in line

    def test_each_problem_has_its_line(self, run: Run, settings: Path) -> None:
        """Two wrong fields are put right at once, not one after the other."""
        settings.write_text("patience = 0\ncolour = 'red'\n")
        finished = run("ask", "hello")
        assert finished.returncode == 2
        assert finished.stderr.count(str(settings)) == finished.stderr.count("\n") == 2

    def test_settings_count_and_options_win(
        self, run: Run, settings: Path, small_home: str
    ) -> None:
        """A language that is set is spoken, unless another is asked for."""
        settings.write_text("language = 'de'\n")
        ask = ("ask", "--home", small_home, "--json")
        assert '"language": "de"' in run(*ask, "hallo").stdout
        assert '"language": "en"' in run(*ask, "--language", "en", "hello").stdout


def test_help_is_not_held_up(environment: dict[str, str]) -> None:
    """Asking for help loads neither the grammar nor the terminal."""
    code = (
        "import sys; sys.argv = ['home-agent', '--help']; from home_agent.cli import main; main()\n"
        "print(sorted({'asyncio', 'hassil', 'prompt_toolkit', 'rich', 'yaml'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"
