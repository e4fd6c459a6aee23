"""Carrying out a plan: what is for later goes to the schedule first, and the rest is done now."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import TYPE_CHECKING

from ..authority import Authority
from ..events import EventListener, OutcomeSeen
from ..home import Home, Snapshot
from ..jobs import Job
from ..outcome import CHANGES, FAILURES, Outcome, PlanOutcomes, Reason, Status
from ..plan import (
    AutomationStep,
    BackStep,
    CallStep,
    LaterStep,
    Plan,
    PlayStep,
    ScheduleStep,
    Step,
    TimerStep,
)
from ..plan_contents import entities_in, entities_of
from .gate.key_scope import exceeds_looking
from .schedule.precheck import StepOutcomes, add_restoration, affected_entities, postpone
from .schedule.scheduler import ScheduleBackend
from .step_executor import StepExecutor
from .undo.restore import restore
from .validation import refuse_unconfirmed

if TYPE_CHECKING:
    from .automations import Automations

_UNDONE_BY_ID = (LaterStep, BackStep, TimerStep, AutomationStep)


class PlanExecutor:
    """Has the schedule take on what is for later, and the rest done now."""

    def __init__(
        self,
        home: Home,
        step_executor: StepExecutor,
        schedule_backend: ScheduleBackend,
        automations: Callable[[], Automations] | None = None,
    ) -> None:
        """Act on this home; without `automations`, it keeps none. They are loaded when needed."""
        self._automations = automations
        self._home = home
        self._step_executor = step_executor
        self._schedule_backend = schedule_backend

    async def carry_out(
        self, plan: Plan, authority: Authority, listener: EventListener
    ) -> PlanOutcomes:
        """Do what the plan says, now or later; return for each step how its targets ended.

        A heater that is switched on and never off again is worse than one that stays off: where
        something cannot be scheduled, the rest is not done either. And what is not put back without
        a yes does not begin without it.
        """
        ended = await self._schedule_steps(plan, authority)
        ended |= await self._automate(plan, authority)
        ended |= _refuse_changes(plan, authority)
        if any(outcome.status in FAILURES for outcome in _flatten(ended)):
            ended |= {
                at: _leave_out(step)
                for at, step in enumerate(plan.steps)
                if isinstance(step, CallStep | PlayStep)
            }
        ended |= self._hold_back(plan, ended, authority)
        for outcome in _flatten(ended):
            listener(OutcomeSeen(outcome=outcome))
        now = [at for at in range(len(plan.steps)) if at not in ended]
        done = await self._step_executor.carry_out(
            Plan(steps=tuple(plan.steps[at] for at in now)),
            authority,
            listener,
            planned=_scheduled_jobs(plan, ended),
        )
        ended |= {at: [*outcomes] for at, outcomes in zip(now, done, strict=True)}
        ended |= add_restoration(plan, ended, self._home.snapshot())
        await self._postpone(plan, ended)
        await self._cancel_idle_restorations(plan, ended)
        return tuple(tuple(ended[at]) for at in range(len(plan.steps)))

    async def carry_out_unattended(
        self, plan: Plan, authority: Authority, listener: EventListener
    ) -> PlanOutcomes:
        """Likewise for a program, that nobody can be asked through."""
        ended = await self.carry_out(plan, authority, listener)
        return tuple(tuple(map(refuse_unconfirmed, outcomes)) for outcomes in ended)

    async def _schedule_steps(self, plan: Plan, authority: Authority) -> StepOutcomes:
        """Have all that is not for now scheduled."""
        return {
            at: await self._schedule_backend.handle(step, authority)
            for at, step in enumerate(plan.steps)
            if isinstance(step, LaterStep | BackStep | TimerStep | ScheduleStep)
            and not exceeds_looking(step, authority)
        }

    async def _automate(self, plan: Plan, authority: Authority) -> StepOutcomes:
        """Have the home keep what it is to do by itself."""
        none = Outcome(status=Status.REFUSED, reason=Reason.NO_AUTOMATIONS)
        return {
            at: [none]
            if self._automations is None
            else await self._automations().handle(step, authority)
            for at, step in enumerate(plan.steps)
            if isinstance(step, AutomationStep) and not exceeds_looking(step, authority)
        }

    def _hold_back(self, plan: Plan, ended: StepOutcomes, authority: Authority) -> StepOutcomes:
        """What is not done before a yes to what puts it back."""
        waiting = {
            entity_id
            for at, step in enumerate(plan.steps)
            if isinstance(step, BackStep) and any(map(_is_awaiting, ended[at]))
            for entity_id in step.entity_ids
        }
        return {
            at: self._step_executor.held(step, authority)
            for at, step in enumerate(plan.steps)
            if isinstance(step, CallStep | PlayStep)
            and at not in ended
            and not waiting.isdisjoint(entities_in(step))
        }

    async def _postpone(self, plan: Plan, ended: StepOutcomes) -> None:
        """Schedule nothing yet of what goes together with something that waits for a yes."""
        waiting = {outcome.entity_id for outcome in _flatten(ended) if _is_awaiting(outcome)}
        home = self._home.snapshot()
        for at, step in enumerate(plan.steps):
            jobs = tuple(job for outcome in ended[at] for job in outcome.jobs if not job.before)
            affected = {entity_id for job in jobs for entity_id in affected_entities(job)}
            if isinstance(step, LaterStep) and not waiting.isdisjoint(affected):
                await self._schedule_backend.cancel(tuple(job.job_id for job in jobs))
                ended[at] = [outcome for job in jobs for outcome in postpone(job, home)]

    async def _cancel_idle_restorations(self, plan: Plan, ended: StepOutcomes) -> None:
        """Where nothing changed for a while, have nothing go back.

        Unless an earlier promise has moved on to it, or it is to be off then: but no promise moves
        before a yes to what it would move for.
        """
        waiting = {outcome.entity_id for outcome in _flatten(ended) if _is_awaiting(outcome)}
        if any(outcome.status in CHANGES for outcome in _flatten(ended)):
            return
        home = self._home.snapshot()
        for at, step in enumerate(plan.steps):
            if isinstance(step, BackStep):
                idle = [
                    outcome
                    for outcome in ended[at]
                    if outcome.jobs
                    and (not _would_change(outcome.jobs, home) or _is_for(outcome.jobs, waiting))
                ]
                await self._schedule_backend.cancel(
                    tuple(job.job_id for outcome in idle for job in outcome.jobs)
                )
                ended[at] = [outcome for outcome in ended[at] if outcome not in idle]


def _refuse_changes(plan: Plan, authority: Authority) -> StepOutcomes:
    """What a key that may only look keeps from being planned, called off or taken back."""
    refused = Outcome(status=Status.REFUSED, reason=Reason.READ_ONLY)
    return {at: [refused] for at, step in enumerate(plan.steps) if exceeds_looking(step, authority)}


def _flatten(ended: StepOutcomes) -> list[Outcome]:
    return [outcome for outcomes in ended.values() for outcome in outcomes]


def _would_change(jobs: tuple[Job, ...], home: Snapshot) -> bool:
    """Whether something would change if things were put back at once."""
    entities, states = home.layout.entities, home.states
    return any(
        restore(entities[entity_id], before, states[entity_id])
        for job in jobs
        for entity_id, before in job.before.items()
        if entity_id in entities and entity_id in states
    )


def _is_for(jobs: tuple[Job, ...], waiting: AbstractSet[str | None]) -> bool:
    """Whether jobs put nothing back but what waits for a yes."""
    return all(job.before.keys() <= waiting for job in jobs)


def _is_awaiting(outcome: Outcome) -> bool:
    return outcome.status is Status.AWAITING


def _scheduled_jobs(plan: Plan, ended: StepOutcomes) -> tuple[str, ...] | None:
    """The jobs that a command made, None if it scheduled nothing that could be undone."""
    deferred = [at for at in ended if isinstance(plan.steps[at], _UNDONE_BY_ID)]
    outcomes = [
        outcome for at in deferred for outcome in ended[at] if not _only_looks(plan.steps[at])
    ]
    if all(outcome.status in FAILURES for outcome in outcomes):
        return None
    made = (kept for outcome in outcomes if _is_new(outcome) for kept in outcome.automations)
    return (
        *(job.job_id for outcome in outcomes for job in outcome.jobs),
        *(
            timer.timer_id
            for outcome in outcomes
            if _is_started(outcome)
            for timer in outcome.timers
        ),
        *(kept.automation_id for kept in made),
        *(outcome.revision for outcome in outcomes if outcome.revision),
    )


def _only_looks(step: Step) -> bool:
    if isinstance(step, TimerStep):
        return step.action == "status"
    return isinstance(step, AutomationStep) and step.action == "list"


def _is_started(outcome: Outcome) -> bool:
    """Whether its timers are new: undoing stops these, and knows no length from before."""
    return outcome.status is Status.SCHEDULED


def _is_new(outcome: Outcome) -> bool:
    """Whether an automation was made, which undoing removes."""
    return outcome.status is Status.DONE and outcome.service == "automation.create"


def _leave_out(step: CallStep | PlayStep) -> list[Outcome]:
    left = Outcome(status=Status.REFUSED, reason=Reason.LEFT)
    return [replace(left, entity_id=entity_id) for entity_id in entities_of(Plan(steps=(step,)))]
