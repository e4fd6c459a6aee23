"""`list_watches`: what the person will be told of."""

from collections.abc import Mapping
from typing import Any

from ..plan import Plan, ScheduleStep
from .jobs import job_in_json, may_be_seen
from .outcomes import OTHERS
from .tool import Surroundings, ToolResult, Touches

_SCHEMA: Mapping[str, Any] = {"type": "object", "properties": {}}


class ListWatches:
    """Tell what is watched."""

    name = "list_watches"
    description = "List what is watched."
    parameters = _SCHEMA
    touches = Touches.NOTHING

    async def run(self, _arguments: Mapping[str, Any], around: Surroundings) -> ToolResult:
        """Tell all of them; what the assistant may not see is not there."""
        plan = Plan(steps=(ScheduleStep(action="list", watches=True),))
        ended = await around.carry_out(plan, around.authority, around.listener)
        home = around.home.snapshot()
        jobs = [job for some in ended for one in some for job in one.jobs]
        seen = [job for job in jobs if may_be_seen(job, home)]
        told = [job_in_json(job, home) for job in seen]
        others = any(one.others for some in ended for one in some)
        note = {"note": OTHERS} if others else {}
        return ToolResult(success=True, result={"watches": told, **note}, watching=bool(told))
