"""What is for later in one home: jobs and timers, and who sees to them.

One process at a time sees to them, since two would do it all twice: another one delegates to it.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol

from ...authority import Authority, Ownership
from ...errors import InSettingsError, StoreError
from ...events import CarryOut, ignore
from ...home import Home
from ...jobs import Job, Phase, Timer
from ...outcome import Outcome, PlanOutcomes, Status
from ...plan import BackStep, LaterStep, Plan, ScheduleStep, TimerStep
from ...storage.store import Store
from ..gate import Gate
from ..validation import refuse_unconfirmed
from .schedule import Schedule, can_see
from .settings import SchedulerContext
from .timers import Timers

type DeferredStep = LaterStep | BackStep | TimerStep | ScheduleStep

type AuthorityScope = Callable[[Authority], AbstractAsyncContextManager[None]]
"""Has whatever is looked at and called meanwhile be so in somebody's name."""


def for_nobody(_authority: Authority) -> AbstractAsyncContextManager[None]:
    """Call things in nobody's name."""
    return nullcontext()


class ScheduleBackend(Protocol):
    """Takes on what is for later, tells of it and cancels it."""

    async def handle(self, step: DeferredStep, authority: Authority) -> list[Outcome]:
        """Do what the step says of things that are for later."""
        ...

    async def cancel(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        """Cancel these jobs and timers, as far as they are still to come."""
        ...


class DelegatingBackend:
    """Hands everything to a backend that may be exchanged: another process may see to this home."""

    def __init__(self, backend: ScheduleBackend) -> None:
        """Hand everything to this one."""
        self.backend = backend

    async def handle(self, step: DeferredStep, authority: Authority) -> list[Outcome]:
        """Do what the step says of things that are for later."""
        return await self.backend.handle(step, authority)

    async def cancel(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        """Cancel these jobs and timers, as far as they are still to come."""
        return await self.backend.cancel(job_ids)


class Scheduler:
    """The jobs and timers of one home: the backend that sees to them itself."""

    def __init__(
        self,
        home: Home,
        store: Store,
        *,
        gate: Gate,
        context: SchedulerContext,
        ownership: Ownership | None = None,
    ) -> None:
        """Keep what is for later in this store; nothing happens by itself before `start`."""
        self._home = home
        owners = ownership or Ownership()
        self._schedule = Schedule(home, store, gate=gate, context=context, ownership=owners)
        self._timers = Timers(home, store, context=context, ownership=owners)

    async def load(self) -> None:
        """Take up what was planned before. Raises `StoreError`."""
        await self._schedule.load()
        await self._timers.load()

    async def start(self, carry_out: CarryOut, on_behalf: AuthorityScope = for_nobody) -> None:
        """Have what is planned carried out in its time, until `close`. Raises `StoreError`."""

        async def perform(plan: Plan, authority: Authority) -> PlanOutcomes:
            async with on_behalf(authority):
                ended = await carry_out(plan, authority, ignore)
            return tuple(tuple(map(refuse_unconfirmed, outcomes)) for outcomes in ended)

        async def may_see(job: Job) -> bool:
            async with on_behalf(job.authority):
                return can_see(job, self._home.snapshot())

        self._timers.start()
        await self._schedule.start(perform, may_see)

    async def close(self) -> None:
        """Do nothing more by itself; what is planned stays planned."""
        await self._schedule.close()
        await self._timers.close()

    async def handle(self, step: DeferredStep, authority: Authority) -> list[Outcome]:
        """Do what the step says of things that are for later."""
        match step:
            case LaterStep() | BackStep():
                return await self._schedule.add(step, authority)
            case TimerStep():
                return await self._timers.handle(step, authority)
            case ScheduleStep():
                return await self._schedule.answer(step, authority)

    async def cancel(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        """Cancel these jobs and timers, as far as they are still to come."""
        stopped = await self._timers.stop(job_ids)
        return [*await self._schedule.cancel(job_ids), *stopped]

    @property
    def languages(self) -> frozenset[str]:
        """The languages that people will be told in."""
        planned = (*self._schedule, *self._timers)
        return frozenset(item.authority.language for item in planned)

    @property
    def jobs(self) -> tuple[Job, ...]:
        """All jobs, however far they have come."""
        return tuple(self._schedule)

    @property
    def planned(self) -> tuple[Job | Timer, ...]:
        """All that is to come, whoever planned it, in no order."""
        jobs = (job for job in self._schedule if job.phase is Phase.WAITING)
        return (*jobs, *self._timers)

    def planned_by(self, authority: Authority) -> tuple[Job | Timer, ...]:
        """What is to come of what somebody may see, in no order."""
        jobs = (job for job in self._schedule.visible(authority) if job.phase is Phase.WAITING)
        return (*jobs, *self._timers.visible(authority))

    def paused_by(self, authority: Authority) -> tuple[Job, ...]:
        """What somebody may see of what is paused, in no order."""
        visible = self._schedule.visible(authority)
        return tuple(job for job in visible if job.phase is Phase.PAUSED)

    async def cancel_planned(self, planned_id: str, authority: Authority) -> Job | Timer | None:
        """Cancel a job or timer and return it, None if this person has no such.

        Raises `InSettingsError` and `StoreError`.
        """
        for job in self._schedule.visible(authority):
            if job.job_id != planned_id:
                continue
            if job.notice is not None and job.is_set:
                raise InSettingsError(job.notice.name)
            for outcome in await self._schedule.cancel((planned_id,), for_good=True):
                if outcome.status is Status.FAILED:
                    raise StoreError("It could not be written down, so it is still planned.")
                return outcome.jobs[0]
        return await self._timers.cancel(planned_id, authority)

    async def put(self, job: Job) -> None:
        """Store a job of the settings under the id that it has."""
        await self._schedule.put(job)

    async def drop(self, job: Job) -> None:
        """Delete a job, wherever it came from."""
        await self._schedule.drop(job)
