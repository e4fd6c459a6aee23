"""Proves what must not be in some files: `python -m scripts.check_layers`.

The engine and the app do without Home Assistant, and the engine without the app around it. And no
file names a package index: everything must install from any mirror, at any place.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from typing import TYPE_CHECKING

from .setup.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENGINE = "custom_components/home_agent/engine/"
APP = "src/"
# In pieces, because this file must not name them either.
INDEXES = tuple(
    ".".join(labels).encode()
    for labels in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("yarnpkg", "com"),
        ("crates", "io"),
    )
)


def main() -> int:
    """Print every finding; return the exit status."""
    findings = [finding for name in _files() for finding in check(name, (ROOT / name).read_bytes())]
    for finding in findings:
        print(finding)
    return 1 if findings else 0


def check(name: str, content: bytes) -> Iterator[str]:
    """Yield what is wrong with a file, given by its name in the repository."""
    for index in INDEXES:
        if index in content:
            yield f"{name}: names the package index {index.decode()}"
    if name.endswith(".py") and name.startswith((ENGINE, APP)):
        forbidden = {"homeassistant", "custom_components"}
        if name.startswith(ENGINE):
            forbidden.add("home_agent")  # imports inside the engine are relative
        for line, module in imports(content):
            if module.partition(".")[0] in forbidden:
                yield f"{name}:{line}: imports {module}"


def imports(source: bytes) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of every absolute import."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module


def _files() -> list[str]:
    """Return the files that are, or could become, part of the repository."""
    # safe.directory: only names are read, so it does not matter whose the checkout is
    git = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    which = ["--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(
        [*git, *which], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    names = [name for name in listing.split("\0") if name]
    # files only: the link to the engine is not one, nor is what was deleted but not committed
    return [name for name in names if _is_plain(ROOT / name)]


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


if __name__ == "__main__":
    sys.exit(main())
