"""Tools of a real MCP server, over each transport: what may be used, and what comes back."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import pytest

from home_agent.commands.doctor import examine
from home_agent.engine.tools.custom.handler import HandlerError
from home_agent.engine.tools.custom.mcp import (
    McpConnections,
    McpFailedError,
    McpServer,
    OfferedTools,
)
from home_agent.engine.tools.custom.mcp.offered_tools import call_tool
from home_agent.mcp_client import connect
from home_agent.options import ModelChoice
from tests.standalone.mcp_client.conftest import PROGRAM, running
from tests.standalone.mcp_client.library_server import CREDENTIALS, TOKEN

type Open = Callable[..., tuple[McpConnections, McpServer]]


@pytest.fixture
async def open_(library: str) -> AsyncIterator[Open]:
    """Connect to the library as a test wants to."""
    opened: list[McpConnections] = []

    def connections(**values: Any) -> tuple[McpConnections, McpServer]:
        own = {"name": "library", "url": library, "auth": {"type": "bearer", "token": TOKEN}}
        server = McpServer.from_mapping({**own, **values})
        opened.append(McpConnections((server,), connect))
        return opened[-1], server

    yield connections
    for item in opened:
        await item.close()


@pytest.mark.parametrize("transport", ["http", "sse", "stdio"])
async def test_each_transport(
    request: pytest.FixtureRequest, transport: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME_AGENT_API_KEY", "sk-ours")
    values: dict[str, Any] = {"name": "library", "transport": transport}
    if transport == "stdio":
        values |= {"command": sys.executable, "args": [str(PROGRAM)]}
        values["env"] = {"LIBRARY_CARD": "card-0815-of-anna"}
    else:
        fixture = "library" if transport == "http" else "old_library"
        values |= {"url": request.getfixturevalue(fixture)}
        values["headers"] = {"Authorization": f"Bearer {TOKEN}"}
    server = McpServer.from_mapping(values)
    connections = McpConnections((server,), connect)
    try:
        tools = await connections.tools(server)
        assert tools["find_book"].read_only
        assert not tools["borrow_book"].read_only
        answer = await connections.call(server, "count_books", {"shelf": 3})
        assert answer.content == {"shelf": 3, "books": 42, "borrowed": 0}
        if transport == "stdio":
            told = await connections.call(server, "who_am_i", {})
            # What we give it is hidden, and what is ours it never had.
            assert str(told.content) == "{'result': '••• False'}"
    finally:
        await connections.close()


async def test_what_is_not_said_to_only_look_is_refused(open_: Open) -> None:
    connections, server = open_()
    with pytest.raises(McpFailedError, match="writes borrow_book to allow of library"):
        await connections.call(server, "borrow_book", {"title": "Emma"})
    counted = await connections.call(server, "count_books", {})
    assert counted.content["borrowed"] == 0


async def test_the_owner_allows_by_name(open_: Open) -> None:
    connections, server = open_(allow=["borrow_book"])
    result = await call_tool(connections, server, "borrow_book", {"title": "Emma"})
    assert result.success
    assert result.elsewhere
    looked = await call_tool(connections, server, "count_books", {})
    assert looked.result["borrowed"] == 1
    assert not looked.elsewhere
    assert looked.from_outside


async def test_offered_are_those_that_may_be_used(open_: Open) -> None:
    connections, _server = open_(tools=["*book*"])
    offered = await OfferedTools(connections)()
    assert [tool.name for tool in offered] == ["library_count_books", "library_find_book"]
    allowed, _server = open_(tools=[], allow=["borrow_book"])
    assert await OfferedTools(allowed)() == ()


async def test_secrets_that_a_server_repeats_are_hidden(open_: Open) -> None:
    connections, server = open_()
    answer = await connections.call(server, "find_book", {"title": "Emma"})
    assert "Emma is on shelf 7" in str(answer.content)
    assert TOKEN not in str(answer.content)


async def test_a_tool_that_fails_says_so(open_: Open) -> None:
    connections, server = open_()
    result = await call_tool(connections, server, "fail", {})
    assert not result.success
    assert result.error is not None
    assert "says that it did not work" in result.error


async def test_a_tool_that_hangs_is_given_up_and_the_next_works(open_: Open) -> None:
    connections, server = open_(timeout=2)
    with pytest.raises(McpFailedError, match="did not answer within 2 seconds"):
        await connections.call(server, "hang", {})
    assert (await connections.call(server, "count_books", {})).content["books"] == 42


async def test_a_flood_is_cut_off(open_: Open) -> None:
    connections, server = open_(timeout=20)
    with pytest.raises(McpFailedError):
        await connections.call(server, "flood", {})
    assert (await connections.call(server, "count_books", {})).content["books"] == 42


async def test_what_is_not_there_is_told_with_what_is(open_: Open) -> None:
    connections, server = open_()
    with pytest.raises(McpFailedError, match="has no tool burn_book; it has borrow_book"):
        await connections.call(server, "burn_book", {})


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"auth": {"type": "bearer", "token": "wrong-token-of-somebody"}}, "does not let us in"),
        ({"url": "http://127.0.0.1:9/mcp"}, "cannot be reached"),
        ({"transport": "stdio", "command": "/no/such/program"}, "cannot be started"),
    ],
)
async def test_a_server_that_cannot_be_used_is_told(
    open_: Open, values: dict[str, Any], told: str
) -> None:
    connections, server = open_(**values)
    with pytest.raises(HandlerError, match=told) as failed:
        await call_tool(connections, server, "count_books", {})
    assert "wrong-token" not in str(failed.value)
    # It costs nobody the rest.
    assert await OfferedTools(connections)() == ()


async def test_a_server_that_was_restarted_is_asked_anew(tmp_path: Path) -> None:
    with running("http", tmp_path) as address:
        server = McpServer.from_mapping(
            {"name": "library", "url": address, "auth": {"token": TOKEN}, "timeout": 10}
        )
        connections = McpConnections((server,), connect)
        assert (await connections.call(server, "count_books", {})).content["books"] == 42
    try:
        with running("http", tmp_path, str(urlsplit(address).port)):
            assert (await connections.call(server, "count_books", {})).content["books"] == 42
        # Now it is gone.
        with pytest.raises(McpFailedError, match="cannot be reached"):
            await connections.call(server, "count_books", {})
    finally:
        await connections.close()


async def test_a_token_is_got_with_credentials(open_: Open, library: str) -> None:
    client_id, client_secret = CREDENTIALS.split(":")
    oauth = {"type": "oauth", "client_id": client_id, "client_secret": client_secret}
    oauth["issuer"] = library.removesuffix("/mcp")
    connections, server = open_(auth=oauth)
    assert (await connections.call(server, "count_books", {})).content["books"] == 42
    connections, server = open_(auth={**oauth, "client_secret": "wrong-secret-of-somebody"})
    with pytest.raises(McpFailedError) as failure:
        await connections.call(server, "count_books", {})
    assert "wrong-secret" not in str(failure.value)


def test_doctor_tells_which_tools_there_are(
    library: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "settings.toml"
    file.touch(0o600)
    file.write_text(
        f'[[mcp_servers]]\nname = "library"\nurl = "{library}"\nauth = {{ token = "{TOKEN}" }}\n'
    )
    assert examine(ModelChoice(), file)
    told = capsys.readouterr().out
    assert "find_book, count_books" in told
    assert "borrow_book: not said to only look" in told
    file.write_text(file.read_text().replace(TOKEN, "wrong-token-4711"))
    assert not examine(ModelChoice(), file)
    told = capsys.readouterr().out
    assert "it does not let us in" in told
    assert "wrong-token" not in told


async def test_a_server_that_never_answers_is_not_waited_for(
    open_: Open, unused_tcp_port: int
) -> None:
    """Where somebody waits; the others have their tools, and the connection is gone on with."""
    silent = await asyncio.start_server(_say_nothing, "127.0.0.1", unused_tcp_port)
    connections, server = open_(tools=["*"])
    hanging = McpServer.from_mapping(
        {"name": "hanging", "url": f"http://127.0.0.1:{unused_tcp_port}/mcp", "tools": ["*"]}
    )
    both = McpConnections((server, hanging), connect)
    try:
        began = monotonic()
        offered = await OfferedTools(both)(patience=1.0)
        again = await OfferedTools(both)(patience=0.2)
        assert monotonic() - began < server.seconds / 2
        assert [tool.name for tool in offered] == [tool.name for tool in again]
        assert offered
        opening = [task for task in asyncio.all_tasks() if task.get_name().endswith("hanging")]
        assert len(opening) == 1
    finally:
        await both.close()
        await connections.close()
        silent.close()


async def _say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()
