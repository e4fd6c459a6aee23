"""Tools of other LLM APIs of Home Assistant (Assist, MCP, scripts), offered to our model.

They are used through our toolbox, with its limits and events. What they do, they do by themselves:
it does not pass our gate, and we cannot check it. So none is offered unless somebody chooses it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import llm

from .const import LOGGER
from .engine.privacy.sanitize import sanitize_text
from .engine.tools.tool import Tool, ToolContext, ToolEffect, ToolResult, build_error
from .json_schema import as_json_schema, check

# A model is told of so many at most: more would be most of what it reads.
_MOST = 64
_LONGEST = 1000
_WORDS = frozenset({"description", "title"})


async def async_external_tools(
    hass: HomeAssistant, api_ids: Iterable[str], llm_context: llm.LLMContext
) -> tuple[Tool, ...]:
    """The tools of these APIs, as far as they are there; none twice by the same name."""
    tools: dict[str, ExternalTool] = {}
    for api_id in api_ids:
        try:
            api = await llm.async_get_api(hass, api_id, llm_context)
        except HomeAssistantError as error:
            LOGGER.warning("The tools of %s are not there: %s", api_id, error)
            continue
        for tool in api.tools:
            name = tool.name if tool.name not in tools else f"{api_id}__{tool.name}"
            tools.setdefault(name, ExternalTool(api, tool, name))
    return tuple(tools.values())[:_MOST]


class ExternalTool:
    """One tool of another API."""

    def __init__(self, api: llm.APIInstance, tool: llm.Tool, name: str) -> None:
        """Offer this tool by this name."""
        self._api = api
        self._tool = tool
        self.name = name
        # What others say of their tools is data: short.
        self.description = sanitize_text((tool.description or tool.name)[:_LONGEST])
        self.parameters: Mapping[str, Any] = _told(
            as_json_schema(tool.parameters, api.custom_serializer)
        )
        annotations = getattr(tool, "annotations", None)
        self._only_looks = bool(annotations and annotations.read_only)
        self.effect = ToolEffect.NOTHING if self._only_looks else ToolEffect.ELSEWHERE

    async def run(self, arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        """Use it; what comes of it is data, like anything from outside."""
        given = llm.ToolInput(tool_name=self._tool.name, tool_args=dict(arguments))
        try:
            answer: Any = await self._api.async_call_tool(given)
        except HomeAssistantError as error:
            return build_error(f"{self.name}: {error}")
        except check.Invalid as error:
            return build_error(f"{self.name} does not take that: {error}")
        data = getattr(answer, "data", answer)
        if getattr(answer, "error", False) or (isinstance(data, dict) and "error" in data):
            return build_error(f"{self.name}: {data}")
        return ToolResult(
            success=True, result=data, elsewhere=not self._only_looks, from_outside=True
        )


def _told(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """A schema whose descriptions are data as well. What is to be sent back stays as it is."""
    if isinstance(schema, list):
        return [_told(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {
        key: sanitize_text(part[:_LONGEST])
        if key in _WORDS and isinstance(part, str)
        else _told(part)
        for key, part in schema.items()
    }
