"""Whether somebody asks for what is planned or watched for already: it is kept once."""

from collections.abc import Iterable
from dataclasses import replace

from ...home import ServiceCall
from ...home.service_kinds import ROUTINES
from ...jobs import Job, Phase
from ...plan import CallStep

# Services after which things are so, however often they are called.
_MAKES_SO = ("arm_", "close_", "lock", "open_", "set_", "turn_", "unlock")


def find_same_job(job: Job, known: Iterable[Job]) -> Job | None:
    """The job that tells the same people of the same, or does the same then, if there is one."""
    same = (other for other in known if _is_same_watch(job, other) or _is_same_plan(job, other))
    return next(same, None)


def _is_same_watch(job: Job, known: Job) -> bool:
    if job.notice is None or known.phase is not Phase.WAITING or known.is_set:
        return False
    asked, before = job.authority, known.authority
    return (
        (job.notice, job.trigger, job.steps, job.end, job.condition)
        == (known.notice, known.trigger, known.steps, known.end, known.condition)
        and (asked.user_id, asked.satellite_id) == (before.user_id, before.satellite_id)
        and (asked.language, asked.area_id) == (before.language, before.area_id)
    )


def _is_same_plan(job: Job, known: Job) -> bool:
    """Whether it does the same at the same moment, by the same rights, and once is as good."""
    if job.notice is not None or job.before or known.phase is not Phase.WAITING:
        return False
    if not all(isinstance(step, CallStep) and _makes_so(step.call) for step in job.steps):
        return False
    asked = replace(job.authority, conversation_id=None, said="")
    before = replace(known.authority, conversation_id=None, said="")
    return asked == before and (
        (job.trigger, job.due, job.steps, job.end, job.condition, job.notice, job.before)
        == (known.trigger, known.due, known.steps, known.end, known.condition, None, known.before)
    )


def _makes_so(call: ServiceCall) -> bool:
    """Whether things are as they should be after it, and not only further on."""
    # A routine may do something else every time.
    steps = any("step" in datum or datum.endswith("change") for datum in call.data)
    return call.domain not in ROUTINES and call.service.startswith(_MAKES_SO) and not steps
