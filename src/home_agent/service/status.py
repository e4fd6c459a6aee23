"""How a service is, in a small file beside its store: for `home-agent health`, with no open port.

The file is written anew with every sign of life, so that a service that hangs shows by its age,
and it is removed when the service ends in order.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from ..paths import own_file
from ..terminal.bounded_input import read_bounded

_NAME = "service.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelStatus:
    """How a language model is."""

    name: str
    trouble: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """All that is to know of a service from outside. There is nothing secret in it."""

    version: str
    pid: int
    started: datetime
    alive: datetime
    """Its last sign of life."""

    home: str
    connected: bool = False
    since: datetime
    """Since when it is connected, or is not."""

    trouble: str = ""
    """Why it is not, and what there is to do."""

    entities: int = 0
    last_event: datetime | None = None
    """When the home last told of a change."""

    planned: int = 0
    watched: int = 0
    models: tuple[ModelStatus, ...] = ()
    store: str
    store_trouble: str = ""
    damaged: tuple[str, ...] = ()
    """What was kept, and was lately found damaged and set aside."""

    def as_document(self) -> dict[str, Any]:
        """For JSON."""
        return {
            name: value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else value
            for name, value in asdict(self).items()
        }

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Self:
        """Read the stored form. Raises `KeyError`, `TypeError` or `ValueError` for any other."""
        times = {
            name: datetime.fromisoformat(document[name])
            for name in ("started", "alive", "since", "last_event")
            if document[name] is not None
        }
        models = tuple(ModelStatus(**model) for model in document["models"])
        damaged = tuple(map(str, document.get("damaged", ())))
        return cls(**{**document, **times, "models": models, "damaged": damaged})


class StatusFile:
    """The file of one service."""

    def __init__(self, folder: Path, home: str) -> None:
        """Nothing is written yet."""
        self._path = own_file(folder, home, _NAME)

    def write(self, status: Status) -> None:
        """Replace it as a whole, for nobody else to read. Raises `OSError`."""
        new = self._path.with_suffix(".new")
        with open(os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:  # noqa: PTH123 - made private
            json.dump(status.as_document(), file)
        new.replace(self._path)

    def remove(self) -> None:
        """Leave nothing behind."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def read_all(folder: Path) -> Iterator[Status]:
    """Every service that has told how it is; what cannot be read is none."""
    stem, _, ending = _NAME.partition(".")
    for path in sorted(folder.glob(f"{stem}*.{ending}")):
        with suppress(OSError, KeyError, TypeError, ValueError):
            yield Status.from_document(json.loads(read_bounded(path)))
