"""Connections that say nothing, or never finish: they are given up, and nobody else is."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from home_agent.server import header_timeout
from home_agent.server.header_timeout import HeaderTimeoutProtocol

ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@asynccontextmanager
async def listening(answered: asyncio.Event) -> AsyncIterator[int]:
    """A server whose one answer waits for an event; its port."""

    async def answer(_request: Request) -> PlainTextResponse:
        await answered.wait()
        return PlainTextResponse("here")

    config = uvicorn.Config(
        Starlette(routes=[Route("/", answer)]), http=HeaderTimeoutProtocol, log_config=None, port=0
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    (port,) = (sock.getsockname()[1] for part in server.servers for sock in part.sockets)
    try:
        yield port
    finally:
        await server.shutdown()


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: lo"])
async def test_who_never_asks_is_given_up(monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(header_timeout, "TO_ASK", 0.05)
    async with listening(asyncio.Event()) as port, asyncio.timeout(30):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begun)
        assert await reader.read() == b""
        writer.close()


async def test_who_asks_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the answer takes; and who then asks half of something else is not."""
    monkeypatch.setattr(header_timeout, "TO_ASK", 0.05)
    answered = asyncio.Event()
    async with listening(answered) as port, asyncio.timeout(30):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(ASKED)
        idle_reader, idle = await asyncio.open_connection("127.0.0.1", port)
        # By the time that one who came later is given up, the first is still there.
        assert await idle_reader.read() == b""
        answered.set()
        assert (await reader.readuntil(b"here")).startswith(b"HTTP/1.1 200")
        writer.write(ASKED[:10])
        assert await reader.read() == b""
        writer.close()
        idle.close()
