"""`execute_services`: several services, one after the other, now or after a delay."""

from collections.abc import Mapping
from typing import Any, override

from ..home import Snapshot
from ..plan import LaterStep, Step
from .calls import FinderTool
from .plans import build_steps, run_steps
from .schedule import LATER
from .services import build_service_calls, service_target_ids
from .times import DELAY, read_time
from .tool import ToolContext, ToolEffect, ToolResult, build_error

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "delay": DELAY,
        "list": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "domain": {"type": "string", "description": "The domain of the service"},
                    "service": {"type": "string", "description": "The service to be called"},
                    "service_data": {
                        "type": "object",
                        "description": "The service data object to indicate what to control.",
                        "properties": {
                            "entity_id": {
                                "type": "string",
                                "description": (
                                    "The entity_id retrieved from available devices. It must start"
                                    " with domain, followed by dot character."
                                ),
                            }
                        },
                        "required": ["entity_id"],
                    },
                },
                "required": ["domain", "service", "service_data"],
            },
        },
    },
    "required": ["list"],
}


class ExecuteServicesTool(FinderTool):
    """Call services."""

    name = "execute_services"
    description = "Use this function to execute service of devices in Home Assistant."
    parameters = _SCHEMA
    effect = ToolEffect.HOME

    @override
    def target_ids(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """What the ids and patterns of all calls mean."""
        found = [service_target_ids(call, home) for call in arguments["list"]]
        known = [ids for ids in found if ids is not None]
        return frozenset().union(*known) if len(known) == len(found) else None

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call them all, or none where one of them is not clear."""
        home = context.home.snapshot()
        when = read_time(arguments.get("delay"), None, home.now)
        calls = [
            call
            for wanted in arguments["list"]
            for call in await build_service_calls(wanted, context, self._finder)
        ]
        if not calls:
            return build_error("list: name at least one service.")
        steps: tuple[Step, ...] = build_steps(calls, home.layout)
        if when is not None:
            later = LaterStep(steps=build_steps(calls, home.layout), begin=when, wording=LATER)
            steps = (later,)
        return await run_steps(steps, context)
