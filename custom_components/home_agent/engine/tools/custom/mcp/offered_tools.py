"""Tools of MCP servers that nobody declared one by one: what a server offers, models may use."""

import asyncio
import logging
import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

from ....privacy.sanitize import one_line
from ...text import to_json
from ...tool import ToolContext, ToolResult, build_error
from ..handler import HandlerError
from ..schema import ANYTHING, simplify_schema
from .connections import McpConnections, find_effect, may_use
from .server_settings import McpServer
from .session import McpFailedError, McpNotAskedError, McpTool

# Every tool costs tokens in every turn.
_MOST_TOOLS = 40
_LONGEST_DESCRIPTION = 400
_LONGEST_SCHEMA = 4_000
_LONGEST_NAME = 64
_NO_NAME = re.compile(r"\W+", re.ASCII)

_LOGGER = logging.getLogger(__name__)


class ServerTool:
    """A tool of a server, as a model is told of it."""

    def __init__(self, connections: McpConnections, server: McpServer, tool: McpTool) -> None:
        """Use this one of that server."""
        self.name = _name(server, tool)
        about = one_line(tool.description, _LONGEST_DESCRIPTION)
        self.description = f"{about or tool.name} ({server.name})"
        self.parameters = simplify_schema(tool.parameters, _LONGEST_SCHEMA) or ANYTHING
        self._connections = connections
        self._server = server
        self._tool = tool
        self.effect = find_effect(server, tool.name)

    async def run(self, arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        """Use the tool, and return what the server says."""
        return await call_tool(self._connections, self._server, self._tool.name, arguments)


async def call_tool(
    connections: McpConnections, server: McpServer, name: str, arguments: Mapping[str, Any]
) -> ToolResult:
    """What came of it. Raises `HandlerError` where the server is at fault."""
    try:
        tools = await connections.tools(server)
        answer = await connections.call(server, name, arguments)
    except McpNotAskedError as error:
        return build_error(f"The MCP server {server.name} {error}.")
    except McpFailedError as error:
        raise HandlerError(f"the MCP server {server.name} {error}.") from error
    if answer.is_error:
        said = answer.content if isinstance(answer.content, str) else to_json(answer.content)
        return build_error(f"The MCP server {server.name} says that it did not work: {said}")
    acts = not (name in tools and tools[name].read_only)
    return ToolResult(success=True, result=answer.content, elsewhere=acts, from_outside=True)


class OfferedTools:
    """The tools of all servers, looked for when a model is asked."""

    def __init__(self, connections: McpConnections) -> None:
        """Ask these."""
        self._connections = connections

    async def __call__(self, patience: float | None = None) -> tuple[ServerTool, ...]:
        """Those that may be used, server by server; one that does not answer has none.

        Of a server that takes longer than `patience`, in seconds, there are none yet.
        """
        servers = [server for server in self._connections.servers.values() if server.tools]
        found = await asyncio.gather(*(self._tools(server, patience) for server in servers))
        tools = {tool.name: tool for offered in found for tool in offered}
        return tuple(tools.values())[:_MOST_TOOLS]

    async def _tools(self, server: McpServer, patience: float | None) -> list[ServerTool]:
        try:
            async with asyncio.timeout(patience):
                tools = await self._connections.tools(server)
        except TimeoutError:
            _LOGGER.warning("The MCP server %s has not answered yet; it is left out.", server.name)
            return []
        except McpFailedError as error:
            _LOGGER.warning("The MCP server %s %s; it is left out.", server.name, error)
            return []
        return [
            ServerTool(self._connections, server, tool)
            for name, tool in sorted(tools.items())
            if may_use(server, tool)
            and any(fnmatchcase(name, wanted) for wanted in (*server.tools, *server.allow))
        ]


def _name(server: McpServer, tool: McpTool) -> str:
    return _NO_NAME.sub("_", f"{server.name}_{tool.name}")[:_LONGEST_NAME]
