"""What is planned: written down before it is promised, told, and called off."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time
from uuid import uuid4

from ...authority import Authority, Ownership
from ...errors import StoreError
from ...events import Event, EventListener, JobEnded
from ...home import Home, Snapshot, State
from ...instants import seconds_between
from ...jobs import NOT_DONE, Job, Phase
from ...outcome import Outcome, Reason, Status
from ...plan import BackStep, LaterStep, Notice, ScheduleStep
from ...storage.quarantine import recent_damages
from ...storage.store import Store
from ...triggers import Delay, When
from ..conditions import holds, observed_values
from ..gate import Gate
from ..undo.journal import state_from_document, state_to_document
from .condition_monitor import due_time
from .job_runner import JobRunner, MaySee, Perform, end_job
from .occurrence import NoOccurrenceError, next_occurrence, read_sun
from .precheck import precheck_job
from .restoration import AT_REST, off_state
from .stored_values import StoredValues
from .wakeup import SchedulerContext

_LOGGER = logging.getLogger(__name__)

_MOST = 200
# Nobody can fill it up alone.
_MOST_OF_ONE = 100
_JUST_NOW = 900.0
_STILL_IN_BED = 3600.0
_NOT_TOLD = frozenset({Phase.BEGUN, Phase.OVER})


class Schedule:
    """The jobs of one home."""

    def __init__(
        self,
        home: Home,
        store: Store,
        *,
        gate: Gate,
        waking: SchedulerContext,
        ownership: Ownership,
    ) -> None:
        """Keep jobs in this store; nothing is done before `start`."""
        self._home = home
        self._store = store
        self._gate = gate
        self._ownership = ownership
        self._jobs = StoredValues(store, Job, "job/", lambda job: job.job_id)
        self._rung: dict[str | None, datetime] = {}
        """By owner, when an alarm of theirs rang last."""

        heard = replace(waking, tell=self._noting(waking.tell))
        self._runner = JobRunner(home, self._jobs, waking=heard, keep=self.keep)

    async def load(self) -> None:
        """Take up what was planned before. Raises `StoreError`."""
        await self._jobs.load()

    def __iter__(self) -> Iterator[Job]:
        return iter(self._jobs)

    async def start(self, perform: Perform, may_see: MaySee | None = None) -> None:
        """See to what is planned from now on. Raises `StoreError`."""
        await self._runner.start(perform, may_see)

    async def close(self) -> None:
        """See out what is being done, and stop; what is planned stays planned."""
        await self._runner.close()

    async def keep(self, step: LaterStep | BackStep, authority: Authority) -> list[Outcome]:
        """Plan something; when this returns that it is scheduled, a crash does not lose it."""
        home = self._home.snapshot()
        if not self._runner.running:
            return [_refused(Reason.NOT_WAITING)]
        if not self._store.durable:
            return [_refused(Reason.NOT_DURABLE)]
        owned = [job for job in self._jobs if job.owner == authority.user_id]
        most_of_one = _MOST_OF_ONE if authority.user_id and not authority.is_admin else _MOST
        if len(self._jobs) >= _MOST or len(owned) >= most_of_one:
            return [_refused(Reason.TOO_MUCH)]
        try:
            job = self._made(step, authority, home)
        except NoOccurrenceError as never:
            return [_refused(never.reason)]
        if stopped := precheck_job(job, authority, self._gate, home):
            return stopped
        if (kept := self._same_watch(job)) is not None:
            # Who asks twice to be told wants to be told once.
            return [Outcome(status=Status.SCHEDULED, jobs=(kept,), seen=home.now)]
        try:
            await self._jobs.put(job)
        except StoreError as error:
            _LOGGER.warning("Something for later could not be kept: %s", error)
            return [Outcome(status=Status.FAILED, reason=Reason.NOT_KEPT)]
        self._relieve(job, authority)
        self._runner.wake()
        return [Outcome(status=Status.SCHEDULED, jobs=(job,), seen=home.now)]

    async def put(self, job: Job) -> None:
        """Keep a job of the settings under the id that it has; the next start would, too."""
        self._jobs.change(job)
        await self._runner.write()

    async def drop(self, job: Job) -> None:
        """Forget a job, wherever it came from."""
        self._jobs.end(job)
        await self._runner.write()

    async def call_off(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        """Call off these, as far as they are still to come."""
        coming = tuple(
            job
            for job in self._jobs
            if job.job_id in job_ids and job.phase is Phase.WAITING and not job.is_set
        )
        return await self._call_off(coming)

    async def answer(self, step: ScheduleStep, authority: Authority) -> list[Outcome]:
        """Tell what is planned, or call it off. What cannot be read is not passed over."""
        if step.action == "snooze":
            return await self._snooze(step, authority)
        if not self._store.durable:
            return [_failed(Reason.PLANS_UNKNOWN)]
        if not self._runner.running:
            # Somebody else sees to what is planned, or nobody: what is on disk is what is so.
            if step.action != "list":
                return [_refused(Reason.NOT_WAITING)]
            try:
                await self._jobs.load()
            except StoreError as error:
                _LOGGER.warning("What is planned cannot be read: %s", error)
                return [_failed(Reason.PLANS_UNKNOWN)]
        now = self._home.snapshot().now
        told = [job for job in self._jobs if job.phase not in _NOT_TOLD]
        visible = self.visible(authority)
        others = len(visible) < len(told)
        fitting = self._fitting(step, authority, visible)
        if step.action == "list":
            listed = Outcome(status=Status.ANSWERED, jobs=fitting, seen=now, others=others)
            return [listed, *await self._after_listing(fitting)]
        waiting = [job for job in fitting if job.phase is Phase.WAITING]
        staying = tuple(job for job in waiting if job.is_set)
        going = tuple(job for job in waiting if not job.is_set)
        stays = [replace(_refused(Reason.IN_SETTINGS), jobs=staying, seen=now)] if staying else []
        if not going:
            return stays or [replace(_refused(Reason.NO_JOB), others=others)]
        if len(going) > 1 and not step.all:
            return [replace(_refused(Reason.WHICH_JOB), jobs=going, seen=now)]
        # Who ends one thing need not hear of others; who ends everything must not think it was all.
        ended = await self._call_off(going)
        return [*(replace(one, others=others and step.all) for one in ended), *stays]

    def _noting(self, tell: EventListener) -> EventListener:
        """Whoever is told, after we have noted that an alarm rang."""

        def noted(event: Event) -> None:
            if isinstance(event, JobEnded) and event.plan is not None and is_alarm(event.job):
                self._rung[event.job.owner] = self._home.snapshot().now
            tell(event)

        return noted

    async def _snooze(self, step: ScheduleStep, authority: Authority) -> list[Outcome]:
        """Ring once more in a while, if an alarm of theirs or of the household has just rung."""
        now = self._home.snapshot().now
        owners = [
            one
            for one in (authority.user_id, None)
            if one in self._rung and seconds_between(self._rung[one], now) < _STILL_IN_BED
        ]
        if not owners:
            return [_refused(Reason.NOTHING_TO_SNOOZE)]
        begin = Delay(seconds=step.seconds)
        again = LaterStep(steps=(), begin=begin, notice=Notice(rings=True), wording=step.wording)
        return await self.keep(again, authority)

    def visible(self, authority: Authority) -> tuple[Job, ...]:
        """The jobs that somebody may see and call off: their own, and the household's.

        Of what is not their own, nothing is told that is about things which they may not see.
        """
        home, manages = self._home.snapshot(), self._ownership.manages(authority)
        return tuple(
            job
            for job in self._jobs
            if job.phase not in _NOT_TOLD
            and (
                manages
                or job.owner == authority.user_id
                or (job.owner is None and can_see(job, home))
            )
        )

    async def _after_listing(self, jobs: tuple[Job, ...]) -> list[Outcome]:
        """Forget what is told once; and tell that there was more, where it could not be read."""
        for job in jobs if self._runner.running else ():
            if job.phase in NOT_DONE:
                end_job(job, self._jobs)
        self._runner.wake()
        try:
            lost = any(one.hides_plans for one in await recent_damages(self._store))
        except StoreError:
            # What is planned is known all the same: it was read before.
            lost = False
        return [_failed(Reason.PLANS_DAMAGED)] if lost or self._jobs.has_unread else []

    async def _call_off(self, jobs: tuple[Job, ...]) -> list[Outcome]:
        """Forget these. What could not be forgotten on disk is planned as before."""
        gone, staying = [], []
        for job in jobs:
            try:
                await self._jobs.drop(job)
            except StoreError as error:
                _LOGGER.warning("What is planned could not be called off: %s", error)
                staying.append(job)
            else:
                gone.append(job)
        self._runner.wake()
        now = self._home.snapshot().now
        done = Outcome(status=Status.DONE, jobs=tuple(gone), seen=now)
        stays = replace(_failed(Reason.STILL_PLANNED), jobs=tuple(staying), seen=now)
        return [*([done] if gone else []), *([stays] if staying else [])]

    def _same_watch(self, job: Job) -> Job | None:
        """The watch that tells the same people of the same, in the same place, if there is one."""
        return next((other for other in self._jobs if _is_same_watch(job, other)), None)

    def _made(self, step: LaterStep | BackStep, authority: Authority, home: Snapshot) -> Job:
        """The job for a step. Raises `NoOccurrenceError`."""
        sun = read_sun(home)
        trigger = step.begin if isinstance(step, LaterStep) else step.at
        assert trigger is not None, "what is for now was parted off before"
        job = begin_waiting(
            Job(
                job_id=uuid4().hex[:12],
                trigger=trigger,
                due=next_occurrence(trigger, home.now, sun),
                authority=authority.to_keep(),
                made=home.now,
            ),
            home,
        )
        if isinstance(step, BackStep):
            before = self._before(step, home)
            off = bool(step.off) and all(state.value in AT_REST for state in before.values())
            return _for_this_alone(replace(job, before=before, switches_off=off))
        if step.end is not None:
            # Whether there will be an end is seen now, while somebody can be told.
            next_occurrence(step.end, home.now, sun)
        return _for_this_alone(
            replace(
                job, steps=step.steps, end=step.end, condition=step.condition, notice=step.notice
            )
        )

    def _before(self, step: BackStep, home: Snapshot) -> dict[str, State]:
        """How things are, or were before they became so for a while; and nothing secret.

        What is on already, and should be so only for a while, will be off.
        """
        states = {one: home.states[one] for one in step.entity_ids if one in home.states}
        states |= {one: off_state(one, states[one]) for one in step.off if one in states}
        before = {
            one: state_from_document(state_to_document(state))
            for one, state in states.items()
            if not state.is_secret
        }
        for other in self._jobs:
            before |= {one: state for one, state in other.before.items() if one in before}
        return before

    def _relieve(self, job: Job, authority: Authority) -> None:
        """What goes back at a new end does not go back at the old one as well.

        What another person wants to go back still does: that is not for anyone else to put off.
        """
        for other in self._jobs:
            if other.job_id == job.job_id or not other.before.keys() & job.before.keys():
                continue
            if not self._ownership.permits(authority, other.owner):
                continue
            left = {one: state for one, state in other.before.items() if one not in job.before}
            if left:
                self._jobs.change(replace(other, before=left))
            else:
                self._jobs.end(other)

    def _fitting(
        self, step: ScheduleStep, authority: Authority, visible: tuple[Job, ...]
    ) -> tuple[Job, ...]:
        """The jobs that somebody speaks of, the next one first."""
        now = self._home.snapshot().now
        jobs = list(visible)
        if step.watches:
            jobs = [job for job in jobs if job.notice is not None and not is_alarm(job)]
        if step.alarms:
            jobs = [job for job in jobs if is_alarm(job)]
        if step.job_ids is not None:
            jobs = [job for job in jobs if job.job_id in step.job_ids]
        if step.mine:
            mine = authority.conversation_key
            jobs = [job for job in jobs if job.authority.conversation_key == mine]
        if step.entity_ids is not None:
            jobs = [job for job in jobs if set(job.entity_ids) & set(step.entity_ids)]
        if step.at is not None:
            local = ((job, job.due.astimezone(now.tzinfo)) for job in jobs if job.due)
            jobs = [job for job, due in local if _shown(due) == _shown(step.at)]
        if step.last:
            recent = [job for job in jobs if seconds_between(job.made, now) < _JUST_NOW]
            mine = authority.conversation_key
            recent = [job for job in recent if job.authority.conversation_key == mine]
            jobs = sorted(recent, key=lambda job: seconds_between(now, job.made))[-1:]
        return tuple(sorted(jobs, key=lambda job: seconds_between(now, job.due or job.made)))


def is_alarm(job: Job) -> bool:
    """Whether a job wakes somebody."""
    return job.notice is not None and job.notice.rings


def can_see(job: Job, home: Snapshot) -> bool:
    """Whether whoever sees the home so may know what a job is about; what is gone hides nothing."""
    entities = home.layout.entities
    return all(entities[one].exposed for one in job.looked_at if one in entities)


def begin_waiting(job: Job, home: Snapshot) -> Job:
    """The job as it begins to wait: how things are now is not what it waits for.

    What must last and is so already begins to last now.
    """
    when = job.trigger
    if not isinstance(when, When):
        return job
    so = holds(when.condition, home)
    lasts = so and when.lasting > 0
    return replace(
        job,
        was_so=so,
        seen=observed_values(when.condition, home),
        due=due_time(job, when, home.now) if lasts else job.due,
    )


def _is_same_watch(job: Job, other: Job) -> bool:
    if job.notice is None or other.phase is not Phase.WAITING or other.is_set:
        return False
    asked, before = job.authority, other.authority
    return (
        (job.notice, job.trigger, job.steps, job.end, job.condition)
        == (other.notice, other.trigger, other.steps, other.end, other.condition)
        and (asked.user_id, asked.satellite_id) == (before.user_id, before.satellite_id)
        and (asked.language, asked.area_id) == (before.language, before.area_id)
    )


def _for_this_alone(job: Job) -> Job:
    """The job with a yes to what is in it, and to nothing else that was asked with it."""
    touched = set(job.entity_ids)
    agreed = tuple(one for one in job.authority.agreed if one.entity_id in touched)
    return replace(job, authority=replace(job.authority, agreed=agreed))


def _shown(at: datetime | time) -> tuple[int, int]:
    """What a clock with twelve hours shows: people seldom say which half of the day."""
    return at.hour % 12, at.minute


def _refused(reason: Reason) -> Outcome:
    return Outcome(status=Status.REFUSED, reason=reason)


def _failed(reason: Reason) -> Outcome:
    return Outcome(status=Status.FAILED, reason=reason)
