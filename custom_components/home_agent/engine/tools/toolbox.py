"""Runs tool calls of a model: checked, limited and reported."""

import asyncio
import logging
import re
from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter
from typing import Any

from ..act.gate import Gate
from ..act.gate.rate_limit import RateLimit
from ..authority import Authority
from ..events import ToolFinished, ToolStarted
from ..home.model import NOTHING
from ..llm.messages import ToolCall, ToolMessage, ToolSpec
from ..privacy.sanitize import sanitize_data, sanitize_text
from .arguments import coerce_arguments, cut, describe_parameters, find_excess, problems
from .permission import NOT_SENT, judge_tool
from .redaction import redact_arguments
from .settings import ToolSettings
from .text import shorten, to_json
from .tool import ClosableTool, TargetedTool, Tool, ToolContext, ToolEffect, ToolResult, build_error
from .tool_calls import CallHistory, CallResult, PreparedCall, is_same_call, repeated_result

_LOGGER = logging.getLogger(__name__)

_LONGEST_ERROR = 1500
_HOUR = 3600.0

type _KnownResult = ToolResult | asyncio.Task[ToolResult]
"""What came of a call, or will."""


class Toolbox:
    """The tools of one model."""

    def __init__(
        self,
        tools: tuple[Tool, ...],
        settings: ToolSettings | None = None,
        calls: RateLimit | None = None,
        *,
        gate: Gate | None = None,
    ) -> None:
        """Offer these, in this order, and bound them like this; `calls` counts conversations'.

        The gate judges each by its name, and what acts past it besides. Of two of one name, the
        first is offered.
        """
        self._tools = _first_of_each_name(tools)
        self._settings = settings or ToolSettings()
        self._gate = gate or Gate()
        self._calls = calls or RateLimit(self._settings.max_calls_per_conversation, within=_HOUR)

    async def close(self) -> None:
        """Close the tools."""
        for tool in self._tools.values():
            if isinstance(tool, ClosableTool):
                await tool.close()

    def with_more(self, tools: tuple[Tool, ...]) -> Toolbox:
        """The toolbox with more tools; a name that is taken stays with its tool."""
        if not tools:
            return self
        every = (*self._tools.values(), *tools)
        return Toolbox(every, self._settings, self._calls, gate=self._gate)

    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools as a model is told of them, byte for byte the same each time."""
        return tuple(
            ToolSpec(name=tool.name, description=tool.description, parameters=tool.parameters)
            for tool in self._tools.values()
        )

    def effect_of(self, name: str) -> ToolEffect:
        """What a tool can do to the world; the worst, if the tool is unknown."""
        tool = self._tools.get(name)
        return ToolEffect.ELSEWHERE if tool is None else tool.effect

    async def use(
        self, calls: tuple[ToolCall, ...], context: ToolContext, so_far: CallHistory
    ) -> tuple[CallResult, ...]:
        """Run the calls of one response, in parallel where possible; return all results.

        Whatever goes wrong is a result with an error. Only a cancellation is raised.
        """
        asked: list[tuple[ToolCall, _KnownResult]] = [
            (self._renamed(call), result) for call, result in so_far.calls
        ]
        begun: list[tuple[PreparedCall | _KnownResult, asyncio.Task[ToolResult]]] = []
        async with asyncio.TaskGroup() as group:
            for call in map(self._renamed, calls):
                known = (
                    self._exceeds(len(asked))
                    or self._exceeds_conversation(context.authority)
                    or self._find_earlier(call, asked)
                )
                found = known or await self._prepare(call, context)
                first = [
                    task
                    for earlier, task in begun
                    if isinstance(earlier, PreparedCall)
                    and isinstance(found, PreparedCall)
                    and earlier.precedes(found)
                ]
                task = group.create_task(self._run(call, found, context, first))
                begun.append((found, task))
                asked.append((call, task))
        results = (task.result() for _found, task in begun)
        return tuple(
            (
                ToolMessage(call_id=call.id, name=call.name, content=to_json(result.as_json())),
                result,
            )
            for call, result in zip(calls, results, strict=True)
        )

    def _renamed(self, call: ToolCall) -> ToolCall:
        """The call with the name of our tool: some servers add a prefix."""
        if call.name in self._tools:
            return call
        for name in self._tools:
            if re.search(rf"(?:^|\W|__){re.escape(name)}(?:$|\W|__)", call.name, re.IGNORECASE):
                return replace(call, name=name)
        return call

    def _exceeds(self, made: int) -> ToolResult | None:
        most = self._settings.max_calls_per_turn
        if made < most:
            return None
        return build_error(
            f"Not done: a turn may have {most} tool calls, and it had them."
            " Tell the person what was done and what was not."
        )

    def _exceeds_conversation(self, authority: Authority) -> ToolResult | None:
        """Count a call; return why it is refused if the conversation has none left."""
        key = authority.conversation_key
        if key is None:
            return None
        if not self._calls.is_reached(key):
            self._calls.count(key)
            return None
        most = self._settings.max_calls_per_conversation
        return build_error(
            f"Not done: a conversation may have {most} tool calls an hour, and it had them."
            " Tell the person what was done and what was not."
        )

    def _find_earlier(
        self, call: ToolCall, asked: list[tuple[ToolCall, _KnownResult]]
    ) -> _KnownResult | None:
        """The result of the same call before; reading again after an action is no repetition."""
        for earlier, standing in reversed(asked):
            if is_same_call(call, earlier):
                return repeated_result(standing) if isinstance(standing, ToolResult) else standing
            if self._only_looks(call) and not self._only_looks(earlier):
                return None
        return None

    def _only_looks(self, call: ToolCall) -> bool:
        tool = self._tools.get(call.name)
        return tool is None or tool.effect is ToolEffect.NOTHING

    async def _prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall | ToolResult:
        """The checked call, or the error."""
        tool = self._tools.get(call.name)
        if tool is None:
            names = ", ".join(self._tools) or "none"
            return build_error(f"There is no tool '{cut(call.name)}'. The tools are: {names}.")
        if reason := judge_tool(tool, context.authority, self._gate, context.home.snapshot()):
            return build_error(reason)
        if call.arguments is None:
            return build_error(
                f"The arguments are no JSON object. {describe_parameters(tool.parameters)}"
            )
        if wrong := find_excess(call.arguments):
            return build_error(wrong)
        arguments = coerce_arguments(call.arguments, tool.parameters)
        if wrong := find_excess(arguments) or await problems(arguments, tool.parameters):
            return build_error(f"{wrong} {describe_parameters(tool.parameters)}")
        if tool.effect is ToolEffect.ELSEWHERE:
            if held_back := self._gate.held_back(context.authority):
                return build_error(NOT_SENT[held_back])
            self._gate.count(context.authority)
        target_ids = (
            tool.target_ids(arguments, context.home.snapshot())
            if isinstance(tool, TargetedTool)
            else None
        )
        return PreparedCall(tool=tool, arguments=arguments, target_ids=target_ids)

    async def _run(
        self,
        call: ToolCall,
        found: PreparedCall | _KnownResult,
        context: ToolContext,
        first: list[asyncio.Task[ToolResult]],
    ) -> ToolResult:
        """Run a call; return its result, and fire the events."""
        if first:
            await asyncio.wait(first)
        shown = self._redacted(call, found, context)
        repeats = isinstance(found, asyncio.Task)
        context.listener(
            ToolStarted(call_id=call.id, name=call.name, arguments=shown, repeats=repeats)
        )
        started = perf_counter()
        match found:
            case PreparedCall():
                result = await found.run(context, self._settings.timeout_seconds)
            case ToolResult():
                result = found
            case earlier:
                result = repeated_result(await earlier)
        result = self._shorten(result)
        _LOGGER.debug(
            "Tool %s %s: %s in %.0f ms",
            call.name,
            shown,
            "done" if result.success else result.error,
            (perf_counter() - started) * 1000,
        )
        context.listener(
            ToolFinished(
                call_id=call.id,
                name=call.name,
                arguments=shown,
                success=result.success,
                result=result.result,
                error=result.error,
                duration_ms=(perf_counter() - started) * 1000,
                repeats=repeats,
            )
        )
        return result

    def _redacted(
        self, call: ToolCall, found: PreparedCall | _KnownResult, context: ToolContext
    ) -> Mapping[str, Any]:
        """The arguments as others may see them."""
        arguments = (
            found.arguments if isinstance(found, PreparedCall) else call.arguments or NOTHING
        )
        target_ids = found.target_ids if isinstance(found, PreparedCall) else None
        if self._only_looks(call):
            target_ids = frozenset()
        return redact_arguments(
            arguments, target_ids, context.home.snapshot(), context.authority.language
        )

    def _shorten(self, result: ToolResult) -> ToolResult:
        """The result within the size limit, as data."""
        return replace(
            result,
            result=shorten(sanitize_data(result.result), self._settings.result_characters),
            error=None
            if result.error is None
            else sanitize_text(cut(result.error, _LONGEST_ERROR)),
        )


def _first_of_each_name(tools: tuple[Tool, ...]) -> dict[str, Tool]:
    """The tools by name, also where case is all that tells two apart: a model may write either.

    What is meant for one tool never goes to another that came later by its name.
    """
    first: dict[str, Tool] = {}
    for tool in tools:
        first.setdefault(tool.name.casefold(), tool)
    return {tool.name: tool for tool in first.values()}
