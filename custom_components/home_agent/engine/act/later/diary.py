"""Plans with a part for later: that is written down first, and the rest is done now."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from ...authority import Authority
from ...errors import InSettingsError
from ...events import EventListener, OutcomeSeen, ignore
from ...home import Home
from ...jobs import Job, Phase, Timer
from ...outcome import Outcome, Reason, Status
from ...plan import (
    BackStep,
    CallStep,
    LaterStep,
    Plan,
    PlayStep,
    ScheduleStep,
    TimerStep,
    entities_of,
)
from ...store import Store
from ..carry_out import Actor
from .alarm import Waking
from .keeper import Keeper, KeptStep
from .schedule import Schedule
from .timers import Timers

type OnBehalf = Callable[[Authority], AbstractContextManager[None]]
"""Has whatever is called meanwhile be called in somebody's name."""

type Ended = dict[int, list[Outcome]]
"""By the number of a step, how it ended."""

_NOT_KEPT = frozenset({Status.REFUSED, Status.FAILED})
_CHANGED = frozenset({Status.DONE, Status.PENDING, Status.ASKED})


def in_no_name(_authority: Authority) -> AbstractContextManager[None]:
    """Call things in nobody's name."""
    return nullcontext()


class Diary:
    """Keeps what is for later, and has the rest done now."""

    def __init__(self, home: Home, store: Store, *, actor: Actor, waking: Waking) -> None:
        """Have this actor do things; nothing happens by itself before `start`."""
        self._actor = actor
        self._schedule = Schedule(home, store, gate=actor.gate, waking=waking)
        self._timers = Timers(home, store, waking=waking)
        self.entrust(self)

    def entrust(self, keeper: Keeper) -> None:
        """Have another one keep what is for later from now on, who sees to this home already."""
        self._keeper = keeper
        self._actor.when_plans_are_undone(keeper.let_go)

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

    async def put(self, job: Job) -> None:
        """Keep a job under the id that it has, as it is. Raises `StoreError`."""
        await self._schedule.put(job)

    async def drop(self, job: Job) -> None:
        """Forget a job, wherever it came from. Raises `StoreError`."""
        await self._schedule.drop(job)

    @property
    def planned(self) -> tuple[Job | Timer, ...]:
        """All that is to come, in no order."""
        jobs = (job for job in self._schedule if job.phase is Phase.WAITING)
        return (*jobs, *self._timers)

    async def call_off(self, planned_id: str) -> Job | Timer | None:
        """Call off one of these; nothing where it is not to come.

        Raises `InSettingsError` and `StoreError`.
        """
        for job in self._schedule:
            if job.job_id == planned_id and job.notice is not None and job.is_set:
                raise InSettingsError(job.notice.name)
        for outcome in await self._schedule.call_off((planned_id,)):
            return outcome.jobs[0]
        return await self._timers.call_off(planned_id)

    async def start(self, on_behalf: OnBehalf = in_no_name) -> None:
        """See to what is planned, until `close`. Raises `StoreError`."""

        async def perform(plan: Plan, authority: Authority) -> tuple[tuple[Outcome, ...], ...]:
            with on_behalf(authority):
                ended = await self._actor.carry_out(plan, authority, ignore)
            return _all_unasked(ended)

        self._timers.start()
        await self._schedule.start(perform)

    async def close(self) -> None:
        """Do nothing more by itself; what is planned stays planned."""
        await self._schedule.close()
        await self._timers.close()

    async def keep(self, step: KeptStep, authority: Authority) -> list[Outcome]:
        """Do what the step says of things that are for later. Raises `StoreError`."""
        match step:
            case LaterStep() | BackStep():
                return await self._schedule.keep(step, authority)
            case TimerStep():
                return await self._timers.act(step, authority)
            case ScheduleStep():
                return await self._schedule.answer(step, authority)

    async def let_go(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        """Call off these, as far as they are still to come. Raises `StoreError`."""
        return await self._schedule.call_off(job_ids)

    async def carry_out(
        self, plan: Plan, authority: Authority, listener: EventListener
    ) -> tuple[tuple[Outcome, ...], ...]:
        """Do what the plan says, now or later; tell for each step how its targets ended.

        A heater that is switched on and never off again is worse than one that stays off: where
        something cannot be kept for later, the rest is not done either.
        """
        ended = await self._keep(plan, authority)
        if any(one.status in _NOT_KEPT for some in ended.values() for one in some):
            ended |= {
                at: _left(step)
                for at, step in enumerate(plan.steps)
                if isinstance(step, CallStep | PlayStep)
            }
        for outcome in (one for some in ended.values() for one in some):
            listener(OutcomeSeen(outcome=outcome))
        now = [at for at in range(len(plan.steps)) if at not in ended]
        done = await self._actor.carry_out(
            Plan(steps=tuple(plan.steps[at] for at in now)),
            authority,
            listener,
            planned=_planned(plan, ended),
        )
        ended |= {at: [*outcomes] for at, outcomes in zip(now, done, strict=True)}
        await self._let_go(plan, ended)
        return tuple(tuple(ended[at]) for at in range(len(plan.steps)))

    async def carry_out_unasked(
        self, plan: Plan, authority: Authority, listener: EventListener
    ) -> tuple[tuple[Outcome, ...], ...]:
        """Likewise for a program, that nobody can be asked through."""
        return _all_unasked(await self.carry_out(plan, authority, listener))

    async def _keep(self, plan: Plan, authority: Authority) -> Ended:
        """All that is not for now."""
        return {
            at: await self._keeper.keep(step, authority)
            for at, step in enumerate(plan.steps)
            if isinstance(step, LaterStep | BackStep | TimerStep | ScheduleStep)
        }

    async def _let_go(self, plan: Plan, ended: Ended) -> None:
        """Where nothing changed for a while, nothing has to go back."""
        if any(one.status in _CHANGED for some in ended.values() for one in some):
            return
        for at, step in enumerate(plan.steps):
            if isinstance(step, BackStep):
                kept = tuple(job.job_id for one in ended[at] for job in one.jobs)
                await self._keeper.let_go(kept)
                ended[at] = [one for one in ended[at] if not one.jobs]


def _planned(plan: Plan, ended: Ended) -> tuple[str, ...] | None:
    """The jobs that a command made; nothing where it was none that could be undone."""
    kept = [at for at in ended if isinstance(plan.steps[at], LaterStep | BackStep | TimerStep)]
    if not any(one.status not in _NOT_KEPT for at in kept for one in ended[at]):
        return None
    return tuple(job.job_id for at in kept for one in ended[at] for job in one.jobs)


def _left(step: CallStep | PlayStep) -> list[Outcome]:
    left = Outcome(status=Status.REFUSED, reason=Reason.LEFT)
    return [replace(left, entity_id=one) for one in entities_of(Plan(steps=(step,)))]


def _all_unasked(ended: tuple[tuple[Outcome, ...], ...]) -> tuple[tuple[Outcome, ...], ...]:
    return tuple(tuple(map(_unasked, some)) for some in ended)


def _unasked(outcome: Outcome) -> Outcome:
    """What would have to be asked first, where nobody is there to answer."""
    if outcome.status is not Status.AWAITING:
        return outcome
    return replace(outcome, status=Status.REFUSED, reason=Reason.NOT_CONFIRMED, detail="")
