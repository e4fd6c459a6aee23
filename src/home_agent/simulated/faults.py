"""How a device misbehaves: what an inventory says under `behaviour`."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from .behaviour import InvalidFactError
from .readers import Outside

_WORDS = ("unavailable", "ignores")
_SECONDS = ("late", "travel")
_EXPECTED = (
    "behaviour must be 'unavailable', 'ignores', or a mapping of late: SECONDS, "
    "travel: SECONDS, refuses: TEXT, unavailable: true or ignores: true"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """What is wrong with a device, or slow about it. Nothing, by default."""

    unavailable: bool = False
    ignores: bool = False
    """Accepts every command, and does nothing."""

    late: float = 0.0
    """Seconds until it does what it was asked."""

    travel: float = 0.0
    """Seconds from one end to the other, for things that move."""

    refuses: str | None = None
    """The error with which it refuses every command."""


def read_faults(given: Outside) -> Faults:
    """Read what an inventory says; raise `InvalidFactError` where it makes no sense."""
    if given is None:
        return Faults()
    if isinstance(given, str) and given in _WORDS:
        given = {given: True}
    if not isinstance(given, Mapping) or not given.keys() <= {*_WORDS, *_SECONDS, "refuses"}:
        raise InvalidFactError(f"{_EXPECTED}; not {given!r}")
    for name, value in given.items():
        if not _fits(name, value):
            raise InvalidFactError(f"{_EXPECTED}; {name} is {value!r}")
    return Faults(**given)


def _fits(name: str, value: Outside) -> bool:
    if name in _WORDS:
        return isinstance(value, bool)
    if name in _SECONDS:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and math.isfinite(value) and value >= 0
    return isinstance(value, str) and bool(value.strip())
