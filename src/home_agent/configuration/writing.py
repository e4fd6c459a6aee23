"""The settings file, written so that it is whole at every moment and nobody else may read it."""

import os
import tempfile
from pathlib import Path

from home_agent.engine.errors import OperatorError

_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700


class WriteError(OperatorError):
    """The settings file cannot be written."""


def write_private(file: Path, text: str, *, kept_as: str = "") -> Path | None:
    """Put the text into the file, for its owner only; return where the former one is kept.

    That is a name of its own, or beside it with `kept_as` at its end, over what is there.

    Raises `WriteError`, and then the file is as it was.
    """
    # A link leads to where somebody keeps such files; it is to go on leading there.
    target = file.resolve()
    if target.exists() and not target.is_file():
        raise WriteError(f"{file} is not a file that can be written.")
    try:
        target.parent.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
        kept = None
        if target.exists():
            kept = target.with_name(target.name + kept_as) if kept_as else _free_name(target)
            _write(kept, target.read_bytes())
        _write(target, text.encode())
    except OSError as error:
        raise WriteError(f"{file} cannot be written: {error.strerror or error}.") from error
    return kept


def _free_name(file: Path) -> Path:
    name = file.with_name(f"{file.name}.backup")
    number = 2
    while name.exists():
        name = file.with_name(f"{file.name}.backup{number}")
        number += 1
    return name


def _write(file: Path, content: bytes) -> None:
    """Whole or not at all."""
    # Made for its owner only from the very beginning.
    descriptor, temporary = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(_PRIVATE)
        Path(temporary).replace(file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
