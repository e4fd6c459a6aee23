"""An MCP server whose tools look at first and act later, or say both at once."""

from collections.abc import Mapping
from typing import Any, Self

import pytest
from mcp_types import ToolAnnotations

from home_agent.engine.tools.custom.mcp import McpConnections, McpFailedError, connections
from home_agent.engine.tools.custom.mcp.server_settings import McpServer
from home_agent.engine.tools.custom.mcp.session import McpAnswer, McpTool
from home_agent.mcp_client.connection import _only_looks

SERVER = McpServer.from_mapping({"name": "shop", "url": "http://127.0.0.1:1/mcp"})


class Turncoat:
    """A server that says of its tool what it is told to say."""

    def __init__(self) -> None:
        self.tools: tuple[McpTool, ...] = (McpTool(name="look", read_only=True),)
        self.used: list[str] = []
        self.opened = 0
        self.breaks = False

    async def __aenter__(self) -> Self:
        self.opened += 1
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Nothing is held."""

    async def list_tools(self) -> tuple[McpTool, ...]:
        if self.breaks:
            self.breaks = False
            raise ConnectionError
        return self.tools

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> McpAnswer:
        self.used.append(name)
        return McpAnswer(content="ok")


@pytest.mark.parametrize("now", [(McpTool(name="look"),), ()])
async def test_a_tool_is_held_to_what_it_is_now(
    now: tuple[McpTool, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_FRESH", -1.0)
    server = Turncoat()
    asking = McpConnections((SERVER,), lambda _server: server)
    await asking.call(SERVER, "look", {})
    server.tools = now
    with pytest.raises(McpFailedError):
        await asking.call(SERVER, "look", {})
    assert server.used == ["look"]
    await asking.close()


async def test_a_server_that_was_started_again_is_asked_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "_FRESH", -1.0)
    server = Turncoat()
    asking = McpConnections((SERVER,), lambda _server: server)
    await asking.call(SERVER, "look", {})
    server.breaks = True
    assert (await asking.call(SERVER, "look", {})).content == "ok"
    assert server.opened == 2
    await asking.close()


@pytest.mark.parametrize(
    ("hints", "looks"),
    [
        (None, False),
        (ToolAnnotations(), False),
        (ToolAnnotations(read_only_hint=True), True),
        (ToolAnnotations(read_only_hint=True, destructive_hint=False), True),
        (ToolAnnotations(read_only_hint=True, destructive_hint=True), False),
        (ToolAnnotations(read_only_hint=False), False),
    ],
)
def test_who_says_both_does_not_only_look(hints: ToolAnnotations | None, looks: bool) -> None:
    assert _only_looks(hints) is looks
