"""Python 3.14: the machine's, uv's download, or Debian's packages."""

from __future__ import annotations

import os
from pathlib import Path

from .console import StepError, first_that_works, quietly, run
from .paths import PRIVATE, ROOT

# Home Assistant needs 3.14.2. A later minor version is not what the locks were made for.
WANTED = ">=3.14.2,<3.15"
DEBIAN_PREFIX = PRIVATE / "python3.14"

_REMEDY = (
    "Install Python 3.14.2 or later in the 3.14 series (python.org, your system's packages,\n"
    "pyenv or `uv python install 3.14`), so that `python3.14` is on PATH. Then run this again."
)
_PROBE = (
    "import sys, ssl, sqlite3, ctypes, zlib; sys.exit(not (3, 14, 2) <= sys.version_info < (3, 15))"
)


def find_or_install(uv: str) -> Path:
    """Return a working Python 3.14, installing one into the project where there is none."""
    found = _debian_installed() or _found_by(uv)
    if found:
        return found
    ways = (
        ("uv python install 3.14", lambda: _download(uv)),
        ("Debian testing's packages", from_debian),
    )
    return first_that_works("Home Agent needs Python 3.14, and could not get it.", ways, _REMEDY)


def works(python: Path) -> bool:
    """Tell whether this is a whole Python 3.14: some builds lack modules that we need."""
    return quietly([python, "-c", _PROBE]) is not None


def from_debian() -> Path:
    """Install Debian testing's Python 3.14 into the project."""
    script = ROOT / "scripts" / "install-python3.14"
    output = run("Installing Python 3.14 from Debian's packages", [script, DEBIAN_PREFIX])
    return Path(output.strip().splitlines()[-1])


def _debian_installed() -> Path | None:
    """Return the interpreter `from_debian` installed, if it is whole and still in its place."""
    python = DEBIAN_PREFIX / "bin" / "python3.14"
    marker = DEBIAN_PREFIX / ".complete"
    in_place = marker.is_file() and marker.read_text().strip() == str(DEBIAN_PREFIX)
    return python if in_place and works(python) else None


def _found_by(uv: str, env: dict[str, str] | None = None) -> Path | None:
    # --system: an active environment may be the very one that is to be rebuilt
    found = quietly([uv, "python", "find", "--system", "--no-project", WANTED], env=env)
    return Path(found) if found and works(Path(found)) else None


def _download(uv: str) -> Path:
    # One retry: on a network without the download's host, many only make the person wait.
    env = {"UV_HTTP_RETRIES": "1", **os.environ, "UV_PYTHON_INSTALL_DIR": str(PRIVATE / "pythons")}
    run("Downloading Python 3.14", [uv, "python", "install", "--no-bin", "3.14"], env=env)
    found = _found_by(uv, env)
    if not found:
        raise StepError("it was downloaded, but does not run here")
    return found
