"""Plans with a part for later: that is written down first, and the rest is done now."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace

from ...authority import Authority, Ownership
from ...errors import InSettingsError, StoreError
from ...events import EventListener, OutcomeSeen, ignore
from ...home import Home, Snapshot
from ...jobs import Job, Phase, Timer
from ...outcome import CHANGES, FAILURES, Outcome, PlanOutcomes, Reason, Status
from ...plan import (
    BackStep,
    CallStep,
    LaterStep,
    Plan,
    PlayStep,
    ScheduleStep,
    TimerStep,
    entities_in,
    entities_of,
)
from ...storage.store import Store
from ..step_executor import StepExecutor
from ..undo.journal import Command
from ..undo.restore import restore
from ..validation import refuse_unconfirmed
from .precheck import add_restoration, affected_entities, postpone
from .schedule import Schedule, can_see
from .schedule_backend import DeferredStep, ScheduleBackend, StepOutcomes
from .timers import Timers
from .wakeup import SchedulerContext

type OnBehalf = Callable[[Authority], AbstractAsyncContextManager[None]]
"""Has whatever is looked at and called meanwhile be so in somebody's name."""


def for_nobody(_authority: Authority) -> AbstractAsyncContextManager[None]:
    """Call things in nobody's name."""
    return nullcontext()


class PlanExecutor:
    """Keeps what is for later, and has the rest done now."""

    def __init__(
        self,
        home: Home,
        store: Store,
        *,
        step_executor: StepExecutor,
        waking: SchedulerContext,
        ownership: Ownership | None = None,
    ) -> None:
        """Have this step_executor do things; nothing happens by itself before `start`."""
        self._home = home
        self._step_executor = step_executor
        whose = ownership or Ownership()
        self._schedule = Schedule(
            home, store, gate=step_executor.gate, waking=waking, ownership=whose
        )
        self._timers = Timers(home, store, waking=waking, ownership=whose)
        self.delegate(self)

    def delegate(self, schedule_backend: ScheduleBackend) -> None:
        """Have another one keep what is for later from now on, who sees to this home already."""
        self._schedule_backend = schedule_backend
        self._step_executor.when_plans_are_undone(schedule_backend.let_go)

    async def load(self) -> None:
        """Take up what was planned before. Raises `StoreError`."""
        await self._schedule.load()
        await self._timers.load()

    @property
    def languages(self) -> frozenset[str]:
        """The languages that people will be told in."""
        return frozenset(
            one.authority.language for some in (self._schedule, self._timers) for one in some
        )

    @property
    def jobs(self) -> tuple[Job, ...]:
        """All jobs, however far they have come."""
        return tuple(self._schedule)

    async def last_done(self, authority: Authority) -> Command | None:
        """What "undo that" would take back; nothing where there is nothing."""
        return await self._step_executor.last_done(authority)

    async def put(self, job: Job) -> None:
        """Keep a job of the settings under the id that it has, as it is."""
        await self._schedule.put(job)

    async def drop(self, job: Job) -> None:
        """Forget a job, wherever it came from."""
        await self._schedule.drop(job)

    @property
    def planned(self) -> tuple[Job | Timer, ...]:
        """All that is to come, whoever planned it, in no order."""
        jobs = (job for job in self._schedule if job.phase is Phase.WAITING)
        return (*jobs, *self._timers)

    def planned_by(self, authority: Authority) -> tuple[Job | Timer, ...]:
        """What is to come of what somebody may see, in no order."""
        jobs = (job for job in self._schedule.visible(authority) if job.phase is Phase.WAITING)
        return (*jobs, *self._timers.visible(authority))

    async def call_off(self, planned_id: str, authority: Authority) -> Job | Timer | None:
        """Call off one of these; nothing where this person has no such.

        Raises `InSettingsError` and `StoreError`.
        """
        for job in self._schedule.visible(authority):
            if job.job_id != planned_id:
                continue
            if job.notice is not None and job.is_set:
                raise InSettingsError(job.notice.name)
            for outcome in await self._schedule.call_off((planned_id,)):
                if outcome.status is Status.FAILED:
                    raise StoreError("It could not be written down, so it is still planned.")
                return outcome.jobs[0]
        return await self._timers.call_off(planned_id, authority)

    async def start(self, on_behalf: OnBehalf = for_nobody) -> None:
        """See to what is planned, until `close`. Raises `StoreError`."""

        async def perform(plan: Plan, authority: Authority) -> PlanOutcomes:
            async with on_behalf(authority):
                ended = await self._step_executor.carry_out(plan, authority, ignore)
            return _all_unasked(ended)

        async def may_see(job: Job) -> bool:
            async with on_behalf(job.authority):
                return can_see(job, self._home.snapshot())

        self._timers.start()
        await self._schedule.start(perform, may_see)

    async def close(self) -> None:
        """Do nothing more by itself; what is planned stays planned."""
        await self._schedule.close()
        await self._timers.close()

    async def keep(self, step: DeferredStep, authority: Authority) -> list[Outcome]:
        """Do what the step says of things that are for later."""
        match step:
            case LaterStep() | BackStep():
                return await self._schedule.keep(step, authority)
            case TimerStep():
                return await self._timers.act(step, authority)
            case ScheduleStep():
                return await self._schedule.answer(step, authority)

    async def let_go(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        """Call off these, as far as they are still to come."""
        return await self._schedule.call_off(job_ids)

    async def carry_out(
        self, plan: Plan, authority: Authority, listener: EventListener
    ) -> PlanOutcomes:
        """Do what the plan says, now or later; tell for each step how its targets ended.

        A heater that is switched on and never off again is worse than one that stays off: where
        something cannot be kept for later, the rest is not done either. And what is not put back
        without a yes does not begin without it.
        """
        ended = await self._keep(plan, authority)
        if any(one.status in FAILURES for some in ended.values() for one in some):
            ended |= {
                at: _left(step)
                for at, step in enumerate(plan.steps)
                if isinstance(step, CallStep | PlayStep)
            }
        ended |= self._held(plan, ended, authority)
        for outcome in (one for some in ended.values() for one in some):
            listener(OutcomeSeen(outcome=outcome))
        now = [at for at in range(len(plan.steps)) if at not in ended]
        done = await self._step_executor.carry_out(
            Plan(steps=tuple(plan.steps[at] for at in now)),
            authority,
            listener,
            planned=_planned(plan, ended),
        )
        ended |= {at: [*outcomes] for at, outcomes in zip(now, done, strict=True)}
        ended |= add_restoration(plan, ended, self._home.snapshot())
        await self._put_off(plan, ended)
        await self._let_go(plan, ended)
        return tuple(tuple(ended[at]) for at in range(len(plan.steps)))

    async def carry_out_unasked(
        self, plan: Plan, authority: Authority, listener: EventListener
    ) -> PlanOutcomes:
        """Likewise for a program, that nobody can be asked through."""
        return _all_unasked(await self.carry_out(plan, authority, listener))

    async def _keep(self, plan: Plan, authority: Authority) -> StepOutcomes:
        """All that is not for now."""
        return {
            at: await self._schedule_backend.keep(step, authority)
            for at, step in enumerate(plan.steps)
            if isinstance(step, LaterStep | BackStep | TimerStep | ScheduleStep)
        }

    def _held(self, plan: Plan, ended: StepOutcomes, authority: Authority) -> StepOutcomes:
        """What is not done before a yes to what puts it back."""
        waiting = {
            entity_id
            for at, step in enumerate(plan.steps)
            if isinstance(step, BackStep) and any(map(_awaits, ended[at]))
            for entity_id in step.entity_ids
        }
        return {
            at: self._step_executor.held(step, authority)
            for at, step in enumerate(plan.steps)
            if isinstance(step, CallStep | PlayStep)
            and at not in ended
            and not waiting.isdisjoint(entities_in(step))
        }

    async def _put_off(self, plan: Plan, ended: StepOutcomes) -> None:
        """Keep nothing yet of what goes together with something that waits for a yes."""
        waiting = {one.entity_id for some in ended.values() for one in some if _awaits(one)}
        home = self._home.snapshot()
        for at, step in enumerate(plan.steps):
            jobs = tuple(job for one in ended[at] for job in one.jobs if not job.before)
            touched = {entity_id for job in jobs for entity_id in affected_entities(job)}
            if isinstance(step, LaterStep) and not waiting.isdisjoint(touched):
                await self._schedule_backend.let_go(tuple(job.job_id for job in jobs))
                ended[at] = [one for job in jobs for one in postpone(job, home)]

    async def _let_go(self, plan: Plan, ended: StepOutcomes) -> None:
        """Where nothing changed for a while, nothing has to go back.

        Unless an earlier promise has moved on to it, or it is to be off then.
        """
        if any(one.status in CHANGES for some in ended.values() for one in some):
            return
        home = self._home.snapshot()
        for at, step in enumerate(plan.steps):
            if isinstance(step, BackStep):
                idle = [one for one in ended[at] if one.jobs and not _changes(one.jobs, home)]
                await self._schedule_backend.let_go(
                    tuple(job.job_id for one in idle for job in one.jobs)
                )
                ended[at] = [one for one in ended[at] if one not in idle]


def _changes(jobs: tuple[Job, ...], home: Snapshot) -> bool:
    """Whether something would change if things were put back at once."""
    layout, states = home.layout.entities, home.states
    return any(
        restore(layout[entity_id], before, states[entity_id])
        for job in jobs
        for entity_id, before in job.before.items()
        if entity_id in layout and entity_id in states
    )


def _awaits(outcome: Outcome) -> bool:
    return outcome.status is Status.AWAITING


def _planned(plan: Plan, ended: StepOutcomes) -> tuple[str, ...] | None:
    """The jobs that a command made; nothing where it was none that could be undone."""
    kept = [at for at in ended if isinstance(plan.steps[at], LaterStep | BackStep | TimerStep)]
    if not any(one.status not in FAILURES for at in kept for one in ended[at]):
        return None
    return tuple(job.job_id for at in kept for one in ended[at] for job in one.jobs)


def _left(step: CallStep | PlayStep) -> list[Outcome]:
    left = Outcome(status=Status.REFUSED, reason=Reason.LEFT)
    return [replace(left, entity_id=one) for one in entities_of(Plan(steps=(step,)))]


def _all_unasked(ended: PlanOutcomes) -> PlanOutcomes:
    return tuple(tuple(map(refuse_unconfirmed, some)) for some in ended)
