"""Speaks to MCP servers with the protocol's own package, loaded when the first is asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from home_agent.engine.tools.custom.mcp import McpServer, McpSession


@asynccontextmanager
async def connect(server: McpServer) -> AsyncIterator[McpSession]:
    """Open a connection to a server, and close it."""
    from .connection import open_connection  # noqa: PLC0415 - heavy, and few have such servers

    async with open_connection(server) as session:
        yield session
