"""A server that never comes to an end: what it sends is heard up to a bound, and told."""

import asyncio
import json
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from home_agent.engine.llm.errors import GarbledError
from home_agent.engine.llm.messages import Request, UserMessage
from home_agent.engine.llm.openai_compatible import OpenAIProvider
from home_agent.engine.llm.settings import ModelSettings

SIZE = 300_000_000
MOST_MEMORY = 100_000_000
QUESTION = Request(messages=(UserMessage(text="Is it on?"),))
BLOCK = 200_000


def _event(**delta: object) -> bytes:
    chunk = {"choices": [{"index": 0, "delta": delta}]}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


def _call(arguments: str) -> bytes:
    return _event(tool_calls=[{"index": 0, "id": "1", "function": {"arguments": arguments}}])


ENDLESS = {
    "an event without an end": ("text/event-stream", b"data: {", b"x" * BLOCK),
    "an event of lines": ("text/event-stream", b"", b"data: x\n" * (BLOCK // 8)),
    "zeros": ("text/event-stream", b"", b"\0" * BLOCK),
    "an answer in one piece": ("application/json", b'{"a": "', b"x" * BLOCK),
    "a page": ("text/html", b"<html>", b"<p>hello</p>\n\n" * (BLOCK // 14)),
    "plain text": ("text/plain", b"", b"hello\n\n" * (BLOCK // 7)),
    "words": ("text/event-stream", b"", _event(content="word " * 1000)),
    "thoughts": ("text/event-stream", b"", _event(reasoning_content="hm " * 1000)),
    "arguments": ("text/event-stream", b"", _call("x" * 5000)),
}


@asynccontextmanager
async def _server(kind: str, begin: bytes, part: bytes) -> AsyncIterator[str]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + begin)
        with suppress(OSError):
            for _ in range(SIZE // len(part)):
                writer.write(part)
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield f"http://127.0.0.1:{port}/v1"
        server.close_clients()


@pytest.mark.parametrize(("kind", "begin", "part"), ENDLESS.values(), ids=ENDLESS)
async def test_a_model_that_never_ends(kind: str, begin: bytes, part: bytes) -> None:
    async with _server(kind, begin, part) as address:
        settings = ModelSettings(base_url=address, model="endless", total_timeout=60)
        provider = OpenAIProvider(settings)
        await provider.prepare()
        tracemalloc.start()
        try:
            with pytest.raises(GarbledError):
                [_ async for _ in provider.stream(QUESTION)]
            _now, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
            await provider.close()
    assert peak < MOST_MEMORY
