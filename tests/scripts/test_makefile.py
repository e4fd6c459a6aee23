"""`make` sets up when something is missing or has changed, and at no other time."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TARGETS = [
    "help",
    "run",
    "test",
    "test-model",
    "test-clients",
    "test-chroma",
    "test-browser",
    "lint",
    "format",
    "bench",
    "reader",
    "develop",
    "lock",
    "clean",
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the Makefile with an app environment that is whole."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "locks").mkdir()
    for name in ("pyproject.toml", "locks/app.txt"):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    commands = tmp_path / ".venv" / "bin"
    commands.mkdir(parents=True)
    for name, does in (("python", ""), ("home-agent", 'echo "home-agent $*"')):
        (commands / name).write_text(f"#!/bin/sh\n{does}\n")
        (commands / name).chmod(0o755)
    (tmp_path / ".venv" / ".ready").write_text(f"{tmp_path}\n")
    return tmp_path


def _make(project: Path, *arguments: str) -> str:
    # the python3 that would set up only says so
    command = ["make", "PYTHON3=echo SET-UP", *arguments]
    # this may itself run under a make, whose flags are not meant for this one
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    done = subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_help_lists_every_target(project: Path) -> None:
    listed = [line.split()[1] for line in _make(project).splitlines()]
    assert listed == TARGETS


def test_nothing_is_set_up_when_nothing_changed(project: Path) -> None:
    assert _make(project, "run") == "home-agent chat\n"


def test_arguments_reach_the_app(project: Path) -> None:
    assert _make(project, "run", "ARGS=ask 'is it dark?'") == "home-agent ask is it dark?\n"


@pytest.mark.parametrize("changed", ["pyproject.toml", "locks/app.txt"])
def test_change_is_followed(project: Path, changed: str) -> None:
    later = (project / ".venv" / ".ready").stat().st_mtime + 10
    os.utime(project / changed, (later, later))
    assert "SET-UP -B -m scripts.setup app" in _make(project, "run")


def test_interrupted_setup_is_resumed(project: Path) -> None:
    (project / ".venv" / ".ready").unlink()
    assert "SET-UP" in _make(project, "run")


def test_lost_interpreter_is_replaced(project: Path) -> None:
    python = project / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nonexistent/python3.14")
    assert "SET-UP" in _make(project, "run")


def test_moved_project_is_set_up_again(project: Path) -> None:
    moved = project.with_name("moved")
    project.rename(moved)
    assert "SET-UP" in _make(moved, "run")


def test_without_python_it_says_what_to_install(project: Path) -> None:
    (project / ".venv" / ".ready").unlink()
    with pytest.raises(subprocess.CalledProcessError) as raised:
        _make(project, "run", "PYTHON3=no-such-python")
    assert "needs python3 (3.9 or later)" in raised.value.stderr
