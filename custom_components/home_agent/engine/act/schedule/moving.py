"""Another time for what is planned."""

from dataclasses import replace
from datetime import datetime, time, timedelta

from ...home import Snapshot
from ...instants import seconds_between
from ...jobs import Job, Phase
from ...plan import ScheduleStep
from ...triggers import Delay, RecurringTrigger, TimeTrigger, Trigger
from .occurrence import next_occurrence, read_sun

_HALF_A_DAY = timedelta(hours=12)
_DAY = timedelta(days=1)
# So far a time may be moved across midnight, where no day is said.
_NEAR = timedelta(hours=4)


def move_job(job: Job, step: ScheduleStep, home: Snapshot) -> Job:
    """The job at the time of the step. Raises `NoOccurrenceError`.

    What comes again and again still does. Of two times that a clock shows alike, and of the days
    where none is said, the one is meant that goes best with the time before.
    """
    assert step.begin is not None, "whoever moves something says to when"
    trigger = _moved(job, step, home.now)
    due = next_occurrence(trigger, home.now, read_sun(home))
    return replace(job, trigger=trigger, due=due, made=home.now, phase=Phase.WAITING)


def resume_job(job: Job, home: Snapshot) -> Job:
    """The job as it goes on after a pause. Raises `NoOccurrenceError` if its time went by."""
    if isinstance(job.trigger, Delay) and job.due is not None:
        # It was promised for that moment, and a pause does not put it off.
        job = replace(job, trigger=TimeTrigger(moment=job.due.astimezone(home.now.tzinfo)))
    due = next_occurrence(job.trigger, home.now, read_sun(home))
    return replace(job, due=due, phase=Phase.WAITING)


def _moved(job: Job, step: ScheduleStep, now: datetime) -> Trigger:
    begin, is_vague = step.begin, step.is_vague
    match job.trigger, begin:
        case _, TimeTrigger(moment=moment) if step.keeps_hour and job.due is not None:
            hour = job.due.astimezone(now.tzinfo).time()
            return TimeTrigger(moment=datetime.combine(moment.date(), hour, now.tzinfo))
        case RecurringTrigger(at=time() as at) as every, TimeTrigger(moment=moment):
            told = moment.time()
            other = (moment + _HALF_A_DAY).time()
            nearer = is_vague and _apart(other, at) < _apart(told, at)
            return replace(every, at=other if nearer else told)
        case _, TimeTrigger(moment=moment) if step.keeps_day and job.due is not None:
            due, apart = job.due, _HALF_A_DAY if is_vague else _DAY
            count = round((due - moment) / apart)
            ways = (moment + apart * times for times in (0, count - 1, count, count + 1))
            coming = [way for way in ways if way > now]
            return TimeTrigger(moment=min(coming, key=lambda way: _strangeness(way, due)))
        case _, TimeTrigger(moment=moment) if is_vague and job.due is not None:
            at = job.due.astimezone(now.tzinfo).time()
            halves = (moment, moment - _HALF_A_DAY, moment + _HALF_A_DAY)
            coming = [way for way in halves if way > now and way.date() == moment.date()]
            return TimeTrigger(
                moment=min(coming, key=lambda way: _apart(way.time(), at), default=moment)
            )
    assert begin is not None
    return begin


def _strangeness(way: datetime, due: datetime) -> tuple[bool, float]:
    """How little a moment goes with the time before: half past midnight is not a day earlier."""
    seconds = abs(seconds_between(due, way))
    planned = due.astimezone(way.tzinfo).date()
    return way.date() != planned and seconds > _NEAR.total_seconds(), seconds


def _apart(first: time, other: time) -> int:
    """How many minutes of a day lie between two times."""
    return abs((first.hour - other.hour) * 60 + first.minute - other.minute)
