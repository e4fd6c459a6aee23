"""Describes plans and watches for a model, without what it may not see."""

from typing import Any

from ..home import Snapshot
from ..jobs import Job, Phase
from ..plan import CallStep
from ..triggers import ConditionTrigger
from ..watch.conditions import write_condition
from .text import clean


def is_visible(job: Job, home: Snapshot) -> bool:
    """Whether all existing entities of a job may be seen."""
    entities = home.layout.entities
    return all(entities[entity_id].exposed for entity_id in job.entity_ids if entity_id in entities)


def describe_job(job: Job, home: Snapshot) -> dict[str, Any]:
    """A job in short: a watch by its condition, others by time and action."""
    description = (
        _watch(job, job.trigger, home)
        if isinstance(job.trigger, ConditionTrigger)
        else _timed(job, home)
    )
    return description if job.phase is Phase.WAITING else {**description, "status": str(job.phase)}


def _timed(job: Job, home: Snapshot) -> dict[str, Any]:
    description: dict[str, Any] = {"does": _does(job), "entity_id": _entities(job, home)}
    if job.due is not None:
        description["at"] = job.due.astimezone(home.now.tzinfo).isoformat(timespec="seconds")
    return description


def _watch(job: Job, when: ConditionTrigger, home: Snapshot) -> dict[str, Any]:
    description: dict[str, Any] = {"id": job.job_id}
    if not is_visible(job, home):
        return description
    if job.notice is not None and job.notice.name:
        description["name"] = f"{clean(job.notice.name)} (in the settings)"
    description["when"] = write_condition(when.condition)
    for name, seconds in (("for", when.lasting), ("pause", when.pause if when.again else 0)):
        if seconds:
            description[name] = f"{seconds:g} s"
    if when.again:
        description["again"] = True
    if job.notice is not None and job.notice.message:
        description["message"] = clean(job.notice.message)
    if job.steps or job.before:
        description["does"] = _does(job)
    if job.was_so and job.last is None and not when.lasting:
        description["note"] = "It is so already: it is told when it becomes so the next time."
    return description


def _does(job: Job) -> list[str]:
    services = [step.call.full_name for step in job.steps if isinstance(step, CallStep)]
    return services or ["bring back to how it was"]


def _entities(job: Job, home: Snapshot) -> list[str]:
    entities = home.layout.entities
    return [
        entity_id
        for entity_id in job.entity_ids
        if entity_id in entities and entities[entity_id].exposed
    ]
