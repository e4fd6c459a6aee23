"""Doing what is planned when its time comes: once, or telling why not.

A job is marked as begun before the home is asked, and deleted after. Whoever finds it begun after a
crash tells so and does not try again. There are two exceptions: restoring is worked out of how
things are, so that trying again does nothing twice; and what is only told is better told twice than
never.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from math import inf

from ...authority import Authority, Origin
from ...errors import StoreError
from ...events import JobEnded
from ...home import Home, ServiceCall, Snapshot
from ...instants import seconds_between
from ...jobs import Job, Phase
from ...outcome import Outcome, PlanOutcomes, Status
from ...plan import BackStep, CallStep, Plan, Wording
from ...triggers import ConditionTrigger, RecurringTrigger
from ..conditions import holds
from ..preparation import find_already_on
from ..undo.restore import restore
from ..validation import refuse_unconfirmed
from .condition_monitor import ConditionMonitor
from .occurrence import NoOccurrenceError, adjust_to_sun, next_repetition, read_sun
from .settings import SchedulerContext
from .stored_values import RETRY_AFTER, RetryingWriter, StoredValues
from .wakeup import WakeupLoop

_LOGGER = logging.getLogger(__name__)

type PlanRunner = Callable[[Plan, Authority], Awaitable[PlanOutcomes]]
type JobFilter = Callable[[Job], Awaitable[bool]]
"""Whether whoever asked for a job may still see all that it is about."""

type JobAdder = Callable[[BackStep, Authority], Awaitable[list[Outcome]]]

_GRACE_TO_RESTORE = 12 * 3600.0
"""What was switched on for a while is switched off even hours late."""

_TRY_TO_SEND_FOR = 3600.0
"""Seconds: what cannot be sent anywhere is tried again so long."""

_MOST_TOLD = 20
_NO_WORDING = Wording(intent="")


class JobRunner:
    """Runs the jobs of one home."""

    def __init__(
        self, home: Home, jobs: StoredValues[Job], *, context: SchedulerContext, add: JobAdder
    ) -> None:
        """Run these jobs, once started."""
        self._home = home
        self._jobs = jobs
        self._clock = context.clock
        self._listener = context.listener
        self._deliver = context.deliver
        self._grace = context.grace
        self._add = add
        self._loop = WakeupLoop(context.clock, due_in=self._due_in, process=self._run_due_jobs)
        self._monitor = ConditionMonitor(home, jobs, wake=self._loop.wake)
        self._writer = RetryingWriter(jobs, context.clock, wake=self._loop.wake)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waiting_to_retry: set[str] = set()
        self._unsent: set[str] = set()
        self._blocked: set[str] = set()
        self._perform: PlanRunner | None = None
        self._may_see: JobFilter | None = None

    @property
    def is_running(self) -> bool:
        """Whether what is planned will be done."""
        return self._perform is not None

    async def start(self, perform: PlanRunner, may_see: JobFilter | None = None) -> None:
        """Look at what was left, and run jobs from now on."""
        for job in self._jobs:
            if job.phase is Phase.BEGUN and _may_be_repeated(job):
                self._jobs.change(replace(job, phase=Phase.WAITING))
            elif job.phase is Phase.BEGUN:
                await self._give_up(job, Phase.INTERRUPTED)
        await self._writer.write()
        self._perform, self._may_see = perform, may_see
        self._monitor.start()
        self._loop.start()

    def wake(self) -> None:
        """Look again: what is planned has changed."""
        self._loop.wake()

    async def write(self) -> None:
        """Write what has changed, and look again; a full disk only delays it."""
        await self._writer.write()
        self._loop.wake()

    async def close(self) -> None:
        """Let what is being done come to its end, and stop."""
        self._perform = None
        self._monitor.close()
        await self._loop.close()
        for job_id in self._waiting_to_retry:
            self._tasks[job_id].cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._jobs.unwritten:
            await self._writer.write()
        self._writer.close()

    def _due_in(self) -> float | None:
        """Seconds until something must be done, None if nothing is planned for a time."""
        if self._jobs.unwritten:
            return 0.0
        home = self._home.snapshot()
        waits = [-self._late(job, home) for job in self._jobs if self._is_timed(job)]
        check = self._monitor.next_check_in()
        return min([*waits, *([] if check is None else [check])], default=None)

    def _is_timed(self, job: Job) -> bool:
        return job.due is not None and job.phase is Phase.WAITING and job.job_id not in self._tasks

    def _late(self, job: Job, home: Snapshot) -> float:
        """By how many seconds a job is late; below zero, it is not yet time."""
        assert job.due is not None
        return seconds_between(adjust_to_sun(job.trigger, job.due, read_sun(home)), home.now)

    async def _run_due_jobs(self) -> None:
        """Start all that is due, at once."""
        check = self._monitor.next_check_in()
        if check is not None and check <= 0:
            self._monitor.check_all()
        await self._writer.write()
        home = self._home.snapshot()
        for job in self._jobs:
            if self._is_timed(job) and (late := self._late(job, home)) >= 0:
                task = asyncio.create_task(self._run_job(job, late), name=f"job {job.job_id}")
                self._tasks[job.job_id] = task
                task.add_done_callback(partial(self._finish_job, job))

    def _finish_job(self, job: Job, task: asyncio.Task[None]) -> None:
        self._tasks.pop(job.job_id, None)
        if not task.cancelled() and (error := task.exception()):
            _LOGGER.error("A job broke", exc_info=error)
        self._loop.wake()

    async def _run_job(self, job: Job, late: float) -> None:
        try:
            if not await self._may_be_told(job):
                _LOGGER.warning("A watch is over: whoever asked for it may not see that any more.")
                self._jobs.end(job)
                await self._writer.write()
            elif late > _grace(job, self._grace):
                blocked = job.job_id in self._blocked
                await self._give_up(job, Phase.BLOCKED if blocked else Phase.MISSED)
            elif job.condition is not None and not holds(job.condition, self._home.snapshot()):
                await self._reschedule(job)
                self._listener(JobEnded(job=job, held=False))
            else:
                await self._execute(job, late)
        except StoreError as error:
            # What cannot be marked as begun is not begun, since it might be done twice.
            _LOGGER.warning("A job has to wait: %s", error)
            self._blocked.add(job.job_id)
            await self._wait_to_retry(job)
        except Exception:
            _LOGGER.exception("A job broke")
            await self._recover(job)
        else:
            self._blocked.discard(job.job_id)

    async def _recover(self, job: Job) -> None:
        """Try a job that broke again until it is too late, unless it had begun."""
        if job.job_id in self._jobs and self._jobs[job.job_id].phase is Phase.BEGUN:
            await self._reschedule(job)
        else:
            await self._wait_to_retry(job)

    async def _may_be_told(self, job: Job) -> bool:
        """Whether a person who had something watched may still know of it."""
        if job.notice is None or job.owner is None or self._may_see is None:
            return True
        return await self._may_see(job)

    async def _wait_to_retry(self, job: Job) -> None:
        self._waiting_to_retry.add(job.job_id)
        over = asyncio.Event()
        cancel = self._clock.call_later(RETRY_AFTER, over.set)
        try:
            await over.wait()
        finally:
            cancel()
            self._waiting_to_retry.discard(job.job_id)

    async def _execute(self, job: Job, late: float) -> None:
        perform = self._perform
        if perform is None:
            return
        if job.end is not None:
            off = find_already_on(job.steps, self._home.snapshot())
            back = BackStep(entity_ids=job.entity_ids, off=off, at=job.end, wording=_NO_WORDING)
            # Nobody is there to be asked any more.
            added = tuple(map(refuse_unconfirmed, await self._add(back, job.authority)))
            if any(outcome.status is not Status.SCHEDULED for outcome in added):
                # What would never go back does not begin.
                await self._reschedule(job)
                self._listener(JobEnded(job=job, plan=Plan(steps=(back,)), outcomes=(added,)))
                return
        await self._jobs.put(replace(job, phase=Phase.BEGUN))
        plan = Plan(steps=job.steps or _restoring_steps(job, self._home.snapshot()))
        try:
            outcomes = await perform(plan, job.authority.through(Origin.SCHEDULE))
        except Exception:
            _LOGGER.exception("A job broke while it was done")
            await self._give_up(job, Phase.INTERRUPTED)
            return
        ended = JobEnded(job=job, plan=plan, outcomes=outcomes)
        if job.notice is None:
            await self._reschedule(job)
            self._listener(ended)
        else:
            await self._notify(ended, late)

    async def _notify(self, ended: JobEnded, late: float) -> None:
        """Tell whoever listens at once, and send it to whoever does not."""
        job = ended.job
        if job.job_id not in self._unsent:
            self._listener(ended)
        sent = await self._deliver(ended)
        # What failed may work when the home is back; what was done besides is not done again.
        failed = bool(sent) and all(outcome.status is Status.FAILED for outcome in sent)
        if not failed or job.steps or late > _TRY_TO_SEND_FOR:
            self._unsent.discard(job.job_id)
            await self._reschedule(job)
        elif job.job_id in self._jobs:
            self._unsent.add(job.job_id)
            self._jobs.change(replace(job, phase=Phase.WAITING))
            await self._writer.write()
            await self._wait_to_retry(job)

    async def _give_up(self, job: Job, phase: Phase) -> None:
        """Tell what was not done, or perhaps not; a job of every day goes on with the next."""
        # Told first: hearing of it twice after another crash is better than never.
        ended = JobEnded(job=replace(job, phase=phase))
        self._listener(ended)
        if job.notice is not None:
            await self._deliver(ended)
        if _is_repeated(job):
            await self._reschedule(job)
        else:
            self._jobs.change(replace(job, phase=phase))
            for old in [known for known in self._jobs if known.phase is phase][:-_MOST_TOLD]:
                self._jobs.end(old)
            await self._writer.write()

    async def _reschedule(self, job: Job) -> None:
        """Move a job to its next time, or end it if it is done but once."""
        if job.job_id not in self._jobs:
            # Called off while it was being done.
            return
        if not _is_repeated(job):
            end_job(job, self._jobs)
            await self._writer.write()
            return
        due, home = None, self._home.snapshot()
        if isinstance(job.trigger, RecurringTrigger) and job.due is not None:
            try:
                due = next_repetition(job.trigger, job.due, home.now, read_sun(home))
            except NoOccurrenceError:
                self._jobs.end(job)
                await self._writer.write()
                return
        self._jobs.change(replace(job, due=due, phase=Phase.WAITING, last=home.now))
        await self._writer.write()
        self._monitor.check_all()


def end_job(job: Job, jobs: StoredValues[Job]) -> None:
    """Delete a job that is over; one of the settings is kept as over."""
    if job.is_set:
        jobs.change(replace(job, phase=Phase.OVER, due=None))
    else:
        jobs.end(job)


def _grace(job: Job, usual: float) -> float:
    """By how many seconds a job may be late and still be done."""
    if job.before:
        return max(usual, _GRACE_TO_RESTORE)
    return inf if _only_tells(job) else usual


def _only_tells(job: Job) -> bool:
    return job.notice is not None and not job.steps


def _may_be_repeated(job: Job) -> bool:
    """Whether doing it twice does no harm."""
    return bool(job.before) or _only_tells(job)


def _is_repeated(job: Job) -> bool:
    match job.trigger:
        case RecurringTrigger():
            return True
        case ConditionTrigger(again=again):
            return again
    return False


def _restoring_steps(job: Job, home: Snapshot) -> tuple[CallStep, ...]:
    """The calls that restore what a job is about; none for what is so already, or is gone."""
    calls = (
        call
        for entity_id, before in job.before.items()
        if entity_id in home.layout.entities and entity_id in home.states
        for call in restore(home.layout.entities[entity_id], before, home.states[entity_id]) or ()
    )
    return tuple(CallStep(call=call, wording=_wording(job, call, home)) for call in calls)


def _wording(job: Job, call: ServiceCall, home: Snapshot) -> Wording:
    if not job.switches_off:
        return _NO_WORDING
    name = home.layout.entities[call.targets[0]].name
    response = "valve" if call.domain == "valve" else "default"
    return Wording(intent="HassTurnOff", response=response, slots={"name": name})
