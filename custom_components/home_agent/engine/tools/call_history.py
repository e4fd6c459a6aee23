"""What a model had done in this turn so far."""

import json
from dataclasses import dataclass, replace

from ..llm.messages import ToolCall, ToolMessage
from .tool import ToolResult

type Ended = tuple[ToolMessage, ToolResult]
"""What a model is told of a call, and what came of it."""

_AGAIN = "The same call was made before in this turn, so it was not made again."


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """The calls of a turn with what came of each, oldest first."""

    calls: tuple[tuple[ToolCall, ToolResult], ...] = ()

    def after(self, calls: tuple[ToolCall, ...], ended: tuple[Ended, ...]) -> Used:
        """These, and what was used since."""
        results = (result for _message, result in ended)
        return replace(self, calls=(*self.calls, *zip(calls, results, strict=True)))


def same(call: ToolCall, other: ToolCall) -> bool:
    """Whether two calls ask the same, however they are written."""
    return call.name == other.name and _asked(call) == _asked(other)


def as_before(result: ToolResult) -> ToolResult:
    """The result of a call that is asked for again: nothing was done, and nothing was used."""
    again = replace(result, acted=(), tokens=0)
    if result.error is not None:
        return replace(again, error=f"{_AGAIN} What came of it: {result.error}")
    return replace(again, result={"note": _AGAIN, "result": result.result})


def _asked(call: ToolCall) -> str:
    if call.arguments is None:
        return call.raw
    return json.dumps(call.arguments, sort_keys=True, default=str)
