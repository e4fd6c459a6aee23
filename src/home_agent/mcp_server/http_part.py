"""MCP over HTTP, on the port of the server and behind its door.

What the protocol takes is loaded when the first client comes: most servers never see one.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from starlette.types import Receive, Scope, Send

from home_agent.configuration.mcp import McpSettings
from home_agent.server.app import MountedApp
from home_agent.server.caller import Caller, caller_of
from home_agent.server.limits import TokenLimits
from home_agent.session import Session

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

PATH = "/mcp"
_MOST_SESSIONS = 200


def build_http_part(session: Session, settings: McpSettings, tokens: TokenLimits) -> MountedApp:
    """The part of the server that MCP clients talk to."""
    part = _HttpPart(session, settings, tokens)
    return MountedApp(path=PATH, app=part, lifespan=part.running)


class _HttpPart:
    """An app that begins with its first request, and ends with the server."""

    def __init__(self, session: Session, settings: McpSettings, tokens: TokenLimits) -> None:
        self._session = session
        self._settings = settings
        self._tokens = tokens
        self._manager: StreamableHTTPSessionManager | None = None
        self._beginning = asyncio.Lock()
        self._ending = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        manager = await self._begin()
        await manager.handle_request(_with_owner(scope), receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Let it run meanwhile."""
        try:
            yield
        finally:
            self._ending.set()
            if self._task is not None:
                await asyncio.wait({self._task})

    async def _begin(self) -> StreamableHTTPSessionManager:
        async with self._beginning:
            if self._manager is None:
                manager = await asyncio.to_thread(self._build)
                is_up = asyncio.Event()
                # In a task of its own: whoever came first may leave before the others.
                self._task = asyncio.create_task(self._run(manager, is_up), name="mcp")
                await is_up.wait()
                self._manager = manager
            return self._manager

    def _build(self) -> StreamableHTTPSessionManager:
        from mcp.server.streamable_http_manager import (  # noqa: PLC0415 - takes half a second
            StreamableHTTPSessionManager,
        )

        from .server import build_server  # noqa: PLC0415 - likewise

        server = build_server(self._session, self._settings, self._tokens, who_asks=_who_asks)
        # The door has looked at keys, sizes, hosts and origins before.
        return StreamableHTTPSessionManager(server, max_sessions=_MOST_SESSIONS)

    async def _run(self, manager: StreamableHTTPSessionManager, is_up: asyncio.Event) -> None:
        async with manager.run():
            is_up.set()
            await self._ending.wait()


def _with_owner(scope: Scope) -> Scope:
    """The request with whom it is of, so that a session is only ever used by who began it.

    Whoever else could use one might answer a question in the place of its person.
    """
    from mcp.server.auth.middleware.bearer_auth import (  # noqa: PLC0415 - with the rest of it
        AuthenticatedUser,
    )
    from mcp.server.auth.provider import AccessToken  # noqa: PLC0415 - likewise

    caller = caller_of(scope)
    token = AccessToken(token="", client_id=caller.key.name, subject=caller.user_id, scopes=[])
    return {**scope, "user": AuthenticatedUser(token)}


def _who_asks(context: Any) -> Caller:  # noqa: ANN401 - a context of `mcp`, which is not loaded yet
    assert context.request is not None, "every request came by HTTP"
    return caller_of(context.request.scope)
