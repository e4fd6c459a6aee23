"""Which of the jobs of a home somebody speaks of."""

import re
from collections.abc import Iterable
from datetime import datetime, time

from ...authority import Authority
from ...instants import seconds_between
from ...jobs import Job
from ...plan import ScheduleStep
from ...plan_contents import call_for
from ...triggers import ConditionTrigger

_JUST_NOW = 900.0
_WORD = re.compile(r"\w+")


def is_alarm(job: Job) -> bool:
    """Whether a job wakes somebody."""
    return job.notice is not None and job.notice.rings


def is_reminder(job: Job) -> bool:
    """Whether a job says something in the words of whoever asked for it."""
    notice = job.notice
    if notice is None or notice.rings or notice.name:
        return False
    return notice.reminds or bool(notice.message)


def is_watch(job: Job) -> bool:
    """Whether a job waits for something to become so, and tells of it."""
    if job.notice is None or is_alarm(job):
        return False
    return isinstance(job.trigger, ConditionTrigger) or not is_reminder(job)


def select_jobs(
    visible: Iterable[Job], step: ScheduleStep, authority: Authority, now: datetime
) -> tuple[Job, ...]:
    """The jobs that somebody speaks of, the next one first."""
    jobs = list(visible)
    own = authority.conversation_key
    for wanted, is_such in (
        (step.watches, is_watch),
        (step.alarms, is_alarm),
        (step.reminders, is_reminder),
    ):
        jobs = [job for job in jobs if is_such(job)] if wanted else jobs
    if step.about:
        jobs = [job for job in jobs if step.about <= _message_words(job)]
    if step.job_ids is not None:
        jobs = [job for job in jobs if job.job_id in step.job_ids]
    if step.mine:
        jobs = [job for job in jobs if job.authority.conversation_key == own]
    if step.entity_ids is not None:
        jobs = [job for job in jobs if set(job.entity_ids) & set(step.entity_ids)]
    if step.services:
        jobs = [job for job in jobs if _calls(job) & step.services]
    if step.at is not None:
        local = ((job, job.due.astimezone(now.tzinfo)) for job in jobs if job.due)
        jobs = [job for job, due in local if _on_dial(due) == _on_dial(step.at)]
    if step.last:
        recent = [
            job
            for job in jobs
            if seconds_between(job.made, now) < _JUST_NOW and job.authority.conversation_key == own
        ]
        jobs = sorted(recent, key=lambda job: seconds_between(now, job.made))[-1:]
    return tuple(sorted(jobs, key=lambda job: seconds_between(now, job.due or job.made)))


def _message_words(job: Job) -> frozenset[str]:
    message = job.notice.message if job.notice else ""
    return frozenset(_WORD.findall(message.casefold()))


def _calls(job: Job) -> frozenset[str]:
    return frozenset(call_for(step).full_name for step in job.steps)


def _on_dial(at: datetime | time) -> tuple[int, int]:
    """What a clock with twelve hours shows: people seldom say which half of the day."""
    return at.hour % 12, at.minute
