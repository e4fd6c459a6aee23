"""`schedule`: do something later, tell what is planned, or call it off."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..plan import LaterStep, ScheduleStep, Step, Wording
from ..triggers import Notice, Trigger
from .calls import ActionRequest, build_calls
from .entity_finder import EntityFilter, EntityFinder
from .plans import build_steps, run_steps
from .recurrence import read_recurrence
from .text import clean
from .times import AT, DELAY, read_time
from .tool import InvalidRequestError, ToolContext, ToolEffect, ToolResult

LATER = Wording(intent="later")

_LONGEST_MESSAGE = 500
_ONLY_TELLS = frozenset({"remind", "tell", "notify"})

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


class ScheduleTool:
    """Keep things for later."""

    name = "schedule"
    description = (
        "Do something later, after a delay or at a time; list or cancel what is scheduled."
        " Use this whenever the person says when. Takes also every (day, 30 min), days (mon, tue),"
        " sun (sunrise, sunset), offset (-30 min), message (to tell the person; action remind tells"
        " only) and target."
    )
    parameters = _SCHEMA
    effect = ToolEffect.HOME

    def __init__(self, finder: EntityFinder) -> None:
        """Find with this what is meant."""
        self._finder = finder

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Plan it, tell of it or call it off."""
        step = await self._step(arguments, context)
        result = await run_steps((step,), context)
        # To look at what is planned is no deed.
        return replace(result, executed=()) if _only_tells(step) else result

    async def _step(self, arguments: Mapping[str, Any], context: ToolContext) -> Step:
        match arguments["action"].strip().casefold():
            case "list" | "cancel" as action:
                return await self._planned(action, arguments, context)
        return await self._later(arguments, context)

    async def _later(self, arguments: Mapping[str, Any], context: ToolContext) -> LaterStep:
        home = context.home.snapshot()
        when: Trigger | None = read_recurrence(arguments)
        if when is None:
            when = read_time(arguments.get("delay"), arguments.get("at"), home.now)
        if when is None:
            raise InvalidRequestError("Say when, with delay or at. To act at once, use ha_control.")
        message = clean(str(arguments.get("message", "")), _LONGEST_MESSAGE)
        notice = Notice(message=message, reminds=True) if message else None
        if arguments["action"].strip().casefold() in _ONLY_TELLS:
            if notice is None:
                raise InvalidRequestError("message: say what to remind the person of.")
            return LaterStep(steps=(), begin=when, notice=notice, wording=LATER)
        request = ActionRequest(
            action=arguments["action"],
            targets=arguments.get("entity_id", ""),
            data=arguments.get("parameters", {}),
            target=arguments.get("target", {}),
        )
        calls = await build_calls(request, context, self._finder)
        return LaterStep(
            steps=build_steps(calls, home.layout), begin=when, notice=notice, wording=LATER
        )

    async def _planned(
        self, action: str, arguments: Mapping[str, Any], context: ToolContext
    ) -> ScheduleStep:
        home = context.home.snapshot()
        ids = None
        if on := arguments.get("entity_id"):
            wanted = EntityFilter(every=True)
            found = await self._finder.find(on, home, context.authority, wanted)
            if found.problems:
                raise InvalidRequestError(" ".join(found.problems))
            ids = tuple(entity.entity_id for entity in found.entities)
        if action == "list":
            return ScheduleStep(action="list", entity_ids=ids)
        return ScheduleStep(action="cancel", entity_ids=ids, all=arguments.get("all", False))


def _only_tells(step: Step) -> bool:
    return isinstance(step, ScheduleStep) and step.action == "list"
