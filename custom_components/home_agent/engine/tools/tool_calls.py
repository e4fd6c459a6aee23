"""The tool calls of a turn: those that were made, and making one, never with a traceback."""

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..errors import HomeAgentError
from ..llm.messages import ToolCall, ToolMessage
from .tool import (
    BEYOND,
    InvalidRequestError,
    Tool,
    ToolContext,
    ToolEffect,
    ToolResult,
    build_error,
)

type CallResult = tuple[ToolMessage, ToolResult]
"""What a model is told of a call, and what came of it."""

_LOGGER = logging.getLogger(__name__)
_AGAIN = "The same call was made before in this turn, so it was not made again."


@dataclass(frozen=True, slots=True, kw_only=True)
class CallHistory:
    """The calls of a turn with what came of each, oldest first."""

    calls: tuple[tuple[ToolCall, ToolResult], ...] = ()

    def after(self, calls: tuple[ToolCall, ...], ended: tuple[CallResult, ...]) -> CallHistory:
        """These, and what was used since."""
        results = (result for _message, result in ended)
        return replace(self, calls=(*self.calls, *zip(calls, results, strict=True)))


def is_same_call(call: ToolCall, earlier: ToolCall) -> bool:
    """Whether two calls ask the same, however they are written."""
    return call.name == earlier.name and _asked(call) == _asked(earlier)


def repeated_result(result: ToolResult) -> ToolResult:
    """The result of a call that is asked for again: nothing was done, and nothing was used."""
    again = replace(result, executed=(), tokens=0)
    if result.error is not None:
        return replace(again, error=f"{_AGAIN} What came of it: {result.error}")
    return replace(again, result={"note": _AGAIN, "result": result.result})


def _asked(call: ToolCall) -> str:
    if call.arguments is None:
        return call.raw
    return json.dumps(call.arguments, sort_keys=True, default=str)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedCall:
    """A call that fits its tool, and what is known of it beforehand."""

    tool: Tool
    arguments: Mapping[str, Any]
    target_ids: frozenset[str] | None = None
    """The entities that it is about, where that is known."""

    def precedes(self, later: PreparedCall) -> bool:
        """Whether what was asked for later has to wait for this."""
        both = {self.tool.effect, later.tool.effect}
        if both & {*BEYOND, ToolEffect.CALLER} or both == {ToolEffect.NOTHING}:
            return False
        return (
            self.target_ids is None
            or later.target_ids is None
            or not self.target_ids.isdisjoint(later.target_ids)
        )

    async def run(self, context: ToolContext, seconds: float) -> ToolResult:
        """Use the tool, within so many seconds."""
        name = self.tool.name
        # How long a caller is waited for is up to whoever can tell it so.
        most = None if self.tool.effect is ToolEffect.CALLER else seconds
        try:
            async with asyncio.timeout(most) as limit:
                return await self.tool.run(self.arguments, context)
        except InvalidRequestError as error:
            return build_error(str(error))
        except HomeAgentError as error:
            return build_error(f"{name}: {error}")
        except Exception as error:
            if isinstance(error, TimeoutError) and limit.expired():
                return build_error(self._too_slow(seconds))
            # What it says is for us: it may hold anything, and helps no model.
            _LOGGER.exception("The tool %s broke", name)
            return build_error(f"{name} broke. It is not known what came of it. Do not try again.")

    def _too_slow(self, seconds: float) -> str:
        told = f"{self.tool.name} did not end within {seconds:g} seconds and was stopped."
        if self.tool.effect is ToolEffect.HOME:
            return f"{told} What was asked of the home may still happen: look before you claim it."
        return told
