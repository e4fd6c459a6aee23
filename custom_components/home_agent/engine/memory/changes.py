"""Results of storing a memory, and changes that listeners are told of."""

from dataclasses import dataclass
from enum import StrEnum

from ..errors import PersonError
from .memory import Memory


class MemoryRefusedError(PersonError):
    """A memory is refused; `kind` tells why."""

    def __init__(self, kind: str) -> None:
        """Say why: off, secret or empty."""
        super().__init__(_REFUSALS[kind])
        self.kind = kind


_REFUSALS = {
    "off": "Memory is off. Turn it on in the settings: enabled = true under [memory].",
    "secret": "This looks like a secret: keys, PINs, passwords and card numbers are not kept.",
    "empty": "There is nothing to remember.",
}


class StoredAs(StrEnum):
    """How a memory was stored."""

    NEW = "new"
    SAME = "same"
    """It was remembered already."""

    CORRECTED = "corrected"
    """It says otherwise what was remembered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMemory:
    """A memory that was stored, with what it replaced."""

    memory: Memory
    how: StoredAs
    before: Memory | None = None
    """As it was before it was corrected."""

    given_up: tuple[Memory, ...] = ()
    """What was forgotten since there would be too many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryChange:
    """A change that listeners are told of: memories that were stored or forgotten."""

    put: tuple[Memory, ...] = ()
    forgotten: tuple[Memory, ...] = ()
