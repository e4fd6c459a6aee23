"""Speaks to MCP servers, with the package that Home Assistant's own MCP integration has for it.

Nobody who sets no server needs it, so it is no requirement of ours: it is installed when a server
is first asked, in the version that this Home Assistant names.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

import httpx
from homeassistant.core import HomeAssistant
from homeassistant.helpers.httpx_client import create_async_httpx_client
from homeassistant.loader import IntegrationNotFound, async_get_integration
from homeassistant.requirements import RequirementsNotFound, async_process_requirements
from homeassistant.util.ssl import SSL_ALPN_HTTP11, SSLCipherList, client_context

from .const import DOMAIN
from .engine.tools.custom.mcp import McpAnswer, McpFailedError, McpServer, McpSession, McpTool
from .engine.tools.custom.mcp.credentials import find_token_source, get_token
from .engine.tools.custom.oauth import TokenSource
from .fetch import HassFetch

if TYPE_CHECKING:
    from mcp.client.session import ClientSession
    from mcp.types import CallToolResult, ToolAnnotations

_MOST_PAGES = 20
_REFUSED = (401, 403)


class HassMcpClient:
    """Opens connections for this Home Assistant."""

    def __init__(self, hass: HomeAssistant) -> None:
        """Install what it takes here."""
        self._hass = hass
        self._tokens: dict[str, TokenSource] = {}
        """Who gives out tokens, by server."""

    @asynccontextmanager
    async def connect(self, server: McpServer) -> AsyncIterator[McpSession]:
        """Open a connection to a server, and close it. Raises `McpFailedError`, among others."""
        server = await self._async_authorize(server)
        await self._async_install()
        await self._hass.async_add_import_executor_job(_load)
        from mcp.client.session import ClientSession  # noqa: PLC0415 - not there without a server
        from mcp.client.sse import sse_client  # noqa: PLC0415
        from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415

        noted: list[int] = []
        try:
            if server.transport == "sse":
                opened = sse_client(
                    server.url,
                    headers=dict(server.headers),
                    timeout=server.seconds,
                    httpx_client_factory=_sse_client,
                )
                async with opened as streams, ClientSession(*streams) as session:
                    await session.initialize()
                    yield _Session(session)
                return
            http_client = create_async_httpx_client(
                self._hass,
                headers=dict(server.headers),
                follow_redirects=False,
                event_hooks={"response": [_noting(noted)]},
            )
            async with (
                streamable_http_client(server.url, http_client=http_client) as (read, write, _id),
                ClientSession(read, write) as session,
            ):
                await session.initialize()
                yield _Session(session)
        except Exception as error:
            if noted and noted[-1] in _REFUSED:
                # A token may end before its time.
                self._tokens.pop(server.name, None)
                raise McpFailedError(
                    f"does not let us in (error {noted[-1]}). Check its token, headers or auth"
                ) from error
            raise

    async def _async_authorize(self, server: McpServer) -> McpServer:
        """The server with a token, where that is got with credentials."""
        if server.credentials is None:
            return server
        source = self._tokens.get(server.name)
        if source is None:
            fetch = HassFetch(self._hass)
            source = await find_token_source(server.credentials, fetch, server.seconds)
            self._tokens[server.name] = source
        bearer = {"Authorization": f"Bearer {await get_token(source)}"}
        return replace(server, headers={**server.headers, **bearer})

    async def _async_install(self) -> None:
        try:
            named = (await async_get_integration(self._hass, "mcp")).requirements
            await async_process_requirements(self._hass, DOMAIN, named, is_built_in=False)
        except (IntegrationNotFound, RequirementsNotFound) as error:
            raise McpFailedError(
                "cannot be asked: the package mcp cannot be installed. Check whether Home Assistant"
                " can reach the internet"
            ) from error


def _load() -> None:
    """Load the package where that keeps nobody waiting."""
    for module in ("session", "sse", "streamable_http"):
        import_module(f"mcp.client.{module}")


class _Session:
    """An open connection."""

    def __init__(self, session: ClientSession) -> None:
        self._session = session

    async def list_tools(self) -> tuple[McpTool, ...]:
        """What the server offers, page by page."""
        from mcp.types import PaginatedRequestParams  # noqa: PLC0415

        tools: list[McpTool] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await self._session.list_tools(params=PaginatedRequestParams(cursor=cursor))
            tools += (
                McpTool(
                    name=tool.name,
                    description=tool.description or "",
                    parameters=tool.inputSchema,
                    read_only=_only_looks(tool.annotations),
                )
                for tool in page.tools
            )
            cursor = page.nextCursor
            if not cursor:
                break
        return tuple(tools)

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> McpAnswer:
        """Use one of them."""
        result = await self._session.call_tool(name, dict(arguments))
        return McpAnswer(content=_content(result), is_error=bool(result.isError))


def _only_looks(hints: ToolAnnotations | None) -> bool:
    """Whether a tool is said to change nothing, and not to destroy anything either."""
    return hints is not None and bool(hints.readOnlyHint) and not hints.destructiveHint


def _content(result: CallToolResult) -> Any:  # noqa: ANN401 - any JSON
    """Data if there are any, else the texts; what is neither is only named."""
    if result.structuredContent is not None:
        return result.structuredContent
    return "\n".join(
        block.text if block.type == "text" else f"[{block.type} left out]"
        for block in result.content
    )


def _noting(noted: list[int]) -> Any:  # noqa: ANN401 - what httpx takes
    async def note(response: httpx.Response) -> None:
        noted.append(response.status_code)

    return note


def _sse_client(
    headers: dict[str, str] | None = None,
    timeout: httpx.Timeout | None = None,
    auth: httpx.Auth | None = None,
) -> httpx.AsyncClient:
    """A client that the package closes itself, with certificates that are read already."""
    return httpx.AsyncClient(
        verify=client_context(SSLCipherList.PYTHON_DEFAULT, SSL_ALPN_HTTP11),
        headers=headers,
        timeout=timeout,
        auth=auth,
    )
