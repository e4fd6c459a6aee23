"""Whoever sees to what is for later in a home: one at a time, since two would do it all twice."""

from typing import Protocol

from ...authority import Authority
from ...outcome import Outcome
from ...plan import BackStep, LaterStep, ScheduleStep, TimerStep

type DeferredStep = LaterStep | BackStep | TimerStep | ScheduleStep

type StepOutcomes = dict[int, list[Outcome]]
"""By the number of a step in its plan, how it ended."""


class ScheduleBackend(Protocol):
    """Keeps what is for later, tells of it and calls it off."""

    async def keep(self, step: DeferredStep, authority: Authority) -> list[Outcome]:
        """Do what the step says of things that are for later."""
        ...

    async def let_go(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        """Call off these, as far as they are still to come."""
        ...
