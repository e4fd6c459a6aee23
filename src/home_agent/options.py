"""What every command lets a person choose."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The choices, as they were typed and not yet checked."""

    home: Path | None = None
    """An inventory; without one, the built-in home."""

    language: str | None = None
    room: str | None = None
