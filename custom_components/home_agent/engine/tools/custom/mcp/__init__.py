"""Tools of MCP servers: the servers that are set, connections to them, and what they offer.

The protocol is spoken by whoever runs the engine, with the package that it has for it (`session.py`
is what it must bring). Here is what holds for every server: which of its tools may be used, how
long and how much, and that what it says is data.
"""

from .connections import McpConnections
from .offered_tools import OfferedTools
from .server_settings import McpServer, Transport, WrongServer, split_mcp_servers
from .session import McpAnswer, McpFailedError, McpNotAskedError, McpSession, McpTool, SessionOpener

__all__ = [
    "McpAnswer",
    "McpConnections",
    "McpFailedError",
    "McpNotAskedError",
    "McpServer",
    "McpSession",
    "McpTool",
    "OfferedTools",
    "SessionOpener",
    "Transport",
    "WrongServer",
    "split_mcp_servers",
]
