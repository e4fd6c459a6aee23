"""A tool of one's own that uses a tool of an MCP server: what comes back is data from outside."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ....errors import SettingsError
from ...tool import ToolContext, ToolEffect, ToolResult
from ..handler import (
    HandlerError,
    HandlerFactory,
    HandlerParts,
    HandlerType,
    RunnerFactory,
    WrittenTemplate,
    templates_in,
)
from ..mcp.connections import McpConnections, find_effect
from ..mcp.offered_tools import call_tool
from ..mcp.server_settings import McpServer
from ..reading import HandlerReader
from ..templates import fill_in

_OF_SERVER = ("server_url", "auth", "headers", "allow")
_KNOWN = ("server", "tool", "method", "arguments", "timeout", *_OF_SERVER)


@dataclass(frozen=True, slots=True, kw_only=True)
class McpHandler:
    """A tool of a server, and its arguments."""

    server: McpServer | str
    """A server of its own, or the name of one that is set."""

    tool: str
    arguments: Mapping[str, Any] | None
    """What it is called with; `None`: what the model gives."""

    def templates(self) -> Iterable[WrittenTemplate]:
        """The templates in its arguments."""
        return templates_in({"arguments": self.arguments or {}})


def read_mcp(values: Mapping[str, Any], _read: HandlerFactory) -> McpHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    reader = HandlerReader(values, _KNOWN)
    tool = reader.text(reader.first("tool", "method"), "must be the name that the server has.")
    arguments = values.get("arguments")
    if not isinstance(arguments, Mapping | None):
        reader.note("arguments", "must be a table.")
        arguments = None
    server: McpServer | str = ""
    if "server_url" in values:
        server = _own_server(reader, tool)
    else:
        server = reader.text("server", "must be the name of one of mcp_servers, or server_url.")
        for key in (*_OF_SERVER, "timeout"):
            if key in values:
                reader.note(key, "belongs to the server, in mcp_servers.")
    reader.check()
    return McpHandler(server=server, tool=tool, arguments=arguments)


def _own_server(reader: HandlerReader, tool: str) -> McpServer | str:
    """The server that is written into the handler itself."""
    names = {"server_url": "url"}
    own = {
        names.get(key, key): reader.values[key]
        for key in (*_OF_SERVER, "timeout")
        if key in reader.values
    }
    try:
        return McpServer.from_mapping({"name": "mcp", "tools": [], **own})
    except SettingsError as error:
        # By the key that was written.
        reader.problems += [
            f"server_{problem}" if problem.startswith("url:") else problem
            for problem in error.problems
        ]
    return tool


class McpRunner:
    """Uses the tool that a person chose."""

    def __init__(self, handler: McpHandler, connections: McpConnections) -> None:
        """Use it by way of these."""
        self._handler = handler
        self._connections = connections

    @property
    def effect(self) -> ToolEffect:
        """What using the tool can do to the world."""
        server = self._handler.server
        known = self._connections.servers.get(server) if isinstance(server, str) else server
        return find_effect(known, self._handler.tool)

    async def run(self, arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        """Use the tool, and return what the server says."""
        handler, server = self._handler, self._handler.server
        if isinstance(server, str):
            known = self._connections.servers
            if server not in known:
                names = ", ".join(known) or "none"
                raise HandlerError(f"there is no MCP server {server}. mcp_servers has {names}.")
            server = known[server]
        wanted = arguments if handler.arguments is None else fill_in(handler.arguments, arguments)
        return await call_tool(self._connections, server, handler.tool, wanted)


def _build(handler: McpHandler, parts: HandlerParts, _build: RunnerFactory) -> McpRunner | None:
    return None if parts.mcp is None else McpRunner(handler, parts.mcp)


TYPE = HandlerType(handler=McpHandler, read=read_mcp, build=_build)
