"""What is planned, in the words of a list that everybody in the house can look at.

Home Assistant shows a to-do list to whoever is logged in. So it has in it what each of them may see
and call off: the household's plans always, and those of one person only where all the others are
administrators, or plans are shared.
"""

from dataclasses import dataclass
from datetime import datetime

from homeassistant.auth.models import User
from homeassistant.core import Context, HomeAssistant

from .caller import Caller, act_as
from .engine.agent_api import AgentApi
from .engine.authority import HOUSEHOLD, Authority
from .engine.instants import to_utc
from .engine.jobs import Job, Timer
from .engine.plan import CallStep


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedItem:
    """A line of the list."""

    item_id: str
    words: str
    due: datetime | None
    """None where only a condition tells."""

    details: str
    """What is called, and who planned it."""


async def async_plans_of_all(hass: HomeAssistant, api: AgentApi) -> tuple[PlannedItem, ...]:
    """What everybody may see, the next one first. What stands in the settings is ended there."""
    people = [user for user in await hass.auth.async_get_users() if _is_person(user)]
    views = [_seen_by(api, person) for person in people] or [_seen_by(api, None)]
    common = set[str].intersection(*(set(view) for view in views))
    plans = [view for planned_id, view in views[0].items() if planned_id in common]
    words = await api.in_words(plans, hass.config.language)
    names = {person.id: person.name or "" for person in people}
    items = (
        PlannedItem(
            item_id=planned_id(plan),
            words=words[planned_id(plan)],
            due=due_at(plan),
            details=" · ".join(filter(None, (_done_by(plan), names.get(plan.owner or "", "")))),
        )
        for plan in plans
    )
    return tuple(sorted(items, key=lambda item: (item.due is None, item.due and to_utc(item.due))))


def planned_id(planned: Job | Timer) -> str:
    """What it is called off by."""
    return planned.timer_id if isinstance(planned, Timer) else planned.job_id


def due_at(planned: Job | Timer) -> datetime | None:
    """When something is to happen; None where only a condition tells."""
    return planned.due if isinstance(planned, Job) else planned.ends


def services_of(job: Job) -> tuple[str, ...]:
    """What it calls; empty where it puts things back, or only tells."""
    calls = (step.call.full_name for step in job.steps if isinstance(step, CallStep))
    return tuple(dict.fromkeys(calls))


def _is_person(user: User) -> bool:
    return user.is_active and not user.system_generated


def _seen_by(api: AgentApi, user: User | None) -> dict[str, Job | Timer]:
    if user is None:
        authority, caller = HOUSEHOLD, None
    else:
        caller = Caller(context=Context(user_id=user.id), user=user)
        authority = Authority(user_id=user.id, is_admin=caller.is_admin)
    with act_as(caller):
        planned = api.planned_by(authority)
    return {planned_id(job): job for job in planned if isinstance(job, Timer) or not job.is_set}


def _done_by(planned: Job | Timer) -> str:
    if isinstance(planned, Timer):
        return ""
    services, entities = ", ".join(services_of(planned)), ", ".join(planned.entity_ids)
    return f"{services}: {entities}" if services and entities else services or entities
