"""When something is to be done, in words."""

from datetime import datetime, time, timedelta

from ..conditions import Condition
from ..home import Layout
from ..instants import add_seconds, measure_between
from ..jobs import Job
from ..language import Language
from ..outcome import AwaitedAction
from ..plan import LaterStep
from ..triggers import ConditionTrigger, Delay, RecurringTrigger, SunTrigger, TimeTrigger, Trigger
from .conditions import condition_in_words, watched_in_words
from .phrases import phrase
from .times import tell_clock, tell_length, tell_moment, tell_span, tell_weekday

_A_MONDAY = datetime(2024, 1, 1)  # noqa: DTZ001 - only for the names of the days
_WEEKDAYS = 7


def trigger_in_words(job: Job, now: datetime, layout: Layout, language: Language) -> str:
    """When a job is to be done, as it is told now."""
    parts = [
        _begin(job.trigger, job.due, now, layout, language),
        _end(job.end, job.due or now, layout, language),
        _if(job.condition, layout, language),
    ]
    return " ".join(part for part in parts if part)


def step_time_in_words(step: LaterStep, now: datetime, layout: Layout, language: Language) -> str:
    """When a step would be taken, which nobody has agreed to yet."""
    begin, due = step.begin, None
    match begin:
        case TimeTrigger(moment=moment):
            due = moment
        case Delay(seconds=seconds):
            due = add_seconds(now, seconds)
    parts = [
        _begin(begin, due, now, layout, language) if begin else "",
        _end(step.end, due or now, layout, language),
        _if(step.condition, layout, language),
    ]
    return " ".join(part for part in parts if part)


def timing_in_words(asked: AwaitedAction, layout: Layout, language: Language) -> str:
    """When something would be done, and for how long; empty if that is at once, and for good.

    What puts things back is told with them, and not as something of its own.
    """
    begin = _begin(asked.begin, asked.due, asked.at, layout, language) if asked.begin else ""
    parts = [
        begin,
        _end(asked.end, asked.due or asked.at, layout, language),
        _if(asked.condition, layout, language),
    ]
    return " ".join(part for part in parts if part)


def every_in_words(every: RecurringTrigger, now: datetime, language: Language) -> str:
    """On which days and at what time, whenever that is next."""
    return _every(every, None, now, language)


def due_in_words(job: Job, now: datetime, language: Language) -> str:
    """When a job should have been done."""
    return tell_moment(job.due or job.made, now, language)


def _begin(
    trigger: Trigger, due: datetime | None, now: datetime, layout: Layout, language: Language
) -> str:
    match trigger:
        case ConditionTrigger(again=again):
            key = "every_time" if again else "as_soon"
            return phrase(language, key, condition=watched_in_words(trigger, layout, language))
        case RecurringTrigger(seconds=seconds) if seconds:
            return phrase(
                language, "every_length", duration=tell_length(tell_span(seconds), language)
            )
        case RecurringTrigger():
            return _every(trigger, due, now, language)
        case Delay() if due is not None:
            duration = tell_length(measure_between(now, due), language)
            told = phrase(language, "in_time", duration=duration)
            return f"{told} ({tell_clock(due.astimezone(now.tzinfo), language)})"
        case SunTrigger(event=event) if due is None:
            return phrase(language, f"at_{event}")
    return tell_moment(due, now, language) if due is not None else ""


def _every(every: RecurringTrigger, due: datetime | None, now: datetime, language: Language) -> str:
    if isinstance(every.at, SunTrigger):
        sun = phrase(language, f"at_{every.at.event}")
        at = f"{tell_clock(due.astimezone(now.tzinfo), language)}" if due else "…"
    else:
        at = tell_clock(datetime.combine(now.date(), every.at or time()), language)
        sun = ""
    if every.days and len(every.days) < _WEEKDAYS:
        days = [
            tell_weekday(_A_MONDAY + timedelta(days=day), language) for day in sorted(every.days)
        ]
        *firsts, last = days
        told = phrase(language, "and_word").join([", ".join(firsts), last] if firsts else days)
        text = phrase(language, "every_week", days=told, time=at)
    else:
        text = phrase(language, "every_day", time=at)
    return f"{text} ({sun})" if sun else text


def _end(end: Trigger | None, begin: datetime, layout: Layout, language: Language) -> str:
    match end:
        case None:
            return ""
        case Delay(seconds=seconds):
            duration = tell_length(tell_span(seconds), language)
            return phrase(language, "for_time", duration=duration)
        case ConditionTrigger(condition=condition):
            until = condition_in_words(condition, layout, language)
        case SunTrigger(event=event):
            until = phrase(language, f"at_{event}")
        case _:
            moment = getattr(end, "moment", None)
            until = _until(moment, begin, language) if isinstance(moment, datetime) else ""
    return phrase(language, "until_time", time=until)


def _until(moment: datetime, begin: datetime, language: Language) -> str:
    """When something ends: by its time, and by its day if that is another one."""
    local = moment.astimezone(begin.tzinfo)
    if local.date() == begin.date():
        return tell_clock(local, language)
    return tell_moment(local, begin, language)


def _if(condition: Condition | None, layout: Layout, language: Language) -> str:
    if condition is None:
        return ""
    told = condition_in_words(condition, layout, language)
    return phrase(language, "if_so", condition=told)
