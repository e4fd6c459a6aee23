"""A connection to one server: over HTTP, by its older event streams, or to a program we start."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TextIO

import httpx2
from mcp import Client
from mcp.client import Transport
from mcp.client.sse import sse_client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent, ToolAnnotations

from home_agent.engine.tools.custom.mcp import McpAnswer, McpServer, McpTool

from .http import HttpConnection

_MOST_PAGES = 20


class ClientSession:
    """An open connection."""

    def __init__(self, client: Client) -> None:
        """Ask by way of this client."""
        self._client = client

    async def list_tools(self) -> tuple[McpTool, ...]:
        """What the server offers, page by page."""
        tools: list[McpTool] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await self._client.list_tools(cursor=cursor)
            tools += (
                McpTool(
                    name=tool.name,
                    description=tool.description or "",
                    parameters=tool.input_schema,
                    read_only=_only_looks(tool.annotations),
                )
                for tool in page.tools
            )
            cursor = page.next_cursor
            if not cursor:
                break
        return tuple(tools)

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> McpAnswer:
        """Use one of them."""
        result = await self._client.call_tool(name, dict(arguments))
        return McpAnswer(content=_content(result), is_error=bool(result.is_error))


def _only_looks(hints: ToolAnnotations | None) -> bool:
    """Whether a tool is said to change nothing, and not to destroy anything either."""
    return hints is not None and bool(hints.read_only_hint) and not hints.destructive_hint


@asynccontextmanager
async def open_connection(server: McpServer) -> AsyncIterator[ClientSession]:
    """Open a connection to a server, and close it. We answer nothing that a server asks of us."""
    http = HttpConnection(server) if server.url else None
    try:
        async with AsyncExitStack() as stack:
            transport = await _transport(server, http, stack)
            client = Client(transport, read_timeout_seconds=server.seconds, cache=None)
            yield ClientSession(await stack.enter_async_context(client))
    except Exception as error:
        if http is not None and http.failure is not None:
            raise http.failure from error
        raise


async def _transport(
    server: McpServer, http: HttpConnection | None, stack: AsyncExitStack
) -> Transport:
    if http is None:
        program, *arguments = server.command
        # What a program says of itself is no answer, and may hold secrets.
        log = stack.enter_context(_open_nowhere())
        parameters = StdioServerParameters(command=program, args=arguments, env=dict(server.env))
        return _as_transport(stdio_client(parameters, errlog=log))
    if server.transport == "sse":

        def client(
            headers: dict[str, str] | None = None,  # noqa: ARG001 - those of the server hold
            timeout: httpx2.Timeout | None = None,  # noqa: ARG001 - likewise
            auth: httpx2.Auth | None = None,  # noqa: ARG001 - likewise
        ) -> httpx2.AsyncClient:
            return http.client

        return _as_transport(
            sse_client(server.url, timeout=server.seconds, httpx_client_factory=client)
        )
    http_client = await stack.enter_async_context(http.client)
    return _as_transport(streamable_http_client(server.url, http_client=http_client))


def _open_nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _as_transport(opened: AbstractAsyncContextManager[Any]) -> Transport:
    """The package's own transports are what it takes for one, though their types do not say so."""
    return opened


def _content(result: CallToolResult) -> Any:  # noqa: ANN401 - any JSON
    """Data if there are any, else the texts; what is neither is only named."""
    if result.structured_content is not None:
        return result.structured_content
    return "\n".join(
        block.text if isinstance(block, TextContent) else f"[{block.type} left out]"
        for block in result.content
    )
