"""Jobs that wait for something to become so."""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from ...conditions import Changes, Condition, Measures, TimeIs, leaves
from ...home import Change, Home, Snapshot, StateChanged
from ...instants import add_seconds, seconds_between
from ...jobs import Job, Phase
from ...triggers import ConditionTrigger
from ..conditions import evaluate, next_time_change, observed_values
from .stored_values import StoredValues

_LOGGER = logging.getLogger(__name__)


class ConditionMonitor:
    """Watches the states that jobs wait for. What cannot be seen leaves everything as it was."""

    def __init__(self, home: Home, jobs: StoredValues[Job], *, wake: Callable[[], None]) -> None:
        """Watch once started, and call `wake` when a job changed."""
        self._home = home
        self._jobs = jobs
        self._wake = wake
        self._stop: Callable[[], None] | None = None
        self._checked = home.snapshot().now
        self._by_entity: Mapping[str, tuple[str, ...]] = {}
        self._edition = -1

    def start(self) -> None:
        """Check what happened meanwhile, and watch from now on."""
        self._stop = self._home.subscribe(self._hear)
        self.check_all()

    def close(self) -> None:
        """Watch no more."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    def check_all(self) -> None:
        """Find what has become so while nobody watched; it is as late as its last report."""
        home = self._home.snapshot()
        self._checked = home.now
        for job in self._jobs:
            if (when := _waits_for(job, home.now)) is not None:
                self._check(job, when, home, _since(when.condition, home))

    def next_check_in(self) -> float | None:
        """Seconds until the clock alone may make something so, None if it never does."""
        changes = (
            next_time_change(when.condition, self._checked)
            for job in self._jobs
            if (when := _waits_for(job, self._checked)) is not None
        )
        change = min((moment for moment in changes if moment is not None), default=None)
        return None if change is None else seconds_between(self._home.snapshot().now, change)

    def _hear(self, change: Change) -> None:
        if not isinstance(change, StateChanged):
            return
        for job_id in self._jobs_waiting_for(change.entity_id):
            home = self._home.snapshot()
            job = self._jobs[job_id]
            if (when := _waits_for(job, home.now)) is not None:
                self._check(job, when, home, home.now)

    def _jobs_waiting_for(self, entity_id: str) -> Iterable[str]:
        """The jobs that look at an entity. Thousands of events a second may ask."""
        if self._edition != self._jobs.edition:
            self._edition = self._jobs.edition
            found: dict[str, list[str]] = {}
            for job in self._jobs:
                if isinstance(job.trigger, ConditionTrigger):
                    for watched in job.trigger.condition.entity_ids:
                        found.setdefault(watched, []).append(job.job_id)
            self._by_entity = {watched: tuple(ids) for watched, ids in found.items()}
        return self._by_entity.get(entity_id, ())

    def _check(self, job: Job, when: ConditionTrigger, home: Snapshot, since: datetime) -> None:
        try:
            after = _checked(job, when, home, since)
        except Exception:
            # Others wait for something, too.
            _LOGGER.exception("Whether it is so cannot be told of job %s", job.job_id)
            return
        if after != job:
            self._jobs.change(after)
            self._wake()


def due_time(job: Job, when: ConditionTrigger, since: datetime) -> datetime:
    """When to do a job whose condition is so since then."""
    ripe = add_seconds(since, when.lasting)
    if job.last is None or not when.pause:
        return ripe
    rested = add_seconds(job.last, when.pause).astimezone(ripe.tzinfo)
    return max(ripe, rested, key=datetime.timestamp)


def _checked(job: Job, when: ConditionTrigger, home: Snapshot, since: datetime) -> Job:
    """The job with what is now known of its condition."""
    so = evaluate(when.condition, home, was=job.was_so, seen=job.seen)
    after = replace(job, seen={**job.seen, **observed_values(when.condition, home)})
    if so is not None and _is_momentary(when.condition):
        # A change is over as soon as it was seen.
        return replace(after, due=job.due or due_time(job, when, since)) if so else after
    if so is not None and so is not job.was_so:
        return replace(after, was_so=so, due=due_time(job, when, since) if so else None)
    return after


def _waits_for(job: Job, now: datetime) -> ConditionTrigger | None:
    """What a job still waits for, None if it is done or due already."""
    if job.phase is not Phase.WAITING or not isinstance(job.trigger, ConditionTrigger):
        return None
    is_due = job.due is not None and seconds_between(job.due, now) >= 0
    return None if is_due else job.trigger


def _is_momentary(condition: Condition) -> bool:
    return any(isinstance(leaf, Changes) for leaf in leaves(condition))


def _since(condition: Condition, home: Snapshot) -> datetime:
    """Since when it is so at the latest, going by what was last reported."""
    reports = []
    for leaf in leaves(condition):
        if isinstance(leaf, TimeIs):
            return home.now
        states = (home.states[watched] for watched in leaf.entity_ids if watched in home.states)
        measures = isinstance(leaf, Measures)
        reports += [state.updated if measures else state.changed for state in states]
    return max(reports, default=home.now).astimezone(home.now.tzinfo)
