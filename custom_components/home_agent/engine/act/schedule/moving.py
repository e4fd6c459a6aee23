"""Another time for what is planned."""

from dataclasses import replace
from datetime import datetime, time, timedelta

from ...home import Snapshot
from ...instants import seconds_between
from ...jobs import Job
from ...plan import ScheduleStep
from ...triggers import At, Every, Trigger
from .occurrence import next_occurrence, read_sun

_HALF_A_DAY = timedelta(hours=12)


def move_job(job: Job, step: ScheduleStep, home: Snapshot) -> Job:
    """The job at the time of the step. Raises `NoOccurrenceError`.

    What comes again and again still does. Of two times that a clock shows alike, the one is meant
    that is nearer to the time before.
    """
    assert step.begin is not None, "whoever moves something says to when"
    trigger = _moved(job, step, home.now)
    due = next_occurrence(trigger, home.now, read_sun(home))
    return replace(job, trigger=trigger, due=due, made=home.now)


def _moved(job: Job, step: ScheduleStep, now: datetime) -> Trigger:
    begin, is_vague = step.begin, step.is_vague
    match job.trigger, begin:
        case _, At(moment=moment) if step.keeps_hour and job.due is not None:
            hour = job.due.astimezone(now.tzinfo).time()
            return At(moment=datetime.combine(moment.date(), hour, now.tzinfo))
        case Every(at=time() as at) as every, At(moment=moment):
            told = moment.time()
            other = (moment + _HALF_A_DAY).time()
            nearer = is_vague and _apart(other, at) < _apart(told, at)
            return replace(every, at=other if nearer else told)
        case _, At(moment=moment) if is_vague and job.due is not None:
            due = job.due
            ways = (moment - _HALF_A_DAY, moment, moment + _HALF_A_DAY)
            coming = [way for way in ways if way > now]
            return At(moment=min(coming, key=lambda way: abs(seconds_between(due, way))))
    assert begin is not None
    return begin


def _apart(one: time, other: time) -> int:
    """How many minutes of a day lie between two times."""
    return abs((one.hour - other.hour) * 60 + one.minute - other.minute)
