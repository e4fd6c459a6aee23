"""`watch`, `list_watches`, `cancel_watch`: tell the person when something comes true."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..errors import SettingsError
from ..home import ServiceCall
from ..outcome import Status
from ..plan import LaterStep, Plan, ScheduleStep
from ..watch import Watch
from ..watch.reading import read_watch
from .calls import ActionRequest, build_calls
from .condition_tables import rename_fields, resolve_entities
from .entity_finder import EntityFinder
from .jobs import describe_job, is_visible
from .outcomes import OTHERS
from .plans import build_steps, run_steps
from .schedule import LATER
from .text import clean
from .tool import InvalidRequestError, ToolContext, ToolEffect, ToolResult, build_error

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "entity": {"type": "string"},
        "state": {"type": "string"},
        "above": {"type": "number"},
        "below": {"type": "number"},
        "for": {"type": "string", "description": "So long it must be so: 10 min"},
        "again": {"type": "boolean", "description": "Every time"},
        "message": {"type": "string"},
        "action": {"type": "object", "description": "Also do: service, entity, data"},
    },
}
"""What is seldom needed is only named in the description: every turn pays for what is here."""

_LONGEST_MESSAGE = 500


class WatchTool:
    """Keep an eye on something."""

    name = "watch"
    description = (
        "Tell the person a message when something becomes so. Takes also not_state, attribute,"
        " changes (true), after, before (HH:MM), days, pause, all or any (lists of conditions)."
    )
    effect = ToolEffect.HOME

    def __init__(self, finder: EntityFinder, notify_targets: tuple[str, ...] = ()) -> None:
        """Find with this what is meant; these are the ways to tell people that it may choose."""
        self._finder = finder
        self._notify_targets = notify_targets
        self.parameters = _SCHEMA if len(notify_targets) < 2 else _with_notify(notify_targets)  # noqa: PLR2004

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Keep it, through the gate if it acts."""
        table = rename_fields(arguments)
        action = table.pop("action", None)
        calls = await self._calls(action, context) if action else []
        watch = await self._read(table, context)
        home = context.home.snapshot()
        step = LaterStep(
            steps=build_steps(calls, home.layout),
            begin=watch.when,
            notice=watch.notice,
            wording=LATER,
        )
        result = await run_steps((step,), context)
        outcomes = (
            outcome
            for executed in result.executed
            for step_outcomes in executed.outcomes
            for outcome in step_outcomes
        )
        return replace(
            result, watching=any(outcome.status is Status.SCHEDULED for outcome in outcomes)
        )

    async def _read(self, table: dict[str, Any], context: ToolContext) -> Watch:
        """The watch that is described. Raises `InvalidRequestError`."""
        # A name is what the settings call theirs: nobody could call it off by talking.
        table.pop("name", None)
        await resolve_entities(table, context, self._finder, undone="Nothing is watched.")
        try:
            watch = read_watch(table, again=False)
        except SettingsError as error:
            raise InvalidRequestError(" ".join(("Nothing is watched.", *error.problems))) from error
        if unknown := {*watch.ways} - {*self._notify_targets}:
            known = ", ".join(self._notify_targets) or "nothing: leave it out"
            raise InvalidRequestError(
                f"notify: there is no {min(unknown)} here. It can be {known}."
            )
        return replace(watch, message=clean(watch.message, _LONGEST_MESSAGE))

    async def _calls(self, action: Mapping[str, Any], context: ToolContext) -> list[ServiceCall]:
        """What is to be done then. Raises `InvalidRequestError`."""
        service = action.get("service") or action.get("action")
        on, data = action.get("entity"), action.get("data", {})
        if not isinstance(service, str) or not isinstance(on, str | list) or not on:
            raise InvalidRequestError("action: must have a service and an entity.")
        if not isinstance(data, Mapping):
            raise InvalidRequestError("action, data: must be an object.")
        request = ActionRequest(
            action=service, targets=on if isinstance(on, str) else [*map(str, on)], data=data
        )
        return await build_calls(request, context, self._finder)


def _with_notify(notify_targets: tuple[str, ...]) -> Mapping[str, Any]:
    notify = {
        "type": "array",
        "items": {"type": "string", "enum": [*notify_targets]},
        "description": "How to tell it (optional)",
    }
    return {**_SCHEMA, "properties": {**_SCHEMA["properties"], "notify": notify}}


class ListWatchesTool:
    """Tell what is watched."""

    name = "list_watches"
    description = "List what is watched."
    parameters: Mapping[str, Any] = {"type": "object", "properties": {}}
    effect = ToolEffect.NOTHING

    async def run(self, _arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Tell all of them; what the assistant may not see is not there."""
        plan = Plan(steps=(ScheduleStep(action="list", watches=True),))
        ended = await context.carry_out(plan, context.authority, context.listener)
        home = context.home.snapshot()
        jobs = [job for outcomes in ended for outcome in outcomes for job in outcome.jobs]
        seen = [job for job in jobs if is_visible(job, home)]
        told = [describe_job(job, home) for job in seen]
        has_others = any(outcome.others for outcomes in ended for outcome in outcomes)
        note = {"note": OTHERS} if has_others else {}
        return ToolResult(success=True, result={"watches": told, **note}, watching=bool(told))


_CANCEL_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "As listed"},
        "all": {"type": "boolean", "description": "All of this conversation"},
    },
}


class CancelWatchTool:
    """Watch no more."""

    name = "cancel_watch"
    description = "Stop watching for something."
    parameters = _CANCEL_SCHEMA
    effect = ToolEffect.HOME

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call off one, or all of this conversation."""
        job_id, every = arguments.get("id", "").strip(), arguments.get("all", False)
        if bool(job_id) is every:
            return build_error("Say which: either an id as list_watches tells it, or all.")
        step = ScheduleStep(
            action="cancel",
            watches=True,
            job_ids=(job_id,) if job_id else None,
            mine=every,
            all=every,
        )
        return await run_steps((step,), context)
