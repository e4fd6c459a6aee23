"""The jobs of a home: stored before they are promised, listed, and cancelled."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

from ...authority import Authority, Ownership
from ...errors import StoreError
from ...events import Event, EventListener, JobEnded
from ...home import Home, Snapshot, State
from ...jobs import NOT_DONE, TO_COME, Job, Phase
from ...outcome import Outcome, Reason, Status, build_failure, build_refusal
from ...plan import BackStep, LaterStep, ScheduleStep
from ...storage.quarantine import find_recent_damage
from ...storage.store import Store
from ...triggers import ConditionTrigger, Delay, Notice
from ..conditions import holds, observed_values
from ..gate import Gate
from ..undo.journal import state_from_document, state_to_document
from .condition_monitor import due_time
from .job_runner import JobFilter, JobRunner, PlanRunner, end_job
from .moving import move_job, resume_job
from .occurrence import NoOccurrenceError, next_occurrence, read_sun
from .precheck import precheck_job
from .replaced_jobs import ReplacedJobs
from .restoration import AT_REST, off_state
from .rung_alarms import RungAlarms
from .same_jobs import find_same_job
from .selection import is_alarm, select_jobs
from .settings import SchedulerContext
from .stored_values import StoredValues

_LOGGER = logging.getLogger(__name__)

_MOST = 200
# Nobody can fill it up alone.
_MOST_OF_ONE = 100
_NOT_LISTED = frozenset({Phase.BEGUN, Phase.OVER})


class Schedule:
    """The jobs of one home."""

    def __init__(
        self,
        home: Home,
        store: Store,
        *,
        gate: Gate,
        context: SchedulerContext,
        ownership: Ownership,
    ) -> None:
        """Keep jobs in this store; nothing is done before `start`."""
        self._home = home
        self._store = store
        self._gate = gate
        self._ownership = ownership
        self._jobs = StoredValues(store, Job, "job/", lambda job: job.job_id)
        self._rung = RungAlarms(store)
        self._replaced = ReplacedJobs()
        noting = replace(context, listener=self._note_alarms(context.listener))
        self._runner = JobRunner(home, self._jobs, context=noting, add=self.add)

    async def load(self) -> None:
        """Take up what was planned before. Raises `StoreError`."""
        await self._jobs.load()
        await self._rung.load()

    def __iter__(self) -> Iterator[Job]:
        return iter(self._jobs)

    async def start(self, perform: PlanRunner, may_see: JobFilter | None = None) -> None:
        """Run jobs from now on. Raises `StoreError`."""
        await self._runner.start(perform, may_see)

    async def close(self) -> None:
        """Let what is being done come to its end, and stop; what is planned stays planned."""
        await self._runner.close()
        await self._rung.close()

    async def add(self, step: LaterStep | BackStep, authority: Authority) -> list[Outcome]:
        """Plan something; when this returns that it is scheduled, a crash does not lose it."""
        home = self._home.snapshot()
        if reason := self._find_obstacle(authority):
            return [build_refusal(reason)]
        try:
            job = self._make_job(step, authority, home)
        except NoOccurrenceError as never:
            return [build_refusal(never.reason)]
        if stopped := precheck_job(job, authority, self._gate, home):
            return stopped
        if (same := find_same_job(job, self._jobs)) is not None:
            # Who asks twice wants it once.
            return [Outcome(status=Status.SCHEDULED, jobs=(same,), seen=home.now)]
        try:
            await self._jobs.put(job)
        except StoreError as error:
            _LOGGER.warning("Something for later could not be kept: %s", error)
            return [build_failure(Reason.NOT_KEPT)]
        self._replace_restorations(job, authority)
        self._runner.wake()
        return [Outcome(status=Status.SCHEDULED, jobs=(job,), seen=home.now)]

    async def put(self, job: Job) -> None:
        """Store a job of the settings under the id that it has; the next start would, too."""
        self._jobs.change(job)
        await self._runner.write()

    async def drop(self, job: Job) -> None:
        """Delete a job, wherever it came from."""
        self._jobs.end(job)
        await self._runner.write()

    async def cancel(self, job_ids: tuple[str, ...], *, for_good: bool = False) -> list[Outcome]:
        """Cancel these, as far as they are still to come.

        Unless it is for good, promises that gave way to them hold again.
        """
        coming = tuple(
            job
            for job in self._jobs
            if job.job_id in job_ids and job.phase in TO_COME and not job.is_set
        )
        outcomes = await self._cancel(coming)
        now = self._home.snapshot().now
        again = tuple(self._replaced.take(outcomes, job_ids, self._jobs, now))
        if for_good or not again:
            return outcomes
        for job in again:
            self._jobs.change(job)
        await self._runner.write()
        self._runner.wake()
        return [*outcomes, Outcome(status=Status.SCHEDULED, jobs=again, seen=now)]

    async def answer(self, step: ScheduleStep, authority: Authority) -> list[Outcome]:
        """List what is planned, cancel it or move it. What cannot be read is not passed over."""
        if step.action == "snooze":
            return await self._snooze(step, authority)
        if not self._store.durable:
            return [build_failure(Reason.PLANS_UNKNOWN)]
        if not self._runner.is_running:
            # Somebody else sees to what is planned, or nobody: what is on disk is what is so.
            if step.action != "list":
                return [build_refusal(Reason.NOT_WAITING)]
            try:
                await self._jobs.load()
            except StoreError as error:
                _LOGGER.warning("What is planned cannot be read: %s", error)
                return [build_failure(Reason.PLANS_UNKNOWN)]
        now = self._home.snapshot().now
        visible = self.visible(authority)
        others = len(visible) < sum(job.phase not in _NOT_LISTED for job in self._jobs)
        selected = select_jobs(visible, step, authority, now)
        if step.action == "list":
            listed = Outcome(status=Status.ANSWERED, jobs=selected, seen=now, others=others)
            return [listed, *await self._after_listing(selected)]
        return await self._end_or_move(selected, step, authority, others=others)

    async def _end_or_move(
        self, selected: tuple[Job, ...], step: ScheduleStep, authority: Authority, *, others: bool
    ) -> list[Outcome]:
        """Cancel, move or pause what somebody speaks of, if it is clear what that is.

        `others` if there is more than they may see.
        """
        now = self._home.snapshot().now
        waiting = [job for job in selected if job.phase in TO_COME]
        if step.action == "move":
            waiting = [job for job in waiting if not isinstance(job.trigger, ConditionTrigger)]
        if step.action == "go_on":
            waiting = [job for job in waiting if job.phase is Phase.PAUSED]
        staying = tuple(job for job in waiting if job.is_set)
        going = tuple(job for job in waiting if not job.is_set)
        refusal = build_refusal(Reason.IN_SETTINGS)
        stays = [replace(refusal, jobs=staying, seen=now)] if staying else []
        if not going:
            return stays or [replace(build_refusal(Reason.NO_JOB), others=others)]
        if len(going) > 1 and not step.all:
            return [replace(build_refusal(Reason.WHICH_JOB), jobs=going, seen=now)]
        if step.action == "pause":
            return await self._change(replace(going[0], phase=Phase.PAUSED), Status.DONE)
        if step.action in ("move", "go_on"):
            return await self._move(going[0], step, authority)
        # Who ends one thing need not hear of others; who ends everything must not think it was all.
        outcomes = await self._cancel(going)
        return [*(replace(outcome, others=others and step.all) for outcome in outcomes), *stays]

    def visible(self, authority: Authority) -> tuple[Job, ...]:
        """The jobs that somebody may see and cancel: their own, and the household's.

        Of what is not their own, nothing is told that is about things which they may not see.
        """
        home, manages = self._home.snapshot(), self._ownership.manages(authority)
        return tuple(
            job
            for job in self._jobs
            if job.phase not in _NOT_LISTED
            and (manages or job.owner in (None, authority.user_id))
            and (can_see(job, home) or not self._is_veiled(job, authority, manages=manages))
        )

    def _is_veiled(self, job: Job, authority: Authority, *, manages: bool) -> bool:
        """Whether only those hear of a job who see all that it is about.

        A key for some areas opens no others to the person who holds it.
        """
        return authority.is_confined or not (manages or job.owner == authority.user_id)

    def _find_obstacle(self, authority: Authority) -> Reason | None:
        """Why nothing can be planned, None if it can."""
        if not self._runner.is_running:
            return Reason.NOT_WAITING
        if not self._store.durable:
            return Reason.NOT_DURABLE
        owned = [job for job in self._jobs if job.owner == authority.user_id]
        most_of_one = _MOST_OF_ONE if authority.user_id and not authority.is_admin else _MOST
        too_many = len(self._jobs) >= _MOST or len(owned) >= most_of_one
        return Reason.TOO_MUCH if too_many else None

    def _note_alarms(self, listener: EventListener) -> EventListener:
        """The listener, after we have noted that an alarm rang."""

        def note(event: Event) -> None:
            if isinstance(event, JobEnded) and event.plan is not None and is_alarm(event.job):
                self._rung.note(event.job.owner, self._home.snapshot().now)
            listener(event)

        return note

    async def _snooze(self, step: ScheduleStep, authority: Authority) -> list[Outcome]:
        """Ring once more in a while, if an alarm of theirs or of the household has just rung."""
        if not self._rung.has_just_rung(authority, self._home.snapshot().now):
            return [build_refusal(Reason.NOTHING_TO_SNOOZE)]
        begin = Delay(seconds=step.seconds)
        again = LaterStep(steps=(), begin=begin, notice=Notice(rings=True), wording=step.wording)
        return await self.add(again, authority)

    async def _move(self, job: Job, step: ScheduleStep, authority: Authority) -> list[Outcome]:
        """Have a job done at another time, or again; what takes a yes takes one for that, too."""
        home = self._home.snapshot()
        try:
            moved = (
                move_job(job, step, home)
                if step.action == "move"
                else begin_waiting(resume_job(job, home), home)
            )
        except NoOccurrenceError as never:
            return [build_refusal(never.reason)]
        if stopped := precheck_job(moved, authority, self._gate, home):
            return stopped
        return await self._change(moved, Status.SCHEDULED)

    async def _change(self, job: Job, status: Status) -> list[Outcome]:
        """Have a job be like this from now on."""
        try:
            await self._jobs.put(job)
        except StoreError as error:
            _LOGGER.warning("A change of something planned could not be kept: %s", error)
            return [build_failure(Reason.NOT_KEPT)]
        self._runner.wake()
        return [Outcome(status=status, jobs=(job,), seen=self._home.snapshot().now)]

    async def _after_listing(self, jobs: tuple[Job, ...]) -> list[Outcome]:
        """Delete what is told once; and tell that there was more, where it could not be read."""
        for job in jobs if self._runner.is_running else ():
            if job.phase in NOT_DONE:
                end_job(job, self._jobs)
        self._runner.wake()
        try:
            lost = any(damage.hides_plans for damage in await find_recent_damage(self._store))
        except StoreError:
            # What is planned is known all the same: it was read before.
            lost = False
        return [build_failure(Reason.PLANS_DAMAGED)] if lost or self._jobs.has_unread else []

    async def _cancel(self, jobs: tuple[Job, ...]) -> list[Outcome]:
        """Delete these. What could not be deleted on disk is planned as before."""
        gone, staying = [], []
        for job in jobs:
            try:
                await self._jobs.drop(job)
            except StoreError as error:
                _LOGGER.warning("What is planned could not be called off: %s", error)
                staying.append(job)
            else:
                gone.append(replace(job, phase=Phase.WAITING))
        self._runner.wake()
        now = self._home.snapshot().now
        done = Outcome(status=Status.DONE, jobs=tuple(gone), seen=now)
        stays = replace(build_failure(Reason.STILL_PLANNED), jobs=tuple(staying), seen=now)
        return [*([done] if gone else []), *([stays] if staying else [])]

    def _make_job(self, step: LaterStep | BackStep, authority: Authority, home: Snapshot) -> Job:
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
            before = self._states_before(step, home)
            off = bool(step.off) and all(state.value in AT_REST for state in before.values())
            return _with_own_agreements(replace(job, before=before, switches_off=off))
        if step.end is not None:
            # Whether there will be an end is seen now, while somebody can be told.
            next_occurrence(step.end, home.now, sun)
        return _with_own_agreements(
            replace(
                job, steps=step.steps, end=step.end, condition=step.condition, notice=step.notice
            )
        )

    def _states_before(self, step: BackStep, home: Snapshot) -> dict[str, State]:
        """How things are, or were before they became so for a while; and nothing secret.

        What is on already, and should be so only for a while, will be off.
        """
        states = {id_: home.states[id_] for id_ in step.entity_ids if id_ in home.states}
        states |= {id_: off_state(id_, states[id_]) for id_ in step.off if id_ in states}
        before = {
            entity_id: state_from_document(state_to_document(state))
            for entity_id, state in states.items()
            if not state.is_secret
        }
        for job in self._jobs:
            before |= {id_: state for id_, state in job.before.items() if id_ in before}
        return before

    def _replace_restorations(self, job: Job, authority: Authority) -> None:
        """Have what goes back at a new end not go back at the old one as well.

        What another person wants to go back still does: that is not for anyone else to put off.
        """
        for earlier in self._jobs:
            if earlier.job_id == job.job_id or not earlier.before.keys() & job.before.keys():
                continue
            if not self._ownership.permits(authority, earlier.owner):
                continue
            given = {id_: state for id_, state in earlier.before.items() if id_ in job.before}
            self._replaced.note(job.job_id, replace(earlier, before=given))
            left = {id_: state for id_, state in earlier.before.items() if id_ not in job.before}
            if left:
                self._jobs.change(replace(earlier, before=left))
            else:
                self._jobs.end(earlier)


def can_see(job: Job, home: Snapshot) -> bool:
    """Whether whoever sees the home so may know what a job is about; what is gone hides nothing."""
    entities = home.layout.entities
    return all(entities[id_].exposed for id_ in job.looked_at if id_ in entities)


def begin_waiting(job: Job, home: Snapshot) -> Job:
    """The job as it begins to wait: how things are now is not what it waits for.

    What must last and is so already begins to last now.
    """
    when = job.trigger
    if not isinstance(when, ConditionTrigger):
        return job
    so = holds(when.condition, home)
    lasts = so and when.lasting > 0
    return replace(
        job,
        was_so=so,
        seen=observed_values(when.condition, home),
        due=due_time(job, when, home.now) if lasts else job.due,
    )


def _with_own_agreements(job: Job) -> Job:
    """The job with a yes to what is in it, and to nothing else that was asked with it."""
    touched = set(job.entity_ids)
    agreed = tuple(yes for yes in job.authority.agreed if yes.entity_id in touched)
    return replace(job, authority=replace(job.authority, agreed=agreed))
