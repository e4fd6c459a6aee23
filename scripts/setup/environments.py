"""The virtual environments: what is in each, and how it comes to be exactly what its lock says.

A stamp inside an environment, written last, says that it is whole, and where: environments do not
survive a move. Make compares the stamp's age with the lock's and calls this only when needed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import interpreter
from .console import SetupError, StepError, quietly, run
from .paths import LOCKS, ROOT

if TYPE_CHECKING:
    from pathlib import Path

_NO_BYTECODE = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
_BEGINS_WITH = (
    "home_agent.cli.commands",
    "home_agent.commands.ask",
    "home_agent.commands.chat",
    "home_agent.commands.home",
    "home_agent.service.schedule_client",
    "home_agent.terminal.line_editing",
    "home_agent.engine.speak.template_sandbox",
    "home_agent.engine.understand.grammar.reader",
    "typer._adapters",
    "yaml",
)
_REMEDY = (
    "If this machine reaches the internet through a proxy, or a mirror of Python's package index,\n"
    "tell uv (HTTPS_PROXY, UV_DEFAULT_INDEX). Then run this again."
)


@dataclass(frozen=True)
class Environment:
    """One virtual environment and what makes it up."""

    name: str
    folder: str
    title: str
    with_app: bool = False

    @property
    def path(self) -> Path:
        """The environment's folder."""
        return ROOT / self.folder

    @property
    def python(self) -> Path:
        """The environment's interpreter."""
        return self.path / "bin" / "python"

    @property
    def stamp(self) -> Path:
        """The file that says that the environment is whole."""
        return self.path / ".ready"

    @property
    def lock(self) -> Path:
        """The packages, their versions and their hashes."""
        return LOCKS / f"{self.name}.txt"


ENVIRONMENTS = {
    environment.name: environment
    for environment in (
        Environment("app", ".venv", "Home Agent", with_app=True),
        Environment("model", ".venv-model", "a real model", with_app=True),
        Environment("clients", ".venv-clients", "clients of the server", with_app=True),
        Environment("chroma", ".venv-chroma", "a vector database"),
        Environment("reader", ".venv-reader", "what training takes"),
        Environment("ha-oldest", ".venv-ha-oldest", "the oldest supported Home Assistant"),
        Environment("ha-newest", ".venv-ha-newest", "the newest supported Home Assistant"),
        Environment("browser", ".venv-browser", "Home Assistant with a browser's driver"),
    )
}


def make(environment: Environment, uv: str) -> None:
    """Bring an environment to what its lock says, keeping what of it is sound."""
    sound = is_sound(environment)
    environment.stamp.unlink(missing_ok=True)
    try:
        if not sound:
            _create(environment, uv)
        _install(environment, uv)
    except StepError as reason:
        missing = f"The packages of {environment.title} could not be installed."
        tried = [(f"uv, from locks/{environment.lock.name}", reason)]
        raise SetupError(missing, tried, _REMEDY) from reason
    environment.stamp.write_text(f"{ROOT}\n")


def is_sound(environment: Environment) -> bool:
    """Tell whether an environment was finished, here, and its interpreter still runs."""
    try:
        place = environment.stamp.read_text().strip()
    except OSError:
        return False
    return place == str(ROOT) and interpreter.works(environment.python)


def _create(environment: Environment, uv: str) -> None:
    python = interpreter.find_or_install(uv)
    shutil.rmtree(environment.path, ignore_errors=True)
    if quietly([uv, "venv", "--no-project", "--python", python, environment.path]) is None:
        raise StepError(f"uv venv failed with {python}")


def _install(environment: Environment, uv: str) -> None:
    into = f"--python={environment.python}"
    title = f"Installing {environment.title}"
    run(title, [uv, "pip", "sync", into, "--require-hashes", environment.lock])
    if environment.with_app:
        # hatchling is in the lock, so that this step needs no network
        options = ["--no-deps", "--no-build-isolation", "--editable"]
        run("Installing the home-agent command", [uv, "pip", "install", into, *options, ROOT])
        _compile(environment)


def _compile(environment: Environment) -> None:
    """Have what the program begins with compiled, which would otherwise slow down its first runs.

    Where Python is told to write no bytecode, it would slow down every one of them. Loading it is
    the quickest way: nothing is compiled that nobody needs.
    """
    variables = {name: value for name, value in os.environ.items() if name not in _NO_BYTECODE}
    code = (
        "from home_agent.cli.kept_code import kept_code\n"
        f"with kept_code():\n    import {', '.join(_BEGINS_WITH)}"
    )
    command = [str(environment.python), "-c", code]
    with contextlib.suppress(StepError):  # it runs without, too
        run("Compiling", command, env=variables)
