"""Where a chat finds the service of the same home: a socket file that only its owner can use.

Both speak lines of JSON. A chat sends what it wants kept, with a number, and the service answers
with the same number. Whoever has said that they listen are told in between what happens.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..paths import own_file

MOST_BYTES = 4 * 2**20
"""Of one line: two hundred jobs with all that belongs to them have room in it."""

_LONGEST_NAME = 100
"""Bytes: systems differ, and none takes more than a little above this."""


LISTENING = b'"listening"\n'
"""Said by whoever stays and wants to be told."""


@contextmanager
def socket_file(folder: Path, home: str) -> Iterator[Path]:
    """The name of the socket file, as short as this system wants it."""
    path = own_file(folder, home, "service.sock")
    if len(os.fsencode(path)) <= _LONGEST_NAME:
        yield path
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield Path(f"/proc/self/fd/{descriptor}") / path.name
    finally:
        os.close(descriptor)


def as_line(message: Mapping[str, Any]) -> bytes:
    """A message as it is sent."""
    return json.dumps(message).encode() + b"\n"


def read_line(line: bytes) -> dict[str, Any]:
    """A message as it was sent. Raises `TypeError` or `ValueError`."""
    return dict(json.loads(line))
