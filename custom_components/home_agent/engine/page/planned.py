"""Plans, watches and timers on the page: listed, changed and cancelled."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from ..agent import Agent
from ..authority import Authority
from ..chat_api.api_error import invalid
from ..home import Home, Snapshot
from ..jobs import Job, Phase, Timer
from ..plan import AutomationStep, Plan, ScheduleStep, Step, TimerStep, Wording
from ..triggers import ConditionTrigger, RecurringTrigger, TimeTrigger
from .requests import PageRequest
from .viewer import OWNER_KEY, Viewer

type People = Mapping[str, str]
"""What users are called, by their ids."""

type _TimerAction = Literal["pause", "unpause", "cancel"]
_OF_TIMERS: Mapping[str, _TimerAction] = {
    "pause": "pause",
    "go_on": "unpause",
    "cancel": "cancel",
}
type _JobAction = Literal["pause", "go_on"]
_OF_JOBS: Mapping[str, _JobAction] = {"pause": "pause", "go_on": "go_on"}
type _AutomationAction = Literal["enable", "disable", "remove"]
_OF_AUTOMATIONS: Mapping[str, _AutomationAction] = {
    "pause": "disable",
    "go_on": "enable",
    "cancel": "remove",
}


async def planned_documents(
    agent: Agent, home: Snapshot, viewer: Viewer, language: str, people: People
) -> list[dict[str, Any]]:
    """The plans that a viewer may see, the next first."""
    authority = viewer.authority(language)
    planned = [
        item
        for item in (*agent.api.planned_by(authority), *agent.api.paused_by(authority))
        if isinstance(item, Timer) or _is_seen(item, home)
    ]
    words = await agent.api.in_words(planned, language)
    found = [
        _timer(item, words[item.timer_id], people)
        if isinstance(item, Timer)
        else _job(item, words[item.job_id], people)
        for item in planned
    ]
    if viewer.is_read_only:
        found = [{**item, "can": []} for item in found]
    return sorted(found, key=lambda item: (item["due"] is None, item["due"] or item["made"]))


def name_of(authority: Authority, people: People) -> str:
    """The name of the person that something is for; empty for the household's."""
    if authority.user_id:
        return people.get(authority.user_id, authority.user_id)
    key = authority.key.name if authority.key else ""
    return "" if key == OWNER_KEY else key


def _is_seen(job: Job, home: Snapshot) -> bool:
    """Whether all existing entities of a job may be seen."""
    found = (home.layout.entities.get(entity_id) for entity_id in job.looked_at)
    return all(entity is None or entity.exposed for entity in found)


def _timer(timer: Timer, words: str, people: People) -> dict[str, Any]:
    return {
        "id": timer.timer_id,
        "kind": "timer",
        "words": words,
        "due": timer.ends.isoformat() if timer.ends else None,
        "left": None if timer.ends else timer.left,
        "made": timer.made.isoformat(),
        "owner": name_of(timer.authority, people),
        "said": timer.authority.said,
        "can": ["go_on" if timer.ends is None else "pause", "cancel"],
    }


def _job(job: Job, words: str, people: People) -> dict[str, Any]:
    is_paused = job.phase is Phase.PAUSED
    can = [] if job.is_set else ["go_on" if is_paused else "pause", "cancel"]
    if job.due is not None and not job.is_set and not job.before:
        can.insert(1, "move")
    return {
        "id": job.job_id,
        "kind": _kind(job),
        "words": words,
        "due": job.due.isoformat() if job.due else None,
        "paused": is_paused,
        "repeats": isinstance(job.trigger, RecurringTrigger),
        "made": job.made.isoformat(),
        "owner": name_of(job.authority, people),
        "said": job.authority.said,
        "set": job.is_set,
        "can": can,
    }


def _kind(job: Job) -> str:
    if job.notice is not None:
        return "watch" if isinstance(job.trigger, ConditionTrigger) else "reminder"
    if isinstance(job.trigger, ConditionTrigger):
        return "condition"
    return "back" if job.before else "job"


def change_plan(request: PageRequest, planned_id: str, home: Home) -> Plan:
    """The plan that changes or cancels a planned job. Raises `ApiError`."""
    action = request.identifier("action").replace("-", "_")
    return Plan(steps=(_step(request, planned_id, action, home),))


def _step(request: PageRequest, planned_id: str, action: str, home: Home) -> Step:
    if request.text("kind") == "timer":
        if action not in _OF_TIMERS:
            raise invalid("action", "A timer can be paused, gone on with and cancelled.")
        timer_action = _OF_TIMERS[action]
        wording = Wording(intent="timer", response=timer_action)
        return TimerStep(action=timer_action, timer_id=planned_id, wording=wording)
    if request.text("kind") == "automation":
        if action not in _OF_AUTOMATIONS:
            raise invalid("action", "An automation can be switched on and off, and removed.")
        return AutomationStep(action=_OF_AUTOMATIONS[action], name=planned_id)
    if action == "cancel":
        return ScheduleStep(action="cancel", job_ids=(planned_id,), all=True)
    if action in _OF_JOBS:
        return ScheduleStep(action=_OF_JOBS[action], job_ids=(planned_id,))
    if action == "move":
        begin = TimeTrigger(moment=_local(request.time("to"), home.snapshot().now))
        return ScheduleStep(action="move", job_ids=(planned_id,), begin=begin)
    raise invalid("action", "What is planned can be moved, paused and cancelled.")


def _local(moment: datetime, now: datetime) -> datetime:
    """A time in the home's time zone; one without a zone is in it already."""
    if moment.tzinfo is None:
        return moment.replace(tzinfo=now.tzinfo)
    return moment.astimezone(now.tzinfo)
