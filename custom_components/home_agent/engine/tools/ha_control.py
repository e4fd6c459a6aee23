"""`ha_control`: act on things in the home, one or many at once."""

from collections.abc import Mapping
from typing import Any

from .calls import ActionRequest, FinderTool, build_calls
from .plans import build_steps, run_steps
from .targets import TARGET
from .tool import ToolContext, ToolEffect, ToolResult

_ACTION: Mapping[str, Any] = {
    "type": "string",
    "description": (
        "The action to perform: turn_on, turn_off, toggle, set_value, or any service of the entity"
        " (e.g., set_temperature, open_cover, lock)"
    ),
}
_ON: Mapping[str, Any] = {
    "type": "string",
    "description": (
        "The entity ID to control (e.g., 'light.living_room'), several with commas, or a wildcard"
        " (e.g., 'light.kitchen_*')"
    ),
}
_PARAMETERS: Mapping[str, Any] = {
    "type": "object",
    "description": (
        "Additional parameters for the action (e.g., brightness_pct, color_name, temperature;"
        " value for set_value)"
    ),
}
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "action": _ACTION,
        "entity_id": _ON,
        "parameters": _PARAMETERS,
        "target": TARGET,
    },
    "required": ["action"],
}


class HaControlTool(FinderTool):
    """Control devices."""

    name = "ha_control"
    description = (
        "Control Home Assistant devices and services. Use this to turn on/off lights, adjust"
        " thermostats, lock doors, etc. The same action on several entities is one call."
    )
    parameters = _SCHEMA
    effect = ToolEffect.HOME

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Act, and tell how each entity ended."""
        request = ActionRequest(
            action=arguments["action"],
            targets=arguments.get("entity_id", ""),
            data=arguments.get("parameters", {}),
            target=arguments.get("target", {}),
        )
        calls = await build_calls(request, context, self._finder)
        return await run_steps(build_steps(calls, context.home.snapshot().layout), context)
