"""What is planned, was planned or is planned no longer."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from ..home import Layout
from ..jobs import Job, Phase, Timer
from ..language import Language
from ..outcome import Outcome, Reason, Status
from ..triggers import ConditionTrigger, Delay, Notice, TimeTrigger
from .call_words import names_of, steps_in_words
from .conditions import watched_in_words
from .phrases import phrase
from .timers import timer_name
from .trigger_words import due_in_words, trigger_in_words


def tell_jobs(
    outcome: Outcome,
    layout: Layout,
    language: Language,
    *,
    watches: bool = False,
    alarms: bool = False,
) -> str:
    """The answer to somebody who plans something, asks what is planned, or calls it off.

    `watches` if somebody asked what is watched, and for nothing else; likewise `alarms`.
    """
    assert outcome.seen is not None
    now, jobs = outcome.seen, outcome.jobs
    known = "will" in language.phrases
    if outcome.reason is Reason.STILL_PLANNED:
        items = _items(jobs, now, layout, language) if known else _in_short(jobs, now, layout)
        return phrase(language, "still_planned", name=items)
    if not known:
        return _in_short(jobs, now, layout)
    match outcome.status, outcome.reason:
        case Status.DONE, _ if all(job.phase is Phase.PAUSED for job in jobs):
            return " ".join(not_done(job, now, layout, language) for job in jobs)
        case Status.SCHEDULED, _:
            return " ".join(_promised(job, now, layout, language) for job in jobs)
        case Status.ANSWERED, _ if alarms:
            return _alarms(jobs, now, layout, language)
        case Status.ANSWERED, _ if watches:
            return _watched(jobs, layout, language)
        case Status.ANSWERED, _:
            return _list(jobs, now, layout, language)
        case _, Reason.WHICH_JOB:
            return phrase(language, "which_job", items=_items(jobs, now, layout, language))
        case _, Reason.IN_SETTINGS:
            names = (job.notice.name for job in jobs if job.notice is not None)
            return phrase(language, "in_settings", name=", ".join(names))
    return phrase(language, "cancelled", items=_items(jobs, now, layout, language))


def planned_in_words(
    planned: Job | Timer, now: datetime, layout: Layout, language: Language
) -> str:
    """What is to come and when, as a line of a list.

    It may be read later, and so nothing in it is "in ten minutes".
    """
    if isinstance(planned, Job) and isinstance(planned.trigger, Delay) and planned.due:
        planned = replace(planned, trigger=TimeTrigger(moment=planned.due))
    if isinstance(planned, Timer):
        told = timer_name(planned, language)
    elif "will" not in language.phrases:
        told = _in_short((planned,), now, layout)
    elif planned.is_set:
        told = _watch(planned, layout, language)
    else:
        told = _items((planned,), now, layout, language)
    return f"{told[:1].upper()}{told[1:]}"


def job_in_words(job: Job, layout: Layout, language: Language) -> str:
    """What a job does."""
    if job.before:
        act = "act_off" if job.switches_off else "act_back"
        return phrase(language, act, name=names_of(job.before, layout, language))
    parts = [steps_in_words(job.steps, layout, language)] if job.steps else []
    if job.notice is not None and job.notice.rings:
        parts.append(phrase(language, "alarm_word"))
    elif job.notice is not None:
        parts.append(_notice_in_words(job.notice, language))
    return phrase(language, "and_word").join(parts)


def _notice_in_words(notice: Notice, language: Language) -> str:
    """What somebody is told: something that happens, or what they are reminded of."""
    message = "" if notice.name else notice.message.removesuffix(".")
    if message and "act_remind" in language.phrases:
        return phrase(language, "act_remind", message=message)
    return phrase(language, "act_remind_plain" if notice.reminds else "act_tell")


def not_done(job: Job, now: datetime, layout: Layout, language: Language) -> str:
    """Why a job was not done, or perhaps not."""
    what = job_in_words(job, layout, language)
    return phrase(
        language, str(job.phase), what=what, when=due_in_words(job, now, language), name=what
    )


def _promised(job: Job, now: datetime, layout: Layout, language: Language) -> str:
    when = trigger_in_words(job, now, layout, language)
    if job.notice is not None and not job.steps and isinstance(job.trigger, ConditionTrigger):
        told = _watch_promised(job.trigger, layout, language)
        if job.notice.message and not job.notice.name and not job.trigger.again:
            # Who is reminded wants to hear of what.
            told = phrase(language, "will", what=job_in_words(job, layout, language), when=when)
        return f"{told} {phrase(language, 'so_already')}" if job.was_so else told
    if job.notice is not None and job.notice.rings:
        return phrase(language, "will_wake", when=when)
    if job.before and not job.switches_off:
        return phrase(language, "will_back", name=names_of(job.before, layout, language), when=when)
    return phrase(language, "will", what=job_in_words(job, layout, language), when=when)


def _watch_promised(when: ConditionTrigger, layout: Layout, language: Language) -> str:
    key = "will_tell" if not when.again else "will_warn" if when.pause else "will_tell_again"
    return phrase(language, key, condition=watched_in_words(when, layout, language))


def _alarms(jobs: Iterable[Job], now: datetime, layout: Layout, language: Language) -> str:
    """When alarms will ring."""
    waiting = (job for job in jobs if job.phase is Phase.WAITING)
    items = [trigger_in_words(job, now, layout, language) for job in waiting]
    if not items:
        return phrase(language, "no_alarms")
    return phrase(language, "alarms", items="; ".join(items))


def _watched(jobs: Iterable[Job], layout: Layout, language: Language) -> str:
    """What is watched, by what must become so; a watch of the settings by its name."""
    items = [_watch(job, layout, language) for job in jobs if job.notice is not None]
    if not items:
        return phrase(language, "nothing_watched")
    return phrase(language, "watching", items="; ".join(items))


def _watch(job: Job, layout: Layout, language: Language) -> str:
    if job.notice is not None and job.notice.name:
        return job.notice.name
    if isinstance(job.trigger, ConditionTrigger):
        return watched_in_words(job.trigger, layout, language)
    return job_in_words(job, layout, language)


def _list(jobs: Iterable[Job], now: datetime, layout: Layout, language: Language) -> str:
    waiting = [job for job in jobs if job.phase is Phase.WAITING]
    others = [not_done(job, now, layout, language) for job in jobs if job not in waiting]
    items = _items(waiting, now, layout, language)
    told = phrase(language, "planned", items=items) if items else ""
    if not told and not others:
        told = phrase(language, "nothing_scheduled")
    return " ".join(text for text in (told, *others) if text)


def _items(jobs: Iterable[Job], now: datetime, layout: Layout, language: Language) -> str:
    return "; ".join(
        f"{job_in_words(job, layout, language)}, {trigger_in_words(job, now, layout, language)}"
        for job in jobs
    )


def _in_short(jobs: Iterable[Job], now: datetime, layout: Layout) -> str:
    """Where we lack the words: names and times."""
    told = []
    for job in jobs:
        found = (layout.entities.get(entity_id) for entity_id in job.entity_ids)
        names = ", ".join(entity.name for entity in found if entity and entity.exposed)
        at = f" ({job.due.astimezone(now.tzinfo):%H:%M})" if job.due else ""
        told.append(f"{names}{at}")
    return "; ".join(told) or "0"
