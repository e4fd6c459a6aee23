"""`manage_automations`: those that we wrote into the home, listed, switched and removed."""

from collections.abc import Mapping
from typing import Any, Literal, cast

from ..plan import AutomationStep
from .plans import run_steps
from .tool import ToolContext, ToolEffect, ToolResult, build_error

_ACTIONS = ("list", "enable", "disable", "remove")
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "action": {"type": "string", "enum": [*_ACTIONS]},
        "id": {"type": "string", "description": "As listed, or its name"},
    },
    "required": ["action"],
}


class ManageAutomationsTool:
    """Tell of our automations, switch them and remove them."""

    name = "manage_automations"
    description = "List, enable, disable or remove the automations that you made."
    parameters = _SCHEMA
    effect = ToolEffect.HOME

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Do it, through the gate."""
        action, named = arguments["action"], str(arguments.get("id", "")).strip()
        if action != "list" and not named:
            return build_error("id: say which, as list tells it.")
        step = AutomationStep(
            action=cast("Literal['list', 'enable', 'disable', 'remove']", action), name=named
        )
        return await run_steps((step,), context)
