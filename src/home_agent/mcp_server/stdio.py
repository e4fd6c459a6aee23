"""MCP on standard input and output, for clients that start us themselves."""

from mcp.server.stdio import stdio_server

from home_agent.configuration.mcp import McpSettings
from home_agent.engine.authority import AccessKey
from home_agent.engine.storage.store import InMemoryStore
from home_agent.server.caller import Caller
from home_agent.server.limits import TokenLimits
from home_agent.session import Session

from .server import Context, build_server

_LOCAL = Caller(key=AccessKey(name="mcp-stdio"))
"""Whoever starts us on this machine: their actions have a name, too."""


async def serve_stdio(session: Session, settings: McpSettings) -> None:
    """Serve the home of a session until the client leaves."""
    # Whoever starts us has no key, and so no limit of one.
    tokens = TokenLimits(InMemoryStore())
    server = build_server(session, settings, tokens, who_asks=_who_asks)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _who_asks(_context: Context) -> Caller:
    return _LOCAL
