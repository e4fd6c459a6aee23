"""HTTP for MCP servers: who we are, and how much an answer may be.

Redirects to another host are not followed: the package sees to that.
"""

from collections.abc import AsyncIterator, Callable
from typing import Any, override

import httpx2
from mcp.client.auth import TokenStorage
from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider

from home_agent.engine.tools.custom.mcp import McpFailedError, McpServer

# Of one response; a stream that stays open says more than one answer.
_MOST_BYTES = 8_000_000
# Seconds: streams are silent between two answers, and how long one takes is watched elsewhere.
_SILENCE = 300.0
_REFUSALS = {
    status: f"does not let us in (error {status}). Check its token, headers or auth"
    for status in (401, 403)
}


class HttpConnection:
    """A client of one server, and what went wrong with it: the package tells only that it did."""

    def __init__(self, server: McpServer) -> None:
        """Say who we are with every request."""
        self.failure: Exception | None = None
        self.client = httpx2.AsyncClient(
            headers=dict(server.headers),
            timeout=httpx2.Timeout(server.seconds, read=_SILENCE),
            auth=_auth(server),
            transport=_BoundedTransport(self._note),
        )

    def _note(self, failure: Exception | None) -> None:
        self.failure = failure


class _BoundedTransport(httpx2.AsyncHTTPTransport):
    """Cuts off what is too long to be an answer."""

    def __init__(self, note: Callable[[Exception | None], None]) -> None:
        super().__init__()
        self._note = note

    @override
    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        try:
            response = await super().handle_async_request(request)
        except httpx2.TransportError as error:
            self._note(error)
            raise
        refused = response.status_code in _REFUSALS
        self._note(McpFailedError(_REFUSALS[response.status_code]) if refused else None)
        response.stream = _BoundedStream(response.stream)
        return response


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, stream: Any) -> None:  # noqa: ANN401 - the one that a response has
        self._stream = stream

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for part in self._stream:
            read += len(part)
            if read > _MOST_BYTES:
                raise McpFailedError(f"sent more than {_MOST_BYTES} bytes, too many")
            yield part

    @override
    async def aclose(self) -> None:
        await self._stream.aclose()


def _auth(server: McpServer) -> httpx2.Auth | None:
    """Gets a token with what the owner gave us, if that is how the server lets us in."""
    credentials = server.credentials
    if credentials is None:
        return None
    return ClientCredentialsOAuthProvider(
        server_url=server.url,
        storage=_InMemory(),
        client_id=credentials.client_id,
        client_secret=credentials.client_secret,
        scope=credentials.scope or None,
        issuer=credentials.issuer,
    )


class _InMemory(TokenStorage):
    """A token lasts as long as the program: the next one gets another."""

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}

    @override
    async def get_tokens(self) -> Any:
        return self._kept.get("tokens")

    @override
    async def set_tokens(self, tokens: Any) -> None:
        self._kept["tokens"] = tokens

    @override
    async def get_client_info(self) -> Any:
        return self._kept.get("client")

    @override
    async def set_client_info(self, client_info: Any) -> None:
        self._kept["client"] = client_info
