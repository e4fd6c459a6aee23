"""Connections to MCP servers, each opened when it is first used and owned by a task of its own.

The packages that speak the protocol want a connection closed by whoever opened it, so a task opens
it, waits, and closes it; others use it meanwhile.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from ....act.gate.rate_limit import RateLimit
from ....privacy.masking import Mask
from ...tool import ToolEffect
from .server_settings import McpServer
from .session import (
    McpAnswer,
    McpFailedError,
    McpNotAskedError,
    McpSession,
    McpTool,
    SessionOpener,
    explain_failure,
)

# Seconds that a server is left alone for after it could not be connected to.
_REST = 30.0
_CLOSING = 5.0
# Seconds for which a server is held to what it said of its tools.
_FRESH = 60.0
_MOST_LETTERS = 100_000
_MINUTE = 60.0
_ALL = "all"
_DEEPEST = 50

_LOGGER = logging.getLogger(__name__)


class McpConnections:
    """The servers that are set, by name."""

    def __init__(self, servers: Sequence[McpServer], connect: SessionOpener) -> None:
        """Open connections with this."""
        self._connect = connect
        self.servers: Mapping[str, McpServer] = {server.name: server for server in servers}
        self._connections: dict[int, _Connection] = {}
        self._hosts: frozenset[str] = frozenset()
        self.requests: RateLimit | None = None
        """Counts requests to hosts; tools that ask others count there, too."""

    def allow_only(self, hosts: Iterable[str], requests_a_minute: int | None = None) -> None:
        """Ask no other hosts than these, none: any; and all of them so often, if that is set."""
        self._hosts = frozenset(hosts)
        if requests_a_minute is not None:
            self.requests = RateLimit(requests_a_minute, within=_MINUTE)

    async def tools(self, server: McpServer) -> Mapping[str, McpTool]:
        """What the server offers, by name. Raises `McpFailedError`."""
        _session, tools = await self._connection(server).open()
        return tools

    async def call(self, server: McpServer, name: str, arguments: Mapping[str, Any]) -> McpAnswer:
        """Use a tool, if that is allowed. Raises `McpFailedError`."""
        connection = self._connection(server)
        tools = await connection.renew()
        tool = tools.get(name)
        if tool is None:
            raise McpNotAskedError(
                f"has no tool {name}; it has {', '.join(sorted(tools)) or 'none'}"
            )
        if not may_use(server, tool):
            raise McpNotAskedError(
                f"does not say that {name} changes nothing, so that it is not used. Whoever"
                f" trusts it with that writes {name} to allow of {server.name}"
            )
        self._count(server)
        try:
            answer = await connection.call(tool, arguments)
        except McpFailedError as error:
            # Servers are restarted, and forget whom they knew; to look again harms nobody.
            if not tool.read_only or isinstance(error.__cause__, TimeoutError):
                raise
            self._count(server)
            answer = await connection.call(tool, arguments)
        return answer

    def _count(self, server: McpServer) -> None:
        """Count a request to a host. Raises `McpFailedError` where there were too many."""
        if self.requests is None or not server.url:
            return
        if self.requests.is_reached(_ALL):
            raise McpNotAskedError("is not asked: too many requests in a minute")
        self.requests.count(_ALL)

    async def close(self) -> None:
        """Close every connection."""
        await asyncio.gather(*(connection.close() for connection in self._connections.values()))

    def _connection(self, server: McpServer) -> _Connection:
        host = (urlsplit(server.url).hostname or "").casefold()
        if self._hosts and host and host not in self._hosts:
            raise McpNotAskedError("is not among the hosts that tools may ask (tools, hosts)")
        # Servers that are written into a declaration are no different from those in the list.
        known = self._connections.get(id(server))
        if known is None:
            known = self._connections[id(server)] = _Connection(server, self._connect)
        return known


def may_use(server: McpServer, tool: McpTool) -> bool:
    """Whether a tool only looks, or the owner allows it by its name."""
    return tool.read_only or tool.name in server.allow


def find_effect(server: McpServer | None, name: str) -> ToolEffect:
    """What using a tool can do: one that the owner allows by its name may act.

    No other is used unless it only looks when it is used, whatever it said before.
    """
    only_looks = server is not None and name not in server.allow
    return ToolEffect.OUTSIDE if only_looks else ToolEffect.ELSEWHERE


class _Connection:
    """The connection to one server."""

    def __init__(self, server: McpServer, connect: SessionOpener) -> None:
        self._server = server
        self._connect = connect
        self._lock = asyncio.Lock()
        self._owner: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[None] | None = None
        self._closing = asyncio.Event()
        self._opened: tuple[McpSession, Mapping[str, McpTool]] | None = None
        self._listed_at = 0.0
        self._failure = ""
        self._rests_until = 0.0

    async def open(self) -> tuple[McpSession, Mapping[str, McpTool]]:
        """The open session, and the tools that it has. Raises `McpFailedError`."""
        async with self._lock:
            if self._owner is None or self._owner.done() or self._opened is None:
                await self._start()
            if self._opened is None:
                raise McpFailedError(self._failure)
            return self._opened

    async def renew(self) -> Mapping[str, McpTool]:
        """The tools as the server told of them a short while ago. Raises `McpFailedError`.

        What only looked when the connection was opened may act by now.
        """
        session, tools = await self.open()
        loop = asyncio.get_running_loop()
        if loop.time() - self._listed_at < _FRESH:
            return tools
        try:
            async with asyncio.timeout(self._server.seconds):
                listed = {tool.name: tool for tool in await session.list_tools()}
        except TimeoutError as error:
            await self.close()
            raise McpFailedError(explain_failure(error, self._server.seconds)) from error
        except Exception:  # noqa: BLE001 - servers are restarted, and forget whom they knew
            await self.close()
            return (await self.open())[1]
        self._listed_at = loop.time()
        if self._opened is not None and self._opened[0] is session:
            self._opened = session, listed
        return listed

    async def call(self, tool: McpTool, arguments: Mapping[str, Any]) -> McpAnswer:
        """Use a tool. After an error the next one opens a new connection."""
        session, _tools = await self.open()
        try:
            async with asyncio.timeout(self._server.seconds):
                answer = await session.call_tool(tool.name, arguments)
        except Exception as error:
            _LOGGER.debug("MCP server %s: %s", self._server.name, type(error).__name__)
            await self.close()
            raise McpFailedError(explain_failure(error, self._server.seconds)) from error
        return await asyncio.to_thread(self._read, answer)

    async def close(self) -> None:
        """Close it, if it is open."""
        owner, self._owner, self._opened = self._owner, None, None
        if owner is None:
            return
        self._closing.set()
        _done, pending = await asyncio.wait((owner,), timeout=_CLOSING)
        for task in pending:
            task.cancel()
        await asyncio.wait((owner,), timeout=_CLOSING)

    async def _start(self) -> None:
        """Open the connection, or go on waiting for one that others did not wait for."""
        loop = asyncio.get_running_loop()
        owner, ready = self._owner, self._ready
        if owner is None or owner.done() or ready is None or ready.done():
            if loop.time() < self._rests_until:
                return
            self._closing = asyncio.Event()
            ready = self._ready = loop.create_future()
            owner = self._owner = loop.create_task(
                self._own(ready, self._closing), name=f"MCP server {self._server.name}"
            )
        await asyncio.wait((ready, owner), return_when=asyncio.FIRST_COMPLETED)
        if self._opened is None:
            self._rests_until = loop.time() + _REST

    async def _own(self, ready: asyncio.Future[None], closing: asyncio.Event) -> None:
        """Open the connection, keep it until it is to be closed, and close it."""
        self._opened = None
        try:
            async with asyncio.timeout(self._server.seconds) as limit:
                async with self._connect(self._server) as session:
                    tools = await session.list_tools()
                    limit.reschedule(None)
                    self._opened = session, {tool.name: tool for tool in tools}
                    self._listed_at = asyncio.get_running_loop().time()
                    ready.set_result(None)
                    await closing.wait()
        except Exception as error:  # noqa: BLE001 - whatever a package raises, a server is at fault
            self._failure = explain_failure(error, self._server.seconds)
            _LOGGER.debug("MCP server %s %s", self._server.name, self._failure)
        finally:
            self._opened = None
            if not ready.done():
                ready.set_result(None)

    def _read(self, answer: McpAnswer) -> McpAnswer:
        """The answer in bounds, and without what we sent the server to get in."""
        content = answer.content
        if isinstance(content, str):
            content = content[:_MOST_LETTERS]
        elif _is_deep(content):
            content = str(content)[:_MOST_LETTERS]
        server = self._server
        secrets = [*server.headers.items(), *server.env.items()]
        if server.credentials is not None:
            secrets.append(("client_secret", server.credentials.client_secret))
        masked = Mask((name, value) for name, value in secrets).mask_values(content)
        return McpAnswer(content=masked, is_error=answer.is_error)


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: object) -> Sequence[object]:
    if isinstance(value, Mapping):
        return tuple(value.values())
    return tuple(value) if isinstance(value, list | tuple) else ()
