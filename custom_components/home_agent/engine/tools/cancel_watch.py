"""`cancel_watch`: tell the person no longer of something."""

from collections.abc import Mapping
from typing import Any

from ..plan import ScheduleStep
from .plans import act
from .tool import Surroundings, ToolResult, Touches, failed

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "As listed"},
        "all": {"type": "boolean", "description": "All of this conversation"},
    },
}


class CancelWatch:
    """Watch no more."""

    name = "cancel_watch"
    description = "Stop watching for something."
    parameters = _SCHEMA
    touches = Touches.HOME

    async def run(self, arguments: Mapping[str, Any], around: Surroundings) -> ToolResult:
        """Call off one, or all of this conversation."""
        job_id, every = arguments.get("id", "").strip(), arguments.get("all", False)
        if bool(job_id) is every:
            return failed("Say which: either an id as list_watches tells it, or all.")
        step = ScheduleStep(
            action="cancel",
            watches=True,
            job_ids=(job_id,) if job_id else None,
            mine=every,
            all=every,
        )
        return await act((step,), around)
