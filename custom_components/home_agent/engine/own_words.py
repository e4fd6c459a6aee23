"""Words of a person's own."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWords:
    """Words of a person's own, and those that they stand for."""

    kind: Literal["name", "phrase", "liking"]
    """A name for a thing, a sentence for some commands, or how they like a place."""

    said: str
    means: str
