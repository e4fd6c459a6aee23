"""`undo`: take back what was done last."""

from collections.abc import Mapping
from typing import Any

from ..plan import UndoStep
from .plans import run_steps
from .tool import ToolContext, ToolEffect, ToolResult

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "count": {
            "type": "integer",
            "minimum": 1,
            "maximum": 20,
            "description": "How many commands (optional, 1 by default)",
        }
    },
}


class UndoTool:
    """Put things back."""

    name = "undo"
    description = (
        "Undo what was last done in the home. Use this when the person wants it taken back,"
        " instead of working out the opposite."
    )
    parameters = _SCHEMA
    effect = ToolEffect.HOME

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Take it back, through the gate like anything else."""
        return await run_steps((UndoStep(count=arguments.get("count", 1)),), context)
