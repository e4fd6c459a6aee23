"""Reading YAML that somebody else wrote."""

import errno
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

type Outside = Any
"""What was written by somebody else, and may be anything."""

_MOST_BYTES = 4_000_000
"""Of a file: ten thousand entities have room in it, and reading takes up to 170 times as much."""


class WrongError(Exception):
    """Raised inside the engine: something in a file is not as it should be."""


def read_yaml(file: Path) -> Outside:
    """What a file holds; raise `WrongError` where that cannot be known."""
    # Takes as long to load as a sentence to be read, and most starts do without.
    import yaml  # noqa: PLC0415

    fastest: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.load(_text(file), Loader=fastest)  # noqa: S506 - a safe one
    except OSError as error:
        raise WrongError(f"cannot be read ({error.strerror or error})") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise WrongError(f"is not valid YAML: {' '.join(str(error).split())}") from error


def find_lines(file: Path, paths: Iterable[Sequence[str | int]]) -> list[int | None]:
    """The lines of a file to which keys and list positions lead, as far as they do.

    All are None if the file cannot be read any more.
    """
    import yaml  # noqa: PLC0415 - as above

    fastest: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = yaml.compose(_text(file), Loader=fastest)
    except OSError, yaml.YAMLError, ValueError, RecursionError:
        root = None
    return [None if root is None else _line(root, path) for path in paths]


def _line(node: Any, path: Sequence[str | int]) -> int:  # noqa: ANN401 - of a library without types
    line: int = node.start_mark.line
    for step in path:
        if isinstance(step, int):
            node = node.value[step]
            line = node.start_mark.line
            continue
        found = next((pair for pair in node.value if pair[0].value == step), None)
        if found is None:
            break
        line, node = found[0].start_mark.line, found[1]
    return line + 1


def _text(file: Path) -> str:
    with file.open("rb") as stream:
        content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content.decode()
