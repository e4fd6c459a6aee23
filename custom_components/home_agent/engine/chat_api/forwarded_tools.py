"""Tools of a request, whose calls are forwarded to the caller.

What a model calls of these is for the caller to carry out, past our gate and in a world of its own;
what we do ourselves goes through the gate as ever. What comes back is data, held to nothing.
"""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ..privacy.sanitize import one_line
from ..tools.tool import ToolContext, ToolEffect, ToolResult
from .api_error import invalid
from .chat_request import ChatRequest, FunctionTool

type CallForwarder = Callable[[str, Mapping[str, Any]], Awaitable[str]]
"""Has the caller make a call, and brings back what came of it, as the caller tells it."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LONGEST_DESCRIPTION = 1000
_LONGEST_SCHEMA = 4000
# Whoever writes one that takes for ever to match would hold everybody up.
_NOT_TRIED = frozenset({"pattern"})


class ForwardedTool:
    """A tool of a request."""

    effect = ToolEffect.CALLER

    def __init__(self, tool: FunctionTool, forward_call: CallForwarder) -> None:
        """Have the caller use this one."""
        # What reads schemas loads a good part of the tools, and few callers bring any.
        from ..tools.custom.schema import ANYTHING, simplify_schema  # noqa: PLC0415

        self.name = tool.name
        self.description = one_line(tool.description, _LONGEST_DESCRIPTION) or tool.name
        given = tool.parameters or ANYTHING
        known = simplify_schema(given, _LONGEST_SCHEMA, without=_NOT_TRIED)
        self.parameters = known or ANYTHING
        if known is None:
            told = one_line(json.dumps(given, ensure_ascii=False), _LONGEST_SCHEMA)
            self.description = f"{self.description} Takes what this JSON schema says: {told}"
        self._forward_call = forward_call

    async def run(self, arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        """Forward the call, and wait for its result."""
        told = await self._forward_call(self.name, arguments)
        return ToolResult(success=True, result=_read(told), elsewhere=True, from_outside=True)


def build_forwarded_tools(request: ChatRequest) -> tuple[FunctionTool, ...]:
    """The tools that a model may call."""
    return () if request.tool_choice == "none" else request.tools


def check_tools(request: ChatRequest) -> None:
    """Raise `ApiError` for invalid tools, and if a call is required."""
    if request.tool_choice == "required":
        message = (
            "In its own home, Home Agent decides itself whether a tool of yours is needed:"
            " tool_choice can be 'auto' or 'none'."
        )
        raise invalid("tool_choice", message, "unsupported_value")
    for at, tool in enumerate(request.tools):
        if not _NAME.fullmatch(tool.name):
            param = f"tools[{at}].function.name"
            message = f"{param} must be 1 to 64 letters, digits, hyphens and underscores."
            raise invalid(param, message, "invalid_value")


def _read(told: str) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(told)
    except ValueError, RecursionError:
        return told
