"""`get_time`: what time it is in the home."""

from collections.abc import Mapping
from typing import Any

from ..instants import WEEKDAYS
from .tool import ToolContext, ToolEffect, ToolResult


class GetTimeTool:
    """Returns the time of the home."""

    name = "get_time"
    description = "Get the home's local time, date and weekday."
    parameters: Mapping[str, Any] = {"type": "object", "properties": {}}
    effect = ToolEffect.NOTHING

    async def run(self, _arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Return the time."""
        now = context.home.snapshot().now
        result = {
            "time": f"{now:%H:%M}",
            "date": f"{now:%Y-%m-%d}",
            "weekday": WEEKDAYS[now.weekday()].title(),
            "iso": now.isoformat(timespec="seconds"),
        }
        return ToolResult(success=True, result=result)
