"""`get_home_assistant_entity_state`: one entity with all that it tells."""

from collections.abc import Mapping
from typing import Any

from .calls import FinderTool
from .entities import describe_entity
from .entity_finder import EntityFilter
from .tool import ToolContext, ToolEffect, ToolResult, build_error

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "entity_id": {
            "type": "string",
            "description": "The entity ID to look at, e.g., 'light.living_room'.",
        }
    },
    "required": ["entity_id"],
}


class GetHomeAssistantEntityStateTool(FinderTool):
    """Look at one thing."""

    name = "get_home_assistant_entity_state"
    description = (
        "Retrieves the current state and attributes of a specific Home Assistant entity (e.g.,"
        " light, sensor, switch). Use this to find out if a light is on or what a sensor reads."
    )
    parameters = _SCHEMA
    effect = ToolEffect.NOTHING

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Tell how it is."""
        home = context.home.snapshot()
        wanted = EntityFilter()
        on = arguments["entity_id"]
        found = await self._finder.find(on, home, context.authority, wanted)
        if found.problems or not found.entities:
            return build_error(" ".join(found.problems) or "entity_id: say what to look at.")
        entity, *further = found.entities
        if further:
            return build_error("entity_id: one entity at a time.")
        state = home.states[entity.entity_id]
        changed = state.changed.astimezone(home.now.tzinfo).isoformat(timespec="seconds")
        result = {**describe_entity(entity, state, home, None), "last_changed": changed}
        return ToolResult(success=True, result=result)
