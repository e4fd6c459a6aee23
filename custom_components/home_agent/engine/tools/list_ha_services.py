"""`list_ha_services`: what there is in the home, and what it can do."""

from collections.abc import Mapping
from typing import Any

from ..home import Entity, Snapshot
from .entities import shown_state
from .text import clean
from .tool import ToolContext, ToolEffect, ToolResult

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "domain": {
            "type": "string",
            "description": "Optional: only this kind of entity, e.g., 'light'",
        }
    },
}
_MOST_ALIASES = 5


class ListHaServicesTool:
    """Everything that the assistant may see."""

    name = "list_ha_services"
    description = (
        "Lists all available Home Assistant entities with their current states and aliases, and"
        " the services of each domain."
    )
    parameters = _SCHEMA
    effect = ToolEffect.NOTHING

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """List them, in the order of their ids."""
        home = context.home.snapshot()
        wanted = arguments.get("domain", "").strip().casefold()
        shown = sorted(
            ((entity, state) for entity, state in home.exposed() if wanted in ("", entity.domain)),
            key=lambda pair: pair[0].entity_id,
        )
        domains = sorted({entity.domain for entity, _state in shown})
        result = {
            "services": {domain: _services(domain, home) for domain in domains},
            "entities": [_line(entity, shown_state(state)) for entity, state in shown],
        }
        return ToolResult(success=True, result=result)


def _services(domain: str, home: Snapshot) -> list[str]:
    return sorted(
        service.name for service in home.layout.services.values() if service.domain == domain
    )


def _line(entity: Entity, state: str) -> str:
    """As in the devices of a prompt: `light.desk 'Desk lamp' = on; also: lamp`."""
    aliases = [clean(name, 60) for name in entity.names if name != entity.name][:_MOST_ALIASES]
    also = f"; also: {', '.join(aliases)}" if aliases else ""
    return f"{entity.entity_id} '{clean(entity.name, 80)}' = {state}{also}"
