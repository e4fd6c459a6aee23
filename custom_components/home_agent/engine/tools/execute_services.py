"""`execute_services`: several services, one after the other, now or after a delay."""

from collections.abc import Mapping
from typing import Any

from ..home import Snapshot
from ..plan import LaterStep, Step
from .data import MisaskedError
from .entity_finder import Finder
from .plans import act, steps_for
from .schedule import LATER
from .services import aims_of, service_calls
from .times import DELAY, occasion
from .tool import Surroundings, ToolResult, Touches, failed

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


class ExecuteServices:
    """Call services."""

    name = "execute_services"
    description = "Use this function to execute service of devices in Home Assistant."
    parameters = _SCHEMA
    touches = Touches.HOME

    def __init__(self, finder: Finder) -> None:
        """Find with this what is meant."""
        self._finder = finder

    def aims_at(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """What the ids and patterns of all calls mean."""
        found = [aims_of(one, home) for one in arguments["list"]]
        known = [one for one in found if one is not None]
        return frozenset().union(*known) if len(known) == len(found) else None

    async def run(self, arguments: Mapping[str, Any], around: Surroundings) -> ToolResult:
        """Call them all, or none where one of them is not clear."""
        home = around.home.snapshot()
        try:
            when = occasion(arguments.get("delay"), None, home.now)
            calls = [
                call
                for one in arguments["list"]
                for call in await service_calls(one, around, self._finder)
            ]
        except MisaskedError as wrong:
            return failed(str(wrong))
        if not calls:
            return failed("list: name at least one service.")
        steps: tuple[Step, ...] = steps_for(calls, home.layout)
        if when is not None:
            later = LaterStep(steps=steps_for(calls, home.layout), begin=when, wording=LATER)
            steps = (later,)
        return await act(steps, around)
