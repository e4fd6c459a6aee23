"""Links that let the person at this terminal in, once and soon: `home-agent open` makes one.

A link is a file of its own, named by the hash of what is in the link: whoever removes it is let
in, and nobody can remove it twice.
"""

import hashlib
import json
import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from home_agent.engine.errors import OperatorError, StoreError

_FOLDER = "links"
_ADDRESS = "serving.json"
_LASTS = 300.0
"""Seconds."""

_RANDOM_BYTES = 32
_LONGEST = 100


class NotServingError(OperatorError):
    """No server runs that somebody could be let in to."""


class LinkFolder:
    """The links that nobody has followed yet."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        """Keep them below this folder."""
        self._folder = folder / _FOLDER
        self._now = now

    def make(self) -> str:
        """What goes into a new link. Raises `StoreError`."""
        secret = secrets.token_urlsafe(_RANDOM_BYTES)
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._sweep()
            path = self._folder / _digest(secret)
            descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600)
            os.close(descriptor)
            # A file tells by itself how old it is; by our clock, so that tests need not wait.
            os.utime(path, (self._now(), self._now()))
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be written: {error.strerror}.") from error
        return secret

    def follow(self, secret: str) -> bool:
        """Whether a link lets somebody in, which it does once."""
        if not 0 < len(secret) <= _LONGEST:
            return False
        path = self._folder / _digest(secret)
        try:
            age = self._now() - path.stat().st_mtime
            path.unlink()
        except OSError:
            return False
        return age <= _LASTS

    def _sweep(self) -> None:
        """Forget those that are too old."""
        for path in self._folder.iterdir():
            with suppress(OSError):
                if self._now() - path.stat().st_mtime > _LASTS:
                    path.unlink()


def note_address(folder: Path, address: str | None) -> None:
    """Write down where the server of this folder is to be found; `None`: nowhere any more."""
    path = folder / _ADDRESS
    with suppress(OSError):
        if address is not None:
            path.write_text(json.dumps({"address": address, "pid": os.getpid()}))
        elif json.loads(path.read_text()).get("pid") == os.getpid():
            path.unlink()


def find_address(folder: Path) -> str:
    """Where the server of this folder is to be found. Raises `NotServingError`."""
    try:
        noted = json.loads((folder / _ADDRESS).read_text())
        os.kill(int(noted["pid"]), 0)
        return str(noted["address"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NotServingError("No server runs. Start one with: home-agent serve") from error


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
