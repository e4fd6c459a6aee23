"""Doing what is planned when its time comes: once, or telling why not.

A job is marked as begun before the home is asked, and forgotten after. Whoever finds it begun after
a crash tells so and does not try again. There are two exceptions: bringing things back is worked
out of how they are, so that trying again does nothing twice; and what is only told is better told
twice than never.
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
from ...triggers import Every, When
from ..conditions import holds
from ..preparation import find_already_on
from ..undo.restore import restore
from ..validation import refuse_unconfirmed
from .condition_monitor import ConditionMonitor
from .occurrence import NoOccurrenceError, adjust_to_sun, next_repetition, read_sun
from .stored_values import RETRY_AFTER, RetryingWriter, StoredValues
from .wakeup import SchedulerContext, WakeupLoop

_LOGGER = logging.getLogger(__name__)

type Perform = Callable[[Plan, Authority], Awaitable[PlanOutcomes]]
type MaySee = Callable[[Job], Awaitable[bool]]
"""Whether whoever asked for a job may still see all that it is about."""

type Keep = Callable[[BackStep, Authority], Awaitable[list[Outcome]]]

_GRACE_TO_GO_BACK = 12 * 3600.0
"""What was switched on for a while is switched off even hours late."""

_TRY_TO_SEND_FOR = 3600.0
"""Seconds: what cannot be sent anywhere is tried again so long."""

_MOST_TOLD = 20
_BACK = Wording(intent="")


class JobRunner:
    """Sees to the jobs of one home."""

    def __init__(
        self, home: Home, jobs: StoredValues[Job], *, waking: SchedulerContext, keep: Keep
    ) -> None:
        """See to these jobs, once started."""
        self._home = home
        self._jobs = jobs
        self._clock = waking.clock
        self._tell = waking.tell
        self._deliver = waking.deliver
        self._grace = waking.grace
        self._keep = keep
        self._alarm = WakeupLoop(waking.clock, due_in=self._due_in, ring=self._ring)
        self._waiting = ConditionMonitor(home, jobs, wake=self._alarm.wake)
        self._writing = RetryingWriter(jobs, waking.clock, wake=self._alarm.wake)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._unsent: set[str] = set()
        self._blocked: set[str] = set()
        self._perform: Perform | None = None
        self._may_see: MaySee | None = None

    @property
    def running(self) -> bool:
        """Whether what is planned will be done."""
        return self._perform is not None

    async def start(self, perform: Perform, may_see: MaySee | None = None) -> None:
        """Look at what was left, and see to it from now on."""
        for job in self._jobs:
            if job.phase is Phase.BEGUN and _may_be_repeated(job):
                self._jobs.change(replace(job, phase=Phase.WAITING))
            elif job.phase is Phase.BEGUN:
                await self._give_up(job, Phase.INTERRUPTED)
        await self._writing.write()
        self._perform, self._may_see = perform, may_see
        self._waiting.start()
        self._alarm.start()

    def wake(self) -> None:
        """Look again: what is planned has changed."""
        self._alarm.wake()

    async def write(self) -> None:
        """Write down what has changed, and look again; a full disk only delays it."""
        await self._writing.write()
        self._alarm.wake()

    async def close(self) -> None:
        """See out what is being done, and stop."""
        self._perform = None
        self._waiting.close()
        await self._alarm.close()
        napping = [task for task in self._tasks.values() if task.get_name() == "nap"]
        for task in napping:
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._jobs.unwritten:
            await self._writing.write()
        self._writing.close()

    def _due_in(self) -> float | None:
        """Seconds until something must be seen to; nothing if nothing is planned for a time."""
        if self._jobs.unwritten:
            return 0.0
        home = self._home.snapshot()
        waits = [-self._late(job, home) for job in self._jobs if self._is_timed(job)]
        turn = self._waiting.turn_in()
        return min([*waits, *([] if turn is None else [turn])], default=None)

    def _is_timed(self, job: Job) -> bool:
        return job.due is not None and job.phase is Phase.WAITING and job.job_id not in self._tasks

    def _late(self, job: Job, home: Snapshot) -> float:
        """By how many seconds a job is late; below zero, it is not yet time."""
        assert job.due is not None
        return seconds_between(adjust_to_sun(job.trigger, job.due, read_sun(home)), home.now)

    async def _ring(self) -> None:
        """See to all that is due, at once."""
        turn = self._waiting.turn_in()
        if turn is not None and turn <= 0:
            self._waiting.look()
        await self._writing.write()
        home = self._home.snapshot()
        for job in self._jobs:
            if self._is_timed(job) and (late := self._late(job, home)) >= 0:
                task = asyncio.create_task(self._see_to(job, late), name=f"job {job.job_id}")
                self._tasks[job.job_id] = task
                task.add_done_callback(partial(self._seen_to, job))

    def _seen_to(self, job: Job, task: asyncio.Task[None]) -> None:
        self._tasks.pop(job.job_id, None)
        if not task.cancelled() and (error := task.exception()):
            _LOGGER.error("A job broke", exc_info=error)
        self._alarm.wake()

    async def _see_to(self, job: Job, late: float) -> None:
        try:
            if not await self._may_be_told(job):
                _LOGGER.warning("A watch is over: whoever asked for it may not see that any more.")
                self._jobs.end(job)
                await self._writing.write()
            elif late > _grace(job, self._grace):
                blocked = job.job_id in self._blocked
                await self._give_up(job, Phase.BLOCKED if blocked else Phase.MISSED)
            elif job.condition is not None and not holds(job.condition, self._home.snapshot()):
                await self._move_on(job)
                self._tell(JobEnded(job=job, held=False))
            else:
                await self._do(job, late)
        except StoreError as error:
            # What cannot be marked as begun is not begun, since it might be done twice.
            _LOGGER.warning("A job has to wait: %s", error)
            self._blocked.add(job.job_id)
            await self._nap()
        except Exception:
            _LOGGER.exception("A job broke")
            await self._recover(job)
        else:
            self._blocked.discard(job.job_id)

    async def _recover(self, job: Job) -> None:
        """One that broke is tried again until it is too late, unless it had begun."""
        if job.job_id in self._jobs and self._jobs[job.job_id].phase is Phase.BEGUN:
            await self._move_on(job)
        else:
            await self._nap()

    async def _may_be_told(self, job: Job) -> bool:
        """Whether a person who had something watched may still know of it."""
        if job.notice is None or job.owner is None or self._may_see is None:
            return True
        return await self._may_see(job)

    async def _nap(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        task.set_name("nap")
        over = asyncio.Event()
        cancel = self._clock.call_later(RETRY_AFTER, over.set)
        try:
            await over.wait()
        finally:
            cancel()

    async def _do(self, job: Job, late: float) -> None:
        perform = self._perform
        if perform is None:
            return
        if job.end is not None:
            off = find_already_on(job.steps, self._home.snapshot())
            back = BackStep(entity_ids=job.entity_ids, off=off, at=job.end, wording=_BACK)
            # Nobody is there to be asked any more.
            kept = [*map(refuse_unconfirmed, await self._keep(back, job.authority))]
            if any(one.status is not Status.SCHEDULED for one in kept):
                # What would never go back does not begin.
                await self._move_on(job)
                self._tell(JobEnded(job=job, plan=Plan(steps=(back,)), outcomes=(tuple(kept),)))
                return
        await self._jobs.put(replace(job, phase=Phase.BEGUN))
        plan = Plan(steps=job.steps or _way_back(job, self._home.snapshot()))
        try:
            outcomes = await perform(plan, job.authority.through(Origin.SCHEDULE))
        except Exception:
            _LOGGER.exception("A job broke while it was done")
            await self._give_up(job, Phase.INTERRUPTED)
            return
        ended = JobEnded(job=job, plan=plan, outcomes=outcomes)
        if job.notice is None:
            await self._move_on(job)
            self._tell(ended)
        else:
            await self._notify(ended, late)

    async def _notify(self, ended: JobEnded, late: float) -> None:
        """Tell whoever listens at once, and send it to whoever does not."""
        job = ended.job
        if job.job_id not in self._unsent:
            self._tell(ended)
        sent = await self._deliver(ended)
        # What failed may work when the home is back; what was done besides is not done again.
        failed = bool(sent) and all(one.status is Status.FAILED for one in sent)
        if not failed or job.steps or late > _TRY_TO_SEND_FOR:
            self._unsent.discard(job.job_id)
            await self._move_on(job)
        elif job.job_id in self._jobs:
            self._unsent.add(job.job_id)
            self._jobs.change(replace(job, phase=Phase.WAITING))
            await self._writing.write()
            await self._nap()

    async def _give_up(self, job: Job, phase: Phase) -> None:
        """Tell what was not done, or perhaps not; a job of every day goes on with the next."""
        # Told first: hearing of it twice after another crash is better than never.
        ended = JobEnded(job=replace(job, phase=phase))
        self._tell(ended)
        if job.notice is not None:
            await self._deliver(ended)
        if _is_repeated(job):
            await self._move_on(job)
        else:
            self._jobs.change(replace(job, phase=phase))
            for old in [one for one in self._jobs if one.phase is phase][:-_MOST_TOLD]:
                self._jobs.end(old)
            await self._writing.write()

    async def _move_on(self, job: Job) -> None:
        """To the next time that it is to be done; what is done but once is over."""
        if job.job_id not in self._jobs:
            # Called off while it was being done.
            return
        if not _is_repeated(job):
            end_job(job, self._jobs)
            await self._writing.write()
            return
        due, home = None, self._home.snapshot()
        if isinstance(job.trigger, Every) and job.due is not None:
            try:
                due = next_repetition(job.trigger, job.due, home.now, read_sun(home))
            except NoOccurrenceError:
                self._jobs.end(job)
                await self._writing.write()
                return
        self._jobs.change(replace(job, due=due, phase=Phase.WAITING, last=home.now))
        await self._writing.write()
        self._waiting.look()


def end_job(job: Job, jobs: StoredValues[Job]) -> None:
    """Forget a job that is over; one of the settings is known to be."""
    if job.is_set:
        jobs.change(replace(job, phase=Phase.OVER, due=None))
    else:
        jobs.end(job)


def _grace(job: Job, usual: float) -> float:
    """By how many seconds a job may be late and still be done."""
    if job.before:
        return max(usual, _GRACE_TO_GO_BACK)
    return inf if _only_tells(job) else usual


def _only_tells(job: Job) -> bool:
    return job.notice is not None and not job.steps


def _may_be_repeated(job: Job) -> bool:
    """Whether doing it twice does no harm."""
    return bool(job.before) or _only_tells(job)


def _is_repeated(job: Job) -> bool:
    match job.trigger:
        case Every():
            return True
        case When(again=again):
            return again
    return False


def _way_back(job: Job, home: Snapshot) -> tuple[CallStep, ...]:
    """The calls that bring things back; none for what is so already, or is gone."""
    calls = (
        call
        for one, before in job.before.items()
        if one in home.layout.entities and one in home.states
        for call in restore(home.layout.entities[one], before, home.states[one]) or ()
    )
    return tuple(CallStep(call=call, wording=_wording(job, call, home)) for call in calls)


def _wording(job: Job, call: ServiceCall, home: Snapshot) -> Wording:
    if not job.switches_off:
        return _BACK
    name = home.layout.entities[call.targets[0]].name
    response = "valve" if call.domain == "valve" else "default"
    return Wording(intent="HassTurnOff", response=response, slots={"name": name})
