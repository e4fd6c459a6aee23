"""Input of any length, read only as far as it is of use: files and standard input."""

import errno
import os
import select
import stat
import sys
from pathlib import Path

from .streams import print_error

MOST_LETTERS = 65_536
"""Bytes of one sentence: nobody says that much, and nobody would wait for it to be understood."""

TOO_LONG = f"That is longer than {MOST_LETTERS:,} characters, so I have not read it."

_MOST_ATTACHED = 12_000
"""More would leave no room for the home in a model's prompt."""

_PATIENCE = 2.0
"""Seconds of silence after which somebody wonders what is waited for."""

_WAITING = (
    "Waiting for what is piped in. Ctrl-C stops; '</dev/null' behind the command goes without it."
)
_CUT = f"Only the first {_MOST_ATTACHED:,} characters of what is piped in were read."


def read_bounded(file: Path, most: int = 1_000_000) -> bytes:
    """What a file holds. Raises `OSError`, also where it is larger than so many bytes."""
    with file.open("rb") as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def read_stdin() -> str | None:
    """All that is piped in; None if that is more than anybody says."""
    if sys.stdin is None:
        return ""
    said = sys.stdin.buffer.read(MOST_LETTERS + 1)
    return None if len(said) > MOST_LETTERS else said.decode("utf-8", "replace")


def is_piped(*, filled: bool = False) -> bool:
    """Whether standard input is a pipe or a file; `filled` with something in it by now."""
    if sys.stdin is None:
        return False
    try:
        mode = os.fstat(0).st_mode
        if not (stat.S_ISFIFO(mode) or stat.S_ISREG(mode)):
            return False
        return not filled or bool(select.select([0], [], [], 0)[0] and os.read(0, 1))
    except OSError:
        return False


def read_piped() -> str:
    """The text, no more of it than a model is shown; empty where nobody pipes."""
    if not is_piped():
        return ""
    ready, _, _ = select.select([0], [], [], _PATIENCE)
    if not ready:
        print_error(_WAITING)
    said = sys.stdin.buffer.read(4 * _MOST_ATTACHED + 1).decode("utf-8", "replace").strip()
    if len(said) > _MOST_ATTACHED:
        print_error(_CUT)
    return said[:_MOST_ATTACHED]
