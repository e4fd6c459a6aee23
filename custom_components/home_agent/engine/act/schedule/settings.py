"""How the schedule works: what a person sets, and what the agent gives it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from ...authority import Ownership
from ...events import EventListener, JobEnded
from ...outcome import Outcome
from ...validation.fields import FieldReader
from .wakeup import Clock

_DAY = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleSettings:
    """How late is too late, and whose plans are whose. The defaults suit a family."""

    grace: float = 300.0
    """Seconds: what could not be done in time, since nobody was there to do it, is still done if it
    is late by less. What is later is told as missed."""

    share_plans: bool = False
    """Whether everyone may see and call off what anybody planned, watches or times."""

    managers: frozenset[str] = frozenset()
    """The users who may, where not everyone may; admins always may."""

    @property
    def ownership(self) -> Ownership:
        """Who may see and call off what belongs to others."""
        return Ownership(shared=self.share_plans, managers=self.managers)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known={"grace", "managers", "share_plans"})
        settings = cls(
            grace=reader.number("grace", cls().grace, least=0, most=_DAY),
            share_plans=reader.flag("share_plans", default=False),
            managers=reader.words("managers"),
        )
        reader.check()
        return settings


type NoticeDelivery = Callable[[JobEnded], Awaitable[tuple[Outcome, ...]]]
"""Sends a notice to whoever is to have it, and returns what became of it."""


async def deliver_nowhere(_ended: JobEnded) -> tuple[Outcome, ...]:
    """Send it nowhere: whoever listens hears of it."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulerContext:
    """By which clock the schedule wakes up, and who hears of what happens then."""

    clock: Clock
    listener: EventListener
    deliver: NoticeDelivery = deliver_nowhere
    grace: float = ScheduleSettings().grace
    """Seconds: what is late by less is still done."""
