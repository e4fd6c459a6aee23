"""Makes tools of what a person wrote."""

from dataclasses import dataclass

from ..entity_finder import Finder
from ..tool import Tool
from .fetch import Fetch
from .handlers import RestHandler, ServiceHandler
from .rest import RestTool
from .service import ServiceTool
from .settings import CustomToolSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Custom:
    """The tools that a person defined, and how addresses are asked."""

    tools: tuple[CustomToolSettings, ...] = ()
    fetch: Fetch | None = None
    """Without it, tools that ask an address are left out."""


def custom_tools(custom: Custom, finder: Finder) -> tuple[Tool, ...]:
    """The tools in their order."""
    tools: list[Tool] = []
    for one in custom.tools:
        match one.handler:
            case ServiceHandler() as handler:
                tools.append(ServiceTool(one, handler, finder))
            case RestHandler() as handler if custom.fetch is not None:
                tools.append(RestTool(one, handler, custom.fetch))
    return tuple(tools)
