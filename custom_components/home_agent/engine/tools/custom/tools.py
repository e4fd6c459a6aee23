"""The tools that a person defined, built from their settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import TemplateFailedError
from ...home import Snapshot
from ..entity_finder import EntityFinder
from ..plans import build_steps, run_steps
from ..services import build_service_calls, service_target_ids
from ..tool import Tool, ToolContext, ToolResult, Touches, failed
from .fetch import Fetch
from .handlers import RestHandler, ServiceHandler
from .rest import RestTool
from .settings import CustomToolSettings
from .templates import fill_in


class ServiceTool:
    """Calls the service that a person chose for it."""

    touches = Touches.HOME

    def __init__(
        self, settings: CustomToolSettings, handler: ServiceHandler, finder: EntityFinder
    ) -> None:
        """Call this, and find with that what is meant."""
        self.name = settings.name
        self.description = settings.description
        self.parameters = settings.parameters
        self._handler = handler
        self._finder = finder

    def target_ids(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """What the ids and patterns mean."""
        try:
            return service_target_ids(self._wanted(arguments), home)
        except TemplateFailedError:
            return None

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call it, and tell how each entity ended."""
        try:
            calls = await build_service_calls(self._wanted(arguments), context, self._finder)
        except TemplateFailedError as error:
            return failed(f"{self.name} cannot be filled in: {error}.")
        return await run_steps(build_steps(calls, context.home.snapshot().layout), context)

    def _wanted(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The call, its targets where the gate looks for them. Raises `TemplateFailedError`."""
        handler = self._handler
        data = {**fill_in(handler.data, arguments), **fill_in(handler.target, arguments)}
        wanted = {"domain": handler.domain, "service": handler.service}
        if entity_id := data.pop("entity_id", None):
            wanted["entity_id"] = entity_id
        return {**wanted, "service_data": data}


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomTools:
    """The tools that a person defined, and how addresses are asked."""

    tools: tuple[CustomToolSettings, ...] = ()
    fetch: Fetch | None = None
    """Without it, tools that ask an address are left out."""


def build_custom_tools(custom: CustomTools, finder: EntityFinder) -> tuple[Tool, ...]:
    """The tools in their order."""
    tools: list[Tool] = []
    for tool in custom.tools:
        match tool.handler:
            case ServiceHandler() as handler:
                tools.append(ServiceTool(tool, handler, finder))
            case RestHandler() as handler if custom.fetch is not None:
                tools.append(RestTool(tool, handler, custom.fetch))
    return tuple(tools)
