"""`call_home_assistant_service`: one service, by domain and name."""

from collections.abc import Mapping
from typing import Any, override

from ..home import Snapshot
from .calls import FinderTool
from .plans import build_steps, run_steps
from .services import build_service_calls, service_target_ids
from .tool import ToolContext, ToolEffect, ToolResult

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "domain": {
            "type": "string",
            "description": (
                "The category or domain of the service, e.g., 'light', 'switch', 'climate',"
                " 'scene', 'script'."
            ),
        },
        "service": {
            "type": "string",
            "description": (
                "The specific action to perform within the domain, e.g., 'turn_on', 'turn_off',"
                " 'set_temperature', 'turn_on' (for scripts)."
            ),
        },
        "entity_id": {
            "type": "string",
            "description": (
                "The specific entity ID to target with the service call, e.g.,"
                " 'light.living_room_lamp', 'climate.thermostat'."
            ),
        },
        "service_data": {
            "type": "object",
            "description": (
                "Optional: A JSON object containing additional parameters for the service call,"
                " specific to the service being called. Examples: {'brightness_pct': 50} for"
                " light.turn_on, {'temperature': 22} for climate.set_temperature."
            ),
        },
    },
    "required": ["domain", "service"],
}


class CallHomeAssistantServiceTool(FinderTool):
    """Call a service."""

    name = "call_home_assistant_service"
    description = (
        "Executes a specific action in Home Assistant by calling a service. Use this to control"
        " devices (turn lights on/off, set thermostat temperature), activate scenes, or run"
        " scripts."
    )
    parameters = _SCHEMA
    effect = ToolEffect.HOME

    @override
    def target_ids(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """What the ids and patterns mean."""
        return service_target_ids(arguments, home)

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call it, and tell how each entity ended."""
        calls = await build_service_calls(arguments, context, self._finder)
        return await run_steps(build_steps(calls, context.home.snapshot().layout), context)
