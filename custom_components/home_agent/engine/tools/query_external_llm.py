"""`query_external_llm`: ask another model; only what is explicitly given leaves the house."""

import json
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any

from ..llm.errors import ModelError
from ..llm.messages import Finished, Request, TextDelta, Usage, UserMessage
from ..llm.provider import Provider
from .tool import ToolContext, ToolEffect, ToolResult

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "prompt": {
            "type": "string",
            "description": "The question or prompt to send to the external LLM",
        },
        "context": {
            "type": "object",
            "description": (
                "Additional explicit context to provide (e.g., sensor data, previous tool results)."
                " Note: Full conversation history is NOT automatically included."
            ),
        },
    },
    "required": ["prompt"],
}
DESCRIPTION = (
    "Query a more capable external LLM for complex analysis, detailed explanations, or"
    " comprehensive answers. Use this when you need help with complex reasoning, detailed"
    " explanations, or when the user asks for analysis beyond simple home control."
)


class QueryExternalLlmTool:
    """Ask another model."""

    name = "query_external_llm"
    parameters = _SCHEMA
    effect = ToolEffect.OUTSIDE

    def __init__(self, provider: Provider, description: str = "") -> None:
        """Ask this one; a household may say itself when that is to be done."""
        self._provider = provider
        self.description = description.strip() or DESCRIPTION

    async def close(self) -> None:
        """Let go of the connections."""
        await self._provider.close()

    async def run(self, arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        """Ask, and bring back what it says: data, like anything from outside."""
        request = Request(messages=(UserMessage(text=_question(arguments)),))
        said: list[str] = []
        usage = Usage()
        try:
            async with aclosing(self._provider.stream(request)) as deltas:
                async for delta in deltas:
                    match delta:
                        case TextDelta(text=text):
                            said.append(text)
                        case Finished(usage=used):
                            usage = used
        except ModelError as error:
            return _failed(str(error), usage)
        text = "".join(said).strip()
        if not text:
            return _failed("it had nothing to say.", usage)
        return ToolResult(success=True, result=text, tokens=usage.total, from_outside=True)


def _question(arguments: Mapping[str, Any]) -> str:
    context = arguments.get("context")
    if not context:
        return str(arguments["prompt"])
    as_json = json.dumps(context, ensure_ascii=False, indent=1, default=str)
    return f"{arguments['prompt']}\n\nContext:\n{as_json}"


def _failed(reason: str, usage: Usage) -> ToolResult:
    error = f"Failed to query external LLM: {reason}"
    return ToolResult(success=False, error=error, tokens=usage.total)
