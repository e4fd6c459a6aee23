"""Actions whose data only shows as they run."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from .home import ServiceCall
from .home.model import NOTHING

if TYPE_CHECKING:
    from .outcome import Outcome

type CallSender = Callable[[ServiceCall], Awaitable[CalledService]]
"""Asks the home for one thing, through the gate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledService:
    """What came of one call of a program."""

    outcomes: tuple[Outcome, ...]
    response: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """What the home answered."""

    is_good: bool = True
    """Whether all of it went well."""


class Program(Protocol):
    """Actions whose data only shows as they run: with branches, loops and waits."""

    async def run(self, call: CallSender) -> None:
        """Do one after the other, and stop at the first thing that goes wrong."""
        ...
