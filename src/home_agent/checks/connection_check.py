"""Whether the home and the MCP servers that are set can be reached, and what they are."""

from collections.abc import AsyncIterator

from home_agent.engine.tools.custom.mcp import McpConnections, McpFailedError, McpServer
from home_agent.engine.tools.custom.mcp.connections import may_use

from ..configuration import Configuration
from ..homes import chosen_access
from ..options import Options
from ..remote import Access, RemoteHome
from ..remote.errors import RemoteError
from .model_check import Finding, Level


async def check_connections(
    configuration: Configuration,
) -> AsyncIterator[tuple[str, list[Finding]]]:
    """Each that is set, with what was found of it."""
    if (access := chosen_access(Options(), configuration)) is not None:
        yield f"Home Assistant, at {access.address.shown}", await _check_home(access)
    servers = configuration.servers.servers
    if not servers:
        return
    # Loads a package that few need.
    from ..mcp_client import connect  # noqa: PLC0415

    connections = McpConnections(servers, connect)
    try:
        for server in servers:
            yield f"The MCP server {server.name}", await _check_server(connections, server)
    finally:
        await connections.close()


async def _check_home(access: Access) -> list[Finding]:
    home = RemoteHome(access)
    try:
        await home.open()
        entities = home.snapshot().layout.entities.values()
    except RemoteError as error:
        return [Finding(what="connection", told=str(error), level=Level.FIX)]
    finally:
        await home.close()
    exposed = sum(entity.exposed for entity in entities)
    return [
        Finding(what="connection", told=f"reached; it is called {home.name or 'nothing'}"),
        Finding(what="version", told=home.version or "not told"),
        Finding(what="entities", told=f"{len(entities)}, {exposed} of them exposed"),
    ]


async def _check_server(connections: McpConnections, server: McpServer) -> list[Finding]:
    try:
        tools = await connections.tools(server)
    except McpFailedError as error:
        return [Finding(what="connection", told=f"it {error}.", level=Level.FIX)]
    used = [name for name, tool in tools.items() if may_use(server, tool)]
    found = [Finding(what="tools", told=", ".join(used) or "none that only look")]
    if kept := [name for name in tools if name not in used]:
        told = f"{', '.join(kept)}: not said to only look; to use one, add it to allow"
        found.append(Finding(what="not used", told=told, level=Level.HINT))
    return found
