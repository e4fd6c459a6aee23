"""What is planned: written down before it is promised, told, and called off."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time
from uuid import uuid4

from ...authority import Authority
from ...errors import StoreError
from ...home import Home, Snapshot, State
from ...jobs import Job, Phase
from ...occasions import When
from ...outcome import Outcome, Reason, Status
from ...plan import BackStep, LaterStep, ScheduleStep
from ...store import Store
from ..circumstances import holds, looked_at
from ..discretion import is_secret
from ..gate import Gate
from ..undo.kept_states import document_of, state_of
from .alarm import Waking
from .foresight import foresee
from .kept import Kept
from .occurrence import NeverError, seconds_between, sun_of, upcoming
from .runner import Perform, Runner, over
from .waiting import due

_LOGGER = logging.getLogger(__name__)

_MOST = 200
_JUST_NOW = 900.0
_TOLD_ONCE = frozenset({Phase.MISSED, Phase.INTERRUPTED})
_NOT_TOLD = frozenset({Phase.BEGUN, Phase.OVER})


class Schedule:
    """The jobs of one home."""

    def __init__(self, home: Home, store: Store, *, gate: Gate, waking: Waking) -> None:
        """Keep jobs in this store; nothing is done before `start`."""
        self._home = home
        self._gate = gate
        self._jobs = Kept(store, Job, lambda job: job.job_id)
        self._runner = Runner(home, self._jobs, waking=waking, keep=self.keep)

    async def load(self) -> None:
        """Take up what was planned before. Raises `StoreError`."""
        await self._jobs.load()

    def __iter__(self) -> Iterator[Job]:
        return iter(self._jobs)

    async def start(self, perform: Perform) -> None:
        """See to what is planned from now on. Raises `StoreError`."""
        await self._runner.start(perform)

    async def close(self) -> None:
        """See out what is being done, and stop; what is planned stays planned."""
        await self._runner.close()

    async def keep(self, step: LaterStep | BackStep, authority: Authority) -> list[Outcome]:
        """Plan something; when this returns that it is scheduled, a crash does not lose it."""
        home = self._home.snapshot()
        if not self._runner.running:
            return [_refused(Reason.NOT_WAITING)]
        if len(self._jobs) >= _MOST:
            return [_refused(Reason.TOO_MUCH)]
        steps = step.steps if isinstance(step, LaterStep) else ()
        if stopped := foresee(steps, authority, self._gate, home):
            return stopped
        try:
            job = self._made(step, authority, home)
            await self._jobs.put(job)
            await self._relieve(job)
        except NeverError as never:
            return [_refused(never.reason)]
        except StoreError as error:
            _LOGGER.warning("Something for later could not be kept: %s", error)
            return [Outcome(status=Status.FAILED, reason=Reason.NOT_KEPT)]
        self._runner.wake()
        return [Outcome(status=Status.SCHEDULED, jobs=(job,), seen=home.now)]

    async def put(self, job: Job) -> None:
        """Keep a job under the id that it has, as it is. Raises `StoreError`."""
        await self._jobs.put(job)
        self._runner.wake()

    async def drop(self, job: Job) -> None:
        """Forget a job, wherever it came from. Raises `StoreError`."""
        await self._jobs.drop(job)
        self._runner.wake()

    async def call_off(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        """Call off these, as far as they are still to come. Raises `StoreError`."""
        coming = tuple(
            job
            for job in self._jobs
            if job.job_id in job_ids and job.phase is Phase.WAITING and not job.is_set
        )
        for job in coming:
            await self._jobs.drop(job)
        self._runner.wake()
        now = self._home.snapshot().now
        return [Outcome(status=Status.DONE, jobs=coming, seen=now)] if coming else []

    async def answer(self, step: ScheduleStep, authority: Authority) -> list[Outcome]:
        """Tell what is planned, or call it off. Raises `StoreError`."""
        now = self._home.snapshot().now
        fitting = self._fitting(step, authority)
        if step.action == "list":
            for job in fitting:
                if job.phase in _TOLD_ONCE:
                    await over(job, self._jobs)
            return [Outcome(status=Status.ANSWERED, jobs=fitting, seen=now)]
        waiting = [job for job in fitting if job.phase is Phase.WAITING]
        staying = tuple(job for job in waiting if job.is_set)
        going = tuple(job for job in waiting if not job.is_set)
        stays = [replace(_refused(Reason.IN_SETTINGS), jobs=staying, seen=now)] if staying else []
        if not going:
            return stays or [_refused(Reason.NO_JOB)]
        if len(going) > 1 and not step.all:
            return [replace(_refused(Reason.WHICH_JOB), jobs=going, seen=now)]
        for job in going:
            await self._jobs.drop(job)
        self._runner.wake()
        return [Outcome(status=Status.DONE, jobs=going, seen=now), *stays]

    def _made(self, step: LaterStep | BackStep, authority: Authority, home: Snapshot) -> Job:
        """The job for a step. Raises `NeverError`."""
        sun = sun_of(home)
        occasion = step.begin if isinstance(step, LaterStep) else step.at
        assert occasion is not None, "what is for now was parted off before"
        job = begun(
            Job(
                job_id=uuid4().hex[:12],
                occasion=occasion,
                due=upcoming(occasion, home.now, sun),
                authority=authority,
                made=home.now,
            ),
            home,
        )
        if isinstance(step, BackStep):
            return replace(job, before=self._before(step.entity_ids, home))
        if step.end is not None:
            # Whether there will be an end is seen now, while somebody can be told.
            upcoming(step.end, home.now, sun)
        return replace(
            job, steps=step.steps, end=step.end, condition=step.condition, notice=step.notice
        )

    def _before(self, entity_ids: tuple[str, ...], home: Snapshot) -> dict[str, State]:
        """How things are, or were before they became so for a while; and nothing secret."""
        states = {one: home.states[one] for one in entity_ids if one in home.states}
        before = {
            one: state_of(document_of(state))
            for one, state in states.items()
            if not is_secret(state)
        }
        for other in self._jobs:
            before |= {one: state for one, state in other.before.items() if one in before}
        return before

    async def _relieve(self, job: Job) -> None:
        """What goes back at a new end does not go back at the old one as well."""
        for other in self._jobs:
            if other.job_id == job.job_id or not other.before.keys() & job.before.keys():
                continue
            left = {one: state for one, state in other.before.items() if one not in job.before}
            await (self._jobs.put(replace(other, before=left)) if left else self._jobs.drop(other))

    def _fitting(self, step: ScheduleStep, authority: Authority) -> tuple[Job, ...]:
        """The jobs that somebody speaks of, the next one first."""
        now = self._home.snapshot().now
        jobs = [job for job in self._jobs if job.phase not in _NOT_TOLD]
        if step.watches:
            jobs = [job for job in jobs if job.notice is not None]
        if step.job_ids is not None:
            jobs = [job for job in jobs if job.job_id in step.job_ids]
        if step.mine:
            mine = authority.conversation_id
            jobs = [job for job in jobs if job.authority.conversation_id == mine]
        if step.entity_ids is not None:
            jobs = [job for job in jobs if set(job.entity_ids) & set(step.entity_ids)]
        if step.at is not None:
            local = ((job, job.due.astimezone(now.tzinfo)) for job in jobs if job.due)
            jobs = [job for job, due in local if _shown(due) == _shown(step.at)]
        if step.last:
            recent = [job for job in jobs if seconds_between(job.made, now) < _JUST_NOW]
            mine = authority.conversation_id
            recent = [job for job in recent if job.authority.conversation_id == mine]
            jobs = sorted(recent, key=lambda job: seconds_between(now, job.made))[-1:]
        return tuple(sorted(jobs, key=lambda job: seconds_between(now, job.due or job.made)))


def begun(job: Job, home: Snapshot) -> Job:
    """The job as it begins to wait: how things are now is not what it waits for.

    What must last and is so already begins to last now.
    """
    when = job.occasion
    if not isinstance(when, When):
        return job
    so = holds(when.condition, home)
    lasts = so and when.lasting > 0
    return replace(
        job,
        was_so=so,
        seen=looked_at(when.condition, home),
        due=due(job, when, home.now) if lasts else job.due,
    )


def _shown(at: datetime | time) -> tuple[int, int]:
    """What a clock with twelve hours shows: people seldom say which half of the day."""
    return at.hour % 12, at.minute


def _refused(reason: Reason) -> Outcome:
    return Outcome(status=Status.REFUSED, reason=reason)
