"""uv, which makes the environments: the machine's, or one of our own."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import sys
import urllib.request
from pathlib import Path

from . import interpreter
from .console import StepError, first_that_works, quietly, run
from .paths import LOCKS, PRIVATE

# Older ones do not know Python 3.14.2.
OLDEST = (0, 10)
OURS = PRIVATE / "uv"

_INSTALLER = "https://astral.sh/uv/{}/install.sh"
_REMEDY = (
    "Install uv (https://docs.astral.sh/uv/getting-started/installation), or give this machine's\n"
    "python3 its pip (on Debian and Ubuntu: `apt install python3-pip`) and a way to the internet.\n"
    "Then run this again."
)


def find_or_install() -> str:
    """Return a uv that works, installing one into the project where there is none."""
    trust_the_machines_certificates()
    for candidate in (shutil.which("uv"), str(OURS / "bin" / "uv")):
        if candidate and recent_enough(quietly([candidate, "--version"])):
            return candidate
    ways = (
        (f"pip of {sys.executable}", lambda: _with_pip(Path(sys.executable))),
        (f"a virtual environment of {sys.executable}", lambda: _with_venv(Path(sys.executable))),
        # a Python that Debian took pip from; most likely the environments need this one anyway
        ("Debian testing's Python 3.14", lambda: _with_venv(interpreter.from_debian())),
        ("uv's own installer", _with_installer),
    )
    missing = "Home Agent's set-up needs uv, and could not get it."
    return first_that_works(missing, ways, _REMEDY)


def trust_the_machines_certificates() -> None:
    """Have uv trust whom this machine trusts, as pip and git do, rather than its own list.

    Networks that inspect their traffic work only like this. A machine without any certificates of
    its own, such as a minimal container, keeps uv's list.
    """
    places = ssl.get_default_verify_paths()
    folder = Path(places.capath or "/nonexistent")
    if places.cafile or (folder.is_dir() and any(folder.iterdir())):
        os.environ.setdefault("UV_SYSTEM_CERTS", "true")


def recent_enough(version: str | None) -> bool:
    """Tell from what `uv --version` prints whether it will do; None: it does not even start."""
    numbers = re.search(r"(\d+)\.(\d+)", version or "")
    return numbers is not None and (int(numbers[1]), int(numbers[2])) >= OLDEST


def _with_pip(python: Path) -> str:
    if quietly([python, "-m", "pip", "--version"]) is None:
        raise StepError("it has no pip")
    return _pip_install(python)


def _with_venv(python: Path) -> str:
    environment = PRIVATE / "pip"
    shutil.rmtree(environment, ignore_errors=True)
    if quietly([python, "-m", "venv", environment]) is None:
        raise StepError("it cannot make one (venv or ensurepip is missing)")
    return _pip_install(environment / "bin" / "python")


def _pip_install(python: Path) -> str:
    shutil.rmtree(OURS, ignore_errors=True)
    options = ["--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]
    what = ["--require-hashes", f"--requirement={LOCKS / 'uv.txt'}", f"--target={OURS}"]
    run("Installing uv", [python, "-m", "pip", "install", *options, *what])
    return _checked()


def _with_installer() -> str:
    script = PRIVATE / "uv-installer.sh"
    try:
        with urllib.request.urlopen(_INSTALLER.format(_pinned()), timeout=20) as answer:  # noqa: S310
            script.write_bytes(answer.read())
    except OSError as error:
        reason = getattr(error, "reason", error)
        raise StepError(f"astral.sh cannot be reached ({reason})") from error
    # "unmanaged": no changes to the shell's profile, no updates of its own
    env = {**os.environ, "UV_UNMANAGED_INSTALL": str(OURS / "bin")}
    run("Installing uv with its own installer", ["sh", script], env=env)
    return _checked()


def _pinned() -> str:
    """Return the version of uv in its lock."""
    pin = re.search(r"^uv==(\S+)", (LOCKS / "uv.txt").read_text(), re.MULTILINE)
    if pin is None:
        raise StepError("locks/uv.txt names no version")
    return pin[1]


def _checked() -> str:
    uv = str(OURS / "bin" / "uv")
    if not recent_enough(quietly([uv, "--version"])):
        raise StepError("it was installed, but does not run here")
    return uv
