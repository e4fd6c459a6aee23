"""The watches of the settings as jobs: what they have come to outlives a restart.

Each has an id of its own, made of its name. One that is as it was goes on where it was, so that
nothing is told twice; one that was changed begins anew; one that is gone from the settings goes.
"""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from ..act import Scheduler
from ..act.schedule.schedule import begin_waiting
from ..authority import Authority, Origin
from ..home import Layout, ServiceCall, Snapshot
from ..jobs import Job
from ..plan import CallStep
from ..triggers import Notice, Trigger
from ..understand.grammar.wordings import wording_of
from .watch import Watch


async def sync_watches(
    watches: Iterable[Watch], scheduler: Scheduler, home: Snapshot, language: str
) -> None:
    """Have the scheduler keep exactly these of the settings. Raises `StoreError`."""
    kept_watches = (watch for watch in watches if watch.event is None)
    jobs = (_make_job(watch, home, language) for watch in kept_watches)
    wanted = {job.job_id: job for job in jobs}
    kept = {job.job_id: job for job in scheduler.jobs if job.is_set}
    for job_id in kept.keys() - wanted.keys():
        await scheduler.drop(kept[job_id])
    for job_id, job in wanted.items():
        before = kept.get(job_id)
        if before is not None and _settings_of(before) == _settings_of(job):
            job = replace(before, steps=job.steps, authority=job.authority)  # noqa: PLW2901
        if job != before:
            await scheduler.put(job)


def _job_id(name: str) -> str:
    """The id of the job for the watch of this name."""
    return f"set-{sha256(name.casefold().encode()).hexdigest()[:12]}"


def _make_job(watch: Watch, home: Snapshot, language: str) -> Job:
    # Whoever wrote it into the settings has said yes to exactly this.
    authority = Authority(origin=Origin.AUTOMATION, confirmed=True, language=language)
    return begin_waiting(make_job(watch, home, authority), home)


def make_job(watch: Watch, home: Snapshot, authority: Authority) -> Job:
    """What a watch is to do and tell, as a job that does not wait yet."""
    return Job(
        job_id=_job_id(watch.name),
        steps=tuple(_make_step(call, home.layout) for call in watch.calls),
        trigger=watch.when,
        notice=watch.notice,
        authority=authority,
        made=home.now,
    )


def _make_step(call: ServiceCall, layout: Layout) -> CallStep:
    names = [
        layout.entities[target].name if target in layout.entities else target
        for target in call.targets
    ]
    return CallStep(call=call, wording=wording_of([call], ", ".join(names), ""))


def _settings_of(job: Job) -> tuple[Trigger, Notice | None, tuple[ServiceCall, ...]]:
    """What of a job is in the settings; names of things, say, are not."""
    calls = (step.call for step in job.steps if isinstance(step, CallStep))
    return job.trigger, job.notice, tuple(calls)
