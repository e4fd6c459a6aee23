"""Writes the lock files anew: `python3 -m scripts.lock [--upgrade]`.

They are hashed requirement files rather than a uv.lock, because that names the package index it was
made with, and ours must install from any mirror. `--universal` makes one lock for all systems.
"""

from __future__ import annotations

import sys

from .setup import installer
from .setup.console import SetupError, StepError, run
from .setup.paths import LOCKS, ROOT

# what each lock is made from
INPUTS = {
    "uv": ["locks/uv.in"],
    "app": ["pyproject.toml", "--group", "dev"],
    "model": [
        *("pyproject.toml", "--group", "dev", "locks/model.in"),
        *("--overrides", "locks/model.overrides"),
    ],
    # with the app as it is locked, so it comes after it
    "clients": [
        *("pyproject.toml", "--group", "dev", "locks/clients.in"),
        *("--constraints", "locks/app.txt"),
    ],
    "chroma": ["locks/chroma.in"],
    "reader": ["locks/reader.in"],
    "ha-oldest": ["locks/ha-oldest.in", "--overrides", "locks/ha-oldest.overrides"],
    "ha-newest": ["locks/ha-newest.in"],
    # the same Home Assistant, so it comes after it
    "browser": [
        *("locks/ha-newest.in", "locks/browser.in"),
        *("--constraints", "locks/ha-newest.txt"),
    ],
}
OPTIONS = [
    "--quiet",
    "--universal",
    "--generate-hashes",
    "--python-version=3.14.2",
    "--custom-compile-command=make lock",
]


def main(arguments: list[str]) -> int:
    """Write every lock; arguments go to uv, such as `--upgrade` or `--upgrade-package NAME`."""
    try:
        uv = installer.find_or_install()
        for name, inputs in INPUTS.items():
            command = [uv, "pip", "compile", *OPTIONS, *arguments, *inputs]
            output = f"--output-file={LOCKS / f'{name}.txt'}"
            run(f"Locking {name}", [*command, output], cwd=ROOT)
    except (SetupError, StepError) as error:
        print(f"\n{error}\n", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
