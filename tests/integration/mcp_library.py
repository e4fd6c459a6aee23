"""A real MCP server of the package that Home Assistant has: `python mcp_library.py PORT_FILE`."""

import socket
import sys
from pathlib import Path

import uvicorn
from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

server = FastMCP("library", log_level="ERROR")


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def find_book(title: str) -> str:
    """Find a book by its title."""
    return f"{title} is on shelf 7."


@server.tool()
def borrow_book(title: str) -> str:
    """Borrow a book."""
    return f"You have {title} now."


def main() -> None:
    """Serve until somebody ends it."""
    listening = socket.create_server(("127.0.0.1", 0))
    Path(sys.argv[1]).write_text(str(listening.getsockname()[1]), encoding="ascii")
    config = uvicorn.Config(server.streamable_http_app(), log_level="error")
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
