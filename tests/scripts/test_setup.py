"""Set-up takes what the machine has, gets what it has not, and recovers from interruptions."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scripts.setup import __main__ as setup
from scripts.setup import environments, installer, interpreter
from scripts.setup.console import SetupError, StepError
from scripts.setup.environments import Environment


@dataclass
class Machine:
    """A machine on which every command fails that it was not given."""

    answers: dict[str, str] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)

    def quietly(self, command: Sequence[str | Path], **_: object) -> str | None:
        line = " ".join(map(str, command))
        return next((said for part, said in self.answers.items() if part in line), None)

    def run(self, title: str, command: Sequence[str | Path], **_: object) -> str:
        self.steps.append(title)
        answer = self.quietly(command)
        if answer is None:
            raise StepError("no network")
        return answer


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    """A bare machine: python3 without pip, no uv, no Python 3.14 and no network."""
    bare = Machine()
    for module in (installer, interpreter, environments):
        monkeypatch.setattr(module, "quietly", bare.quietly)
        monkeypatch.setattr(module, "run", bare.run)
    monkeypatch.setattr("shutil.which", lambda _name: "/machine/uv")
    monkeypatch.setattr(installer, "PRIVATE", tmp_path)
    monkeypatch.setattr(installer, "OURS", tmp_path / "uv")
    monkeypatch.setattr(installer, "_INSTALLER", "file:///nonexistent/{}")
    monkeypatch.setattr(interpreter, "DEBIAN_PREFIX", tmp_path / "python3.14")
    return bare


@pytest.mark.parametrize(
    ("version", "will_do"),
    [
        ("uv 0.13.7 (x86_64-unknown-linux-gnu)", True),
        ("uv 1.0.0", True),
        ("uv 0.9.30", False),
        ("", False),
        (None, False),
    ],
)
def test_which_uv_will_do(version: str | None, will_do: bool) -> None:
    assert installer.recent_enough(version) is will_do


def test_uv_of_the_machine_is_used(machine: Machine) -> None:
    machine.answers["/machine/uv --version"] = "uv 0.13.7"
    assert installer.find_or_install() == "/machine/uv"
    assert not machine.steps


def test_uv_we_installed_is_used_where_the_machines_is_too_old(machine: Machine) -> None:
    machine.answers |= {"/machine/uv --version": "uv 0.4.0", "uv/bin/uv --version": "uv 0.13.7"}
    assert installer.find_or_install() == str(installer.OURS / "bin" / "uv")
    assert not machine.steps


def test_uv_is_installed_with_the_pythons_pip(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.answers |= {"-m pip --version": "pip 23.0", "-m pip install": ""}
    monkeypatch.setattr(installer, "_checked", lambda: "ours")
    assert installer.find_or_install() == "ours"
    assert machine.steps == ["Installing uv"]


def test_uv_comes_through_debians_python_where_there_is_no_pip(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.answers |= {
        "install-python3.14": "/private/python3.14\n",
        "/private/python3.14 -m venv": "",
        "-m pip install": "",
    }
    monkeypatch.setattr(installer, "_checked", lambda: "ours")
    assert installer.find_or_install() == "ours"
    assert machine.steps == ["Installing Python 3.14 from Debian's packages", "Installing uv"]


def test_without_uv_the_message_names_every_way(machine: Machine) -> None:
    with pytest.raises(SetupError) as raised:
        installer.find_or_install()
    told = str(raised.value)
    assert f"pip of {sys.executable}: it has no pip" in told
    assert "Debian testing's Python 3.14: no network" in told
    assert "uv's own installer: astral.sh cannot be reached" in told
    assert "Install uv (" in told


def test_python_of_the_machine_is_used(machine: Machine) -> None:
    machine.answers |= {"python find": "/machine/python3.14", "/machine/python3.14 -c": ""}
    assert interpreter.find_or_install("uv") == Path("/machine/python3.14")


def test_python_that_lacks_modules_is_not_used(machine: Machine) -> None:
    machine.answers |= {
        "python find": "/machine/python3.14",
        "install-python3.14": "warning\n/private/python3.14\n",
    }
    assert interpreter.find_or_install("uv") == Path("/private/python3.14")
    assert machine.steps == [
        "Downloading Python 3.14",
        "Installing Python 3.14 from Debian's packages",
    ]


def test_python_installed_elsewhere_and_moved_here_is_not_used(machine: Machine) -> None:
    machine.answers[str(interpreter.DEBIAN_PREFIX)] = ""
    interpreter.DEBIAN_PREFIX.mkdir()
    marker = interpreter.DEBIAN_PREFIX / ".complete"
    marker.write_text("/elsewhere\n")
    assert interpreter._debian_installed() is None
    marker.write_text(f"{interpreter.DEBIAN_PREFIX}\n")
    assert interpreter._debian_installed()


def test_without_python_the_message_names_every_way(machine: Machine) -> None:
    with pytest.raises(SetupError) as raised:
        interpreter.find_or_install("uv")
    told = str(raised.value)
    assert "needs Python 3.14" in told
    assert "uv python install 3.14: no network" in told
    assert "Debian testing's packages: no network" in told


@pytest.fixture
def environment(machine: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Environment:
    """An environment that was never made, in a project of its own, with a network."""
    monkeypatch.setattr(environments, "ROOT", tmp_path)
    machine.answers |= {"python find": "/python3.14", "python3.14 -c": "", "uv venv": ""}
    machine.answers |= {"pip sync": "", ".venv/bin/python -c": ""}
    made = Environment("app", ".venv", "Home Agent")
    made.path.mkdir()
    return made


def test_finished_environment_is_sound_where_it_was_made(environment: Environment) -> None:
    assert not environments.is_sound(environment)
    environment.stamp.write_text("/elsewhere\n")
    assert not environments.is_sound(environment)
    environment.stamp.write_text(f"{environment.path.parent}\n")
    assert environments.is_sound(environment)


def test_environment_with_a_broken_interpreter_is_not_sound(
    environment: Environment, machine: Machine
) -> None:
    environment.stamp.write_text(f"{environment.path.parent}\n")
    machine.answers.clear()
    assert not environments.is_sound(environment)


def test_interrupted_environment_is_made_from_scratch(
    environment: Environment, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    leftover = environment.path / "half-installed"
    leftover.touch()
    # uv makes the folder; this one is pretended
    monkeypatch.setattr(environments, "_install", lambda *_: environment.path.mkdir())
    environments.make(environment, "uv")
    assert not leftover.exists()
    assert environment.stamp.read_text() == f"{environment.path.parent}\n"


def test_failed_update_leaves_no_stamp(environment: Environment, machine: Machine) -> None:
    environment.stamp.write_text(f"{environment.path.parent}\n")
    del machine.answers["pip sync"]
    with pytest.raises(SetupError, match=r"uv, from locks/app\.txt: no network"):
        environments.make(environment, "uv")
    assert not environment.stamp.exists()


def test_app_is_compiled_as_far_as_that_works(machine: Machine) -> None:
    machine.answers |= {"pip": ""}
    environments._install(Environment("app", ".venv", "Home Agent", with_app=True), "uv")
    assert machine.steps[-1] == "Compiling"


@pytest.mark.parametrize(
    ("problem", "status", "told"),
    [
        (SetupError("No uv.", [], "Install it."), 1, "No uv."),
        (OSError("disk full"), 1, "disk full"),
        (KeyboardInterrupt(), 130, "Run it again"),
    ],
)
def test_problems_are_told_without_a_traceback(
    problem: BaseException,
    status: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    def fail() -> str:
        raise problem

    monkeypatch.setattr(setup, "PRIVATE", tmp_path)
    monkeypatch.setattr(installer, "find_or_install", fail)
    assert setup.main(["app"]) == status
    shown = capsys.readouterr().err
    assert told in shown
    assert "Traceback" not in shown
