"""`create_automation`: have the home itself do something every time, after the person's yes."""

from collections.abc import Mapping
from typing import Any, cast

from ..automations.automation import (
    MODES,
    Automation,
    AutomationAction,
    AutomationTrigger,
    ConditionGuard,
    Mode,
    NotifyAction,
    Pause,
)
from ..automations.configuration import has_template
from ..conditions import AllOf, Condition
from ..plan import AutomationStep
from ..triggers import ConditionTrigger
from .calls import ActionRequest, build_calls
from .condition_tables import read_condition_table, rename_fields
from .durations import read_duration_argument
from .entity_finder import EntityFinder
from .plans import build_steps, run_steps
from .recurrence import FIELDS as RECURRENCE
from .recurrence import read_recurrence
from .text import clean
from .tool import InvalidRequestError, ToolContext, ToolEffect, ToolResult

_OBJECTS: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "triggers": {
            **_OBJECTS,
            "description": (
                "Each: entity with state, above or below, perhaps for (10 min);"
                " or at (HH:MM), perhaps days (mon); or sun (sunset), perhaps offset (-30 min)"
            ),
        },
        "conditions": {
            **_OBJECTS,
            "description": "Each: entity with state, above or below; or after, before, days",
        },
        "actions": {
            **_OBJECTS,
            "description": (
                "In order, each: service, entity, data; or delay (5 min); or message; or if"
            ),
        },
    },
    "required": ["triggers", "actions"],
}

_UNDONE = "No automation was made."
_MOST = 20
_LONGEST_NAME = 100
_LONGEST_MESSAGE = 500

# What Home Assistant's own form says besides, and we can tell by the rest.
_KINDS = frozenset({"state", "numeric_state", "time", "sun", "time_pattern"})
_OF_CALLS = frozenset({"service", "action", "entity", "target", "data", "alias"})


class CreateAutomationTool:
    """Creates an automation in the home."""

    name = "create_automation"
    description = (
        "Make an automation of Home Assistant, for what is to happen every time, also while nobody"
        " talks. The person is asked first. Takes also mode, and id to change one."
        " No templates."
    )
    parameters = _SCHEMA
    effect = ToolEffect.HOME

    def __init__(self, finder: EntityFinder, notify_targets: tuple[str, ...] = ()) -> None:
        """Find with this what is meant; messages may go by these ways."""
        self._finder = finder
        self._notify_targets = notify_targets

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Judge the automation, have the home check it, and ask the person."""
        if has_template(arguments):
            raise InvalidRequestError(f"{_UNDONE} Templates are not taken: say what is meant.")
        mode = arguments.get("mode", MODES[0])
        if mode not in MODES:
            raise InvalidRequestError(f"{_UNDONE} mode: can be {', '.join(MODES)}.")
        automation = Automation(
            alias=clean(str(arguments.get("name", "")), _LONGEST_NAME),
            triggers=tuple(
                [await self._trigger(table, context) for table in _listed(arguments, "triggers")]
            ),
            condition=await self._condition(arguments, context),
            actions=tuple(
                [
                    action
                    for table in _listed(arguments, "actions")
                    for action in await self._actions(table, context)
                ]
            ),
            mode=cast("Mode", mode),
        )
        if not automation.triggers or not automation.actions:
            raise InvalidRequestError(f"{_UNDONE} It needs triggers and actions.")
        changed = str(arguments.get("id", "")).strip()
        step = AutomationStep(
            action="change" if changed else "create", name=changed, automation=automation
        )
        return await run_steps((step,), context)

    async def _trigger(self, table: dict[str, Any], context: ToolContext) -> AutomationTrigger:
        kind = table.pop("trigger", None) or table.pop("platform", None)
        if kind is not None and kind not in _KINDS:
            raise InvalidRequestError(
                f"{_UNDONE} triggers: '{clean(str(kind))}' is not taken. Use a state, a figure, a"
                " time or the sun."
            )
        if "event" in table:
            table["sun"] = table.pop("event")
        if "at" in table or not RECURRENCE.isdisjoint(table.keys() - {"days"}):
            timed = {"every": "day", **table} if "at" in table else table
            if unknown := table.keys() - RECURRENCE - {"at"}:
                raise InvalidRequestError(
                    f"{_UNDONE} triggers: {clean(min(unknown))} is not known."
                )
            found = read_recurrence(timed)
            assert found is not None
            return found
        lasting = read_duration_argument(table.pop("for"), "for") if "for" in table else 0
        condition = await self._read(table, context)
        return ConditionTrigger(condition=condition, again=True, lasting=lasting)

    async def _condition(
        self, arguments: Mapping[str, Any], context: ToolContext
    ) -> Condition | None:
        tables = _listed(arguments, "conditions")
        found = [await self._read(table, context) for table in tables]
        if len(found) > 1:
            return AllOf(conditions=tuple(found))
        return found[0] if found else None

    async def _read(self, table: dict[str, Any], context: ToolContext) -> Condition:
        kind = table.pop("condition", None)
        if kind is not None and kind not in _KINDS:
            raise InvalidRequestError(f"{_UNDONE} '{clean(str(kind))}' is no condition here.")
        return await read_condition_table(table, context, self._finder, undone=_UNDONE)

    async def _actions(self, table: dict[str, Any], context: ToolContext) -> list[AutomationAction]:
        if "delay" in table and len(table) == 1:
            return [Pause(seconds=read_duration_argument(table["delay"], "delay"))]
        if "message" in table and table.keys() <= {"message", "notify"}:
            return [self._tell(table)]
        if "if" in table and len(table) == 1:
            inner = rename_fields(table["if"])
            if isinstance(inner, dict):
                return [ConditionGuard(condition=await self._read(inner, context))]
        if "condition" in table:
            return [ConditionGuard(condition=await self._read(table, context))]
        service = table.get("service") or table.get("action")
        if not isinstance(service, str) or (unknown := table.keys() - _OF_CALLS):
            said = min(unknown) if isinstance(service, str) else ", ".join(sorted(table))
            raise InvalidRequestError(
                f"{_UNDONE} actions: '{clean(said)}' is not taken. Each has service, entity and"
                " data; or delay; or message; or if."
            )
        return [*await self._calls(service, table, context)]

    def _tell(self, table: Mapping[str, Any]) -> NotifyAction:
        given = table.get("notify") or ()
        ways = (given,) if isinstance(given, str) else tuple(map(str, given))
        if unknown := {*ways} - {*self._notify_targets}:
            known = ", ".join(self._notify_targets) or "nothing: leave it out"
            raise InvalidRequestError(
                f"notify: there is no {clean(min(unknown))} here. It can be {known}."
            )
        return NotifyAction(message=clean(str(table["message"]), _LONGEST_MESSAGE), ways=ways)

    async def _calls(
        self, service: str, table: Mapping[str, Any], context: ToolContext
    ) -> list[AutomationAction]:
        named, target, data = (
            table.get("entity", ""),
            table.get("target", {}),
            table.get("data", {}),
        )
        if not isinstance(target, Mapping) or not isinstance(data, Mapping):
            raise InvalidRequestError(f"{_UNDONE} target and data must be objects.")
        request = ActionRequest(
            action=service,
            targets=[*map(str, named)] if isinstance(named, list) else str(named),
            data=data,
            target={("entity_id" if key == "entity" else key): it for key, it in target.items()},
        )
        calls = await build_calls(request, context, self._finder)
        steps = build_steps(calls, context.home.snapshot().layout)
        return [step.call for step in steps]


def _listed(arguments: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """The tables under a name, each with our names for its fields."""
    tables = arguments.get(name) or []
    if len(tables) > _MOST:
        raise InvalidRequestError(f"{_UNDONE} {name}: {_MOST} at most.")
    if not all(isinstance(table, Mapping) for table in tables):
        raise InvalidRequestError(f"{_UNDONE} {name}: each must be an object.")
    return [dict(rename_fields(table)) for table in tables]
