"""What we tell people without having been asked."""

from ..events import JobEnded, TimerEnded
from ..home import Snapshot
from ..jobs import NOT_DONE
from ..language import Language
from ..outcome import SUCCESSES
from ..triggers import ConditionTrigger
from .call_words import names_of
from .jobs import job_in_words, not_done
from .phrases import phrase
from .report import report
from .timers import timer_name
from .times import tell_clock, tell_moment
from .watches import tell_watch


def announce(event: JobEnded | TimerEnded, home: Snapshot, language: Language) -> str:
    """What to say of it; empty if it is not worth a word."""
    if isinstance(event, JobEnded):
        return _job(event, home, language)
    return _timer(event, home, language)


def _job(event: JobEnded, home: Snapshot, language: Language) -> str:
    job, layout = event.job, home.layout
    if job.phase in NOT_DONE:
        return not_done(job, home.now, layout, language)
    if not event.held and job.notice is not None and not job.steps:
        # Who wanted to be told of something is not told that it is not so.
        return ""
    if not event.held:
        return phrase(language, "not_so_then", what=job_in_words(job, layout, language))
    if event.plan is None:
        return ""
    if job.notice is not None:
        return _notice(event, home, language)
    told = report(event.plan, event.outcomes, layout, language)
    if not job.before or (job.switches_off and told.outcomes):
        return phrase(language, "as_planned", told=told.text)
    bad = [outcome.message for outcome in told.outcomes if outcome.status not in SUCCESSES]
    if bad or not told.outcomes:
        return " ".join(bad)
    return phrase(language, "is_back", name=names_of(job.before, layout, language))


def _notice(event: JobEnded, home: Snapshot, language: Language) -> str:
    """What somebody wanted to be told, and what was done besides."""
    job = event.job
    assert job.notice is not None
    assert event.plan is not None
    message = job.notice.message
    if job.notice.rings and not message:
        message = phrase(language, "alarm_rings", time=tell_clock(home.now, language))
    if job.notice.reminds and not message and not isinstance(job.trigger, ConditionTrigger):
        message = phrase(language, "reminder_due")
    if not message and isinstance(job.trigger, ConditionTrigger):
        message = tell_watch(job, job.trigger, home, language)
    done = report(event.plan, event.outcomes, home.layout, language).text if job.steps else ""
    return " ".join(text for text in (message, done) if text)


def _timer(event: TimerEnded, home: Snapshot, language: Language) -> str:
    timer = event.timer
    text = phrase(
        language,
        "timer_was_up" if event.late else "timer_up",
        timer=timer_name(timer, language),
        when=tell_moment(timer.ends or timer.made, home.now, language),
    )
    return text[:1].upper() + text[1:]
