"""Asking an address: what for, and what comes back. Whoever runs the engine opens connections."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from ...errors import OperatorError

MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is sent. Only the method is fit to be shown: keys may be anywhere else."""

    method: str
    url: str = field(repr=False)
    """As it goes over the wire: nothing is left to be encoded."""

    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(default=None, repr=False)
    seconds: float
    """How long it may take, from the first try to connect to the last byte."""

    most_bytes: int = MOST_BYTES
    """How much is read; no more than this plus one is of any use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchResult:
    """What came back."""

    status: int
    body: bytes = b""
    location: str = ""
    """Where it says that the answer is, if not here."""


class FetchFailedError(OperatorError):
    """Nothing came back; the message ends the sentence "the server …", and names no secret."""


class Fetch(Protocol):
    """Asks an address, and follows no redirect."""

    async def __call__(self, request: Request, /) -> FetchResult:
        """Ask once. Raises `FetchFailedError`."""
        ...
