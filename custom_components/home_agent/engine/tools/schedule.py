"""`schedule`: do something later, tell what is planned, or call it off."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..plan import LaterStep, ScheduleStep, Step, Wording
from .calls import Ask, calls_for
from .data import MisaskedError
from .entity_finder import Finder, Wish
from .plans import act, steps_for
from .times import AT, DELAY, occasion
from .tool import Surroundings, ToolResult, Touches, failed

LATER = Wording(intent="later")

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "action": {
            "type": "string",
            "description": "As in ha_control; or list or cancel what is scheduled or watched",
        },
        "entity_id": {"type": "string", "description": "As in ha_control"},
        "parameters": {"type": "object", "description": "As in ha_control"},
        "delay": DELAY,
        "at": AT,
        "all": {"type": "boolean", "description": "Cancel everything that fits"},
    },
    "required": ["action"],
}


class Schedule:
    """Keep things for later."""

    name = "schedule"
    description = (
        "Do something later, after a delay or at a time; list or cancel what is scheduled."
        " Use this whenever the person says when."
    )
    parameters = _SCHEMA
    touches = Touches.HOME

    def __init__(self, finder: Finder) -> None:
        """Find with this what is meant."""
        self._finder = finder

    async def run(self, arguments: Mapping[str, Any], around: Surroundings) -> ToolResult:
        """Plan it, tell of it or call it off."""
        try:
            step = await self._step(arguments, around)
        except MisaskedError as wrong:
            return failed(str(wrong))
        result = await act((step,), around)
        # To look at what is planned is no deed.
        return replace(result, acted=()) if _only_tells(step) else result

    async def _step(self, arguments: Mapping[str, Any], around: Surroundings) -> Step:
        match arguments["action"].strip().casefold():
            case "list" | "cancel" as action:
                return await self._planned(action, arguments, around)
        return await self._later(arguments, around)

    async def _later(self, arguments: Mapping[str, Any], around: Surroundings) -> LaterStep:
        home = around.home.snapshot()
        when = occasion(arguments.get("delay"), arguments.get("at"), home.now)
        if when is None:
            raise MisaskedError("Say when, with delay or at. To act at once, use ha_control.")
        ask = Ask(
            action=arguments["action"],
            on=arguments.get("entity_id", ""),
            data=arguments.get("parameters", {}),
        )
        calls = await calls_for(ask, around, self._finder)
        return LaterStep(steps=steps_for(calls, home.layout), begin=when, wording=LATER)

    async def _planned(
        self, action: str, arguments: Mapping[str, Any], around: Surroundings
    ) -> ScheduleStep:
        home = around.home.snapshot()
        ids = None
        if on := arguments.get("entity_id"):
            wish = Wish(suits=lambda _entity: True, every=True)
            found = await self._finder.find(on, home, around.authority, wish)
            if found.problems:
                raise MisaskedError(" ".join(found.problems))
            ids = tuple(one.entity_id for one in found.entities)
        if action == "list":
            return ScheduleStep(action="list", entity_ids=ids)
        return ScheduleStep(action="cancel", entity_ids=ids, all=arguments.get("all", False))


def _only_tells(step: Step) -> bool:
    return isinstance(step, ScheduleStep) and step.action == "list"
