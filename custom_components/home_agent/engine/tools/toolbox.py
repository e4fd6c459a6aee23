"""The tools of a model, and using them: checked, bounded and told of."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter
from typing import Any

from ..events import ToolFinished, ToolStarted
from ..home.model import NOTHING
from ..llm.messages import ToolCall, ToolMessage, ToolSpec
from ..privacy.sanitize import as_data, as_said
from .arguments import beyond, cut, expected, problems, taken
from .call_history import Ended, Used, as_before, same
from .prepared_call import Use
from .redaction import disclosed
from .settings import ToolSettings
from .shorten import as_text, shortened
from .tool import Aimed, Closing, Surroundings, Tool, ToolResult, Touches, failed

_LONGEST_ERROR = 1500

type _Standing = ToolResult | asyncio.Task[ToolResult]
"""What came of a call, or will."""


class Toolbox:
    """What one model may use."""

    def __init__(self, tools: tuple[Tool, ...], settings: ToolSettings | None = None) -> None:
        """Offer these, in this order, and bound them like this."""
        self._tools = {tool.name: tool for tool in tools}
        self._settings = settings or ToolSettings()

    async def close(self) -> None:
        """Let go of what the tools hold."""
        for tool in self._tools.values():
            if isinstance(tool, Closing):
                await tool.close()

    def with_more(self, tools: tuple[Tool, ...]) -> Toolbox:
        """These and others after them; a name that is taken stays with whoever has it."""
        if not tools:
            return self
        own = tuple(self._tools.values())
        return Toolbox(
            (*own, *(one for one in tools if one.name not in self._tools)), self._settings
        )

    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools as a model is told of them, byte for byte the same each time."""
        return tuple(
            ToolSpec(name=one.name, description=one.description, parameters=one.parameters)
            for one in self._tools.values()
        )

    def touches(self, name: str) -> Touches:
        """What using one of them can do to the world; the worst, of one that there is not."""
        tool = self._tools.get(name)
        return Touches.OUTSIDE if tool is None else tool.touches

    async def use(
        self, calls: tuple[ToolCall, ...], around: Surroundings, so_far: Used
    ) -> tuple[Ended, ...]:
        """Make the calls of one response, together where they may; tell for each what came of it.

        Whatever goes wrong is a result with an error. Only a cancellation is raised.
        """
        asked: list[tuple[ToolCall, _Standing]] = [
            (self._renamed(call), result) for call, result in so_far.calls
        ]
        begun: list[tuple[Use | _Standing, asyncio.Task[ToolResult]]] = []
        async with asyncio.TaskGroup() as group:
            for call in map(self._renamed, calls):
                known = self._over(len(asked)) or self._made_before(call, asked)
                found = known or await self._ready(call, around)
                first = [task for one, task in begun if _goes_before(one, found)]
                task = group.create_task(self._answer(call, found, around, first))
                begun.append((found, task))
                asked.append((call, task))
        results = (task.result() for _found, task in begun)
        return tuple(
            (ToolMessage(call_id=call.id, name=call.name, content=as_text(one.as_json())), one)
            for call, one in zip(calls, results, strict=True)
        )

    def _renamed(self, call: ToolCall) -> ToolCall:
        """The call by the name that its tool has with us: some servers put something around it."""
        if call.name in self._tools:
            return call
        for name in self._tools:
            if re.search(rf"(?:^|\W|__){re.escape(name)}(?:$|\W|__)", call.name, re.IGNORECASE):
                return replace(call, name=name)
        return call

    def _over(self, made: int) -> ToolResult | None:
        most = self._settings.max_calls_per_turn
        if made < most:
            return None
        return failed(
            f"Not done: a turn may have {most} tool calls, and it had them."
            " Tell the person what was done and what was not."
        )

    def _made_before(
        self, call: ToolCall, asked: list[tuple[ToolCall, _Standing]]
    ) -> _Standing | None:
        """What came of the same call before. To look again is no repetition after an action."""
        for other, standing in reversed(asked):
            if same(call, other):
                return as_before(standing) if isinstance(standing, ToolResult) else standing
            if self._only_looks(call) and not self._only_looks(other):
                return None
        return None

    def _only_looks(self, call: ToolCall) -> bool:
        tool = self._tools.get(call.name)
        return tool is None or tool.touches is Touches.NOTHING

    async def _ready(self, call: ToolCall, around: Surroundings) -> Use | ToolResult:
        """The call as its tool takes it, or what is wrong with it."""
        tool = self._tools.get(call.name)
        if tool is None:
            names = ", ".join(self._tools) or "none"
            return failed(f"There is no tool '{cut(call.name)}'. The tools are: {names}.")
        if call.arguments is None:
            return failed(f"The arguments are no JSON object. {expected(tool.parameters)}")
        if wrong := beyond(call.arguments):
            return failed(wrong)
        arguments = taken(call.arguments, tool.parameters)
        if wrong := beyond(arguments) or await problems(arguments, tool.parameters):
            return failed(f"{wrong} {expected(tool.parameters)}")
        aims = tool.aims_at(arguments, around.home.snapshot()) if isinstance(tool, Aimed) else None
        return Use(tool=tool, arguments=arguments, aims=aims)

    async def _answer(
        self,
        call: ToolCall,
        found: Use | _Standing,
        around: Surroundings,
        first: list[asyncio.Task[ToolResult]],
    ) -> ToolResult:
        """What the model is told of a call; whoever watches is told too."""
        if first:
            await asyncio.wait(first)
        shown = self._shown(call, found, around)
        around.listener(ToolStarted(call_id=call.id, name=call.name, arguments=shown))
        started = perf_counter()
        match found:
            case Use():
                result = await found.make(around, self._settings.timeout_seconds)
            case ToolResult():
                result = found
            case earlier:
                result = as_before(await earlier)
        result = self._short(result)
        around.listener(
            ToolFinished(
                call_id=call.id,
                name=call.name,
                arguments=shown,
                success=result.success,
                result=result.result,
                error=result.error,
                duration_ms=(perf_counter() - started) * 1000,
            )
        )
        return result

    def _shown(
        self, call: ToolCall, found: Use | _Standing, around: Surroundings
    ) -> Mapping[str, Any]:
        """The arguments as others may see them."""
        arguments = found.arguments if isinstance(found, Use) else call.arguments or NOTHING
        aims = found.aims if isinstance(found, Use) else None
        if self._only_looks(call):
            aims = frozenset()
        return disclosed(arguments, aims, around.home.snapshot())

    def _short(self, result: ToolResult) -> ToolResult:
        """As a model may be shown it: in bounds, and nothing in it but data."""
        return replace(
            result,
            result=shortened(as_data(result.result), self._settings.result_characters),
            error=None if result.error is None else as_said(cut(result.error, _LONGEST_ERROR)),
        )


def _goes_before(earlier: Use | _Standing, later: Use | _Standing) -> bool:
    return isinstance(earlier, Use) and isinstance(later, Use) and earlier.goes_before(later)
