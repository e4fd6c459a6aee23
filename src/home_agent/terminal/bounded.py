"""Reading what may be of any length, and no more of it than we have use for."""

import errno
import os
import sys
from pathlib import Path

MOST_LETTERS = 65_536
"""Bytes of one sentence: nobody says that much, and nobody would wait for it to be understood."""

TOO_LONG = f"That is longer than {MOST_LETTERS:,} characters, so I have not read it."


def read_bounded(file: Path, most: int = 1_000_000) -> bytes:
    """What a file holds. Raises `OSError`, also where it is larger than so many bytes."""
    with file.open("rb") as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def read_stdin() -> str | None:
    """All that is piped in; nothing if that is more than anybody says."""
    if sys.stdin is None:
        return ""
    said = sys.stdin.buffer.read(MOST_LETTERS + 1)
    return None if len(said) > MOST_LETTERS else said.decode("utf-8", "replace")
