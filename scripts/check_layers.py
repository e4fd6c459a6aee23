"""Proves what must not be in some files: `python -m scripts.check_layers`.

The engine and the app do without Home Assistant, and the engine without the app around it; inside
each, a room imports only what the table in `rooms` lets it. And no file names a package index:
everything must install from any mirror, at any place.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from . import rooms
from .setup.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENGINE = rooms.ENGINE.folder
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
    if not name.endswith(".py"):
        return
    for house in rooms.HOUSES:
        if name.startswith(house.folder):
            yield from _check_rooms(house, name, content)
    if name.startswith((ENGINE, APP)):
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


def _check_rooms(house: rooms.House, name: str, content: bytes) -> Iterator[str]:
    """Yield every import that leads into a room where it must not."""
    path = PurePosixPath(name.removeprefix(house.folder)).with_suffix("")
    package = path.parts[:-1]
    own = path.parts if path.name != "__init__" or not package else package
    room = house.find_room(".".join(own))
    if room is None:
        yield f"{name}: is in no room (scripts/rooms.py)"
        return
    allowed = house.may_import(room)
    for line, module in _inside(house, package, content):
        target = house.find_room(module)
        if target is None:
            yield f"{name}:{line}: imports {module}, which is in no room (scripts/rooms.py)"
        elif target is not room and target.name not in allowed:
            yield f"{name}:{line}: {room.name} imports {module} of {target.name}"


def _inside(
    house: rooms.House, package: tuple[str, ...], content: bytes
) -> Iterator[tuple[int, str]]:
    """Yield the line and the name, from the folder of the house, of what is imported from it."""
    root = PurePosixPath(house.folder).name
    for node in ast.walk(ast.parse(content)):
        if not isinstance(node, ast.ImportFrom):
            continue
        module = tuple(node.module.split(".")) if node.module else ()
        if node.level > len(package) + 1:
            yield node.lineno, "." * node.level + ".".join(module)
            continue
        if node.level:
            module = (*package[: len(package) + 1 - node.level], *module)
        elif module[:1] == (root,) and house is rooms.APP:
            module = module[1:]
        else:
            continue
        if module[:1] == ("engine",):
            continue
        for alias in node.names:
            inner = (*module, alias.name)
            yield node.lineno, ".".join(inner if _is_module(house, inner) else module or inner)


def _is_module(house: rooms.House, parts: tuple[str, ...]) -> bool:
    path = (ROOT / house.folder).joinpath(*parts)
    return path.with_suffix(".py").is_file() or path.is_dir()


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
