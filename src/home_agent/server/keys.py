"""The keys of programs: made, kept hashed in a file that only its owner reads, and recognized.

A key is a long random word, so its plain hash is as hard to turn back as the key is to guess.
"""

import hashlib
import hmac
import json
import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from home_agent.engine.authority import AccessKey
from home_agent.engine.errors import OperatorError, PersonError, StoreError
from home_agent.engine.storage.type_check import check_types

_FILE = "keys.json"
_PREFIX = "sk-home-"
_RANDOM_BYTES = 32
_LONGEST_KEY = 200
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class KeyNameError(PersonError):
    """There is such a key already, there is none, or it cannot be called so."""


class KeyFileError(OperatorError):
    """The file of the keys cannot be read: nobody is let in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key as it is kept: who it is for and what it may, without the key itself."""

    name: str
    digest: str = field(default="", repr=False)
    created: str = ""
    user: str | None = None
    """Whose rules hold for it, by the id that safety rules have them under."""

    areas: tuple[str, ...] = ()
    read_only: bool = False
    requests_a_minute: int | None = None
    """`None`: as many as is set for all keys."""

    tokens_a_day: int | None = None

    @property
    def access(self) -> AccessKey:
        """What the gate is told of it."""
        return AccessKey(name=self.name, read_only=self.read_only, areas=self.areas)

    @classmethod
    def from_document(cls, name: str, document: Mapping[str, Any]) -> Self:
        """Read what the file has of it. Raises `TypeError` or `ValueError`."""
        fields = {**document, "areas": tuple(map(str, document.get("areas", ())))}
        return check_types(cls(name=name, **fields))


class KeyFile:
    """All keys, as they are in the file now: whoever adds one need not restart the server."""

    def __init__(self, folder: Path) -> None:
        """Look in this folder."""
        self._path = folder / _FILE
        self._seen: tuple[int, int, int] | None = None
        self._keys: tuple[ApiKey, ...] = ()

    def all(self) -> tuple[ApiKey, ...]:
        """The keys, in the order in which they were made. Raises `KeyFileError`."""
        try:
            status = self._path.stat()
        except FileNotFoundError:
            self._seen, self._keys = None, ()
            return ()
        except OSError as error:
            raise KeyFileError(f"{self._path} cannot be read: {error.strerror}.") from error
        seen = (status.st_mtime_ns, status.st_size, status.st_ino)
        if seen != self._seen:
            self._keys = self._read()
            self._seen = seen
        return self._keys

    def find(self, presented: str) -> ApiKey | None:
        """The key that somebody came with; compared with all, so that time tells nothing."""
        digest = _digest(presented) if 0 < len(presented) <= _LONGEST_KEY else None
        found: ApiKey | None = None
        for key in self.all():
            # A key whose digest somebody emptied lets nobody in.
            if digest and hmac.compare_digest(key.digest.encode(), digest.encode()):
                found = key
        return found

    def add(self, key: ApiKey) -> str:
        """Keep a new key; return what to come in with, which is known nowhere else afterwards.

        Raises `KeyNameError`, `KeyFileError` or `StoreError`.
        """
        if not _NAME.fullmatch(key.name):
            raise KeyNameError(
                "A key's name is one word of letters, digits, dots, hyphens and underscores."
            )
        keys = self.all()
        if any(known.name == key.name for known in keys):
            raise KeyNameError(f"There is a key called {key.name} already.")
        secret = f"{_PREFIX}{secrets.token_urlsafe(_RANDOM_BYTES)}"
        created = datetime.now(UTC).isoformat(timespec="seconds")
        self._write((*keys, replace(key, digest=_digest(secret), created=created)))
        return secret

    def remove(self, name: str) -> None:
        """Forget a key: from now on nobody comes in with it. Raises as `add` does."""
        keys = self.all()
        left = tuple(key for key in keys if key.name != name)
        if len(left) == len(keys):
            raise KeyNameError(f"There is no key called {name}.")
        self._write(left)

    def _read(self) -> tuple[ApiKey, ...]:
        try:
            document = json.loads(self._path.read_bytes())
            return tuple(
                ApiKey.from_document(name, fields) for name, fields in document["keys"].items()
            )
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise KeyFileError(
                f"{self._path} is damaged, so no key is known. Move it away and make new keys."
            ) from error

    def _write(self, keys: tuple[ApiKey, ...]) -> None:
        document = {"version": 1, "keys": {key.name: _fields(key) for key in keys}}
        new = self._path.with_suffix(".new")
        try:
            with suppress(FileNotFoundError):
                new.unlink()
            descriptor = os.open(new, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(document, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except OSError as error:
            raise StoreError(f"{self._path} cannot be written: {error.strerror}.") from error
        self._seen = None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _fields(key: ApiKey) -> dict[str, Any]:
    told = asdict(key)
    del told["name"]
    return {name: value for name, value in told.items() if value or name in ("digest", "created")}
