"""A real server for MCP clients, and real clients of it."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx2
import mcp_types as types
import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp.client.streamable_http import streamable_http_client

from tests.standalone.server.running_server import RunningServer, start

SETTINGS = """
[mcp]
tools = ["talk", "look", "control", "plan", "automations"]
"""

type Connect = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The server, with every set of tools, and a key that may do anything."""
    running = start(tmp_path_factory.mktemp("mcp"), "--port", "0", settings=SETTINGS)
    running.add_key("desk", "--requests-a-minute", "100000")
    try:
        yield running
    finally:
        running.stop()


class Person:
    """Whoever sits before a client, and is asked."""

    def __init__(self, answer: types.ElicitResult | None = None) -> None:
        self.answer = answer or types.ElicitResult(action="decline")
        self.asked: list[str] = []

    async def __call__(
        self,
        context: ClientRequestContext,
        params: types.ElicitRequestParams,
    ) -> types.ElicitResult:
        self.asked.append(params.message)
        return self.answer


YES = types.ElicitResult(action="accept", content={"confirm": True})


@pytest.fixture
def connect(server: RunningServer) -> Connect:
    """Connect to the server by HTTP, with a key."""

    @asynccontextmanager
    async def connected(*, key: str = "desk", **options: Any) -> AsyncIterator[Client]:
        headers = {"Authorization": f"Bearer {server.keys[key]}"}
        async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
            transport = streamable_http_client(f"{server.address}/mcp", http_client=http)
            async with Client(transport, **options) as client:
                yield client

    return connected
