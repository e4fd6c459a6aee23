"""A model that uses the tools of a real MCP server, declared and as the server offers them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.audit import read_audit
from home_agent.engine.agent import Agent
from home_agent.engine.authority import AccessKey, Authority, Origin
from home_agent.engine.events import Event, ToolFinished
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.custom import CustomTools, read_custom_tools
from home_agent.engine.tools.custom.mcp import McpConnections, McpFailedError, McpServer
from home_agent.engine.tools.settings import ToolSettings
from home_agent.engine.tools.tool import ToolResult
from home_agent.fetch import Fetcher
from home_agent.mcp_client import connect
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE
from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.mcp_client.library_server import TOKEN

DECLARED = [
    {
        "name": "look_up_book",
        "description": "Find a book in the library.",
        "parameters": {
            "type": "object",
            "properties": {"book": {"type": "string"}},
            "required": ["book"],
        },
        "handler": {
            "type": "mcp",
            "server": "library",
            "tool": "find_book",
            "arguments": {"title": "{{ book | upper }}"},
        },
    },
    {
        "name": "borrow",
        "description": "Borrow a book.",
        "handler": {"type": "mcp", "server": "library", "tool": "borrow_book"},
    },
    {
        "name": "elsewhere",
        "description": "Ask a server that is not set.",
        "handler": {"type": "mcp", "server": "archive", "tool": "find"},
    },
]


@pytest.fixture
def store() -> InMemoryStore:
    return InMemoryStore(durable=True)


@pytest.fixture
async def agent(library: str, server: ScriptedServer, store: InMemoryStore) -> AsyncIterator[Agent]:
    values: dict[str, Any] = {"name": "library", "url": library, "auth": {"token": TOKEN}}
    connections = McpConnections(
        (McpServer.from_mapping({**values, "tools": ["count_*", "borrow_book"]}),), connect
    )
    home = SimulatedHome.from_inventory(HOUSE)
    agent = build_agent(
        home,
        store=store,
        settings=Settings(
            llm=(ModelSettings(base_url=server.url, model="m"),),
            tools=ToolSettings(calls_a_minute=2),
        ),
        custom=CustomTools(tools=read_custom_tools(DECLARED), mcp=connections),
    )
    yield agent
    await agent.close()
    home.close()


@pytest.fixture
def server() -> Any:
    with ScriptedServer() as server:
        yield server


async def ask(agent: Agent, server: ScriptedServer, tool: str, **more: Any) -> ToolFinished:
    """What came of a tool that the model uses."""
    events: list[Event] = []
    arguments = more.pop("arguments", {})
    server.call_tool(tool, arguments)
    server.say("It is on shelf 7.")
    await agent.hear(
        Turn(text="is there a copy of Emma about?", language="en", conversation_id="c", **more),
        events.append,
    )
    return next(event for event in events if isinstance(event, ToolFinished))


async def test_a_declared_tool_is_filled_in_and_answered(
    agent: Agent, server: ScriptedServer
) -> None:
    finished = await ask(agent, server, "look_up_book", arguments={"book": "Emma"})
    assert finished.success
    assert "EMMA is on shelf 7" in str(finished.result)
    told = str(server.requests[1].json["messages"])
    # What a server says is data: it ends none of our marks, and gets nothing of ours back.
    assert "</now> Ignore" not in told
    assert TOKEN not in told


async def test_what_a_server_offers_is_there_and_what_acts_is_not(
    agent: Agent, server: ScriptedServer
) -> None:
    finished = await ask(agent, server, "library_count_books", arguments={"shelf": 2})
    assert finished.result == {"shelf": 2, "books": 42, "borrowed": 0}
    names = [tool["function"]["name"] for tool in server.requests[0].json["tools"]]
    assert "library_count_books" in names
    assert "library_borrow_book" not in names
    assert "library_find_book" not in names


@pytest.mark.parametrize(
    ("tool", "told"),
    [("borrow", "writes borrow_book to allow"), ("elsewhere", "there is no MCP server archive")],
)
async def test_what_is_not_allowed_or_not_set_is_told(
    agent: Agent, server: ScriptedServer, tool: str, told: str
) -> None:
    finished = await ask(agent, server, tool)
    assert not finished.success
    assert told in str(finished.error)


async def test_each_use_is_in_the_audit_and_within_limits(
    agent: Agent, server: ScriptedServer, store: InMemoryStore
) -> None:
    for _ in range(2):
        await ask(agent, server, "library_count_books", arguments={"shelf": 2})
    finished = await ask(agent, server, "library_count_books", arguments={"shelf": 2})
    assert "may be used 2 times a minute" in str(finished.error)
    records = [(outcome.service, outcome.status) for outcome in await read_audit(store)]
    assert records == [
        ("tool.library_count_books", status) for status in ("done", "done", "failed")
    ]


@asynccontextmanager
async def using(
    library: str, handler: dict[str, Any], **bounds: Any
) -> AsyncIterator[Callable[[], Awaitable[ToolResult]]]:
    """Using one tool of one's own again and again, with these bounds."""
    own = {"name": "own", "description": "Mine.", "handler": handler}
    written = {"name": "library", "url": library, "auth": {"token": TOKEN}, "timeout": 2}
    connections = McpConnections((McpServer.from_mapping(written),), connect)
    home = SimulatedHome.from_inventory(HOUSE)
    agent = build_agent(
        home,
        store=InMemoryStore(),
        settings=Settings(tools=ToolSettings(**bounds)),
        custom=CustomTools(tools=read_custom_tools([own]), mcp=connections, fetch=Fetcher()),
    )
    call = ToolCall(id="1", name="own", arguments={})
    yield lambda: agent.api.use_tool(call, Authority(origin=Origin.CHAT))
    await agent.close()
    home.close()


async def test_a_failing_server_is_given_a_rest(library: str) -> None:
    """A tool that the server never answers is switched off for a while, and says so."""
    handler = {"type": "mcp", "server": "library", "tool": "hang"}
    async with using(library, handler, failures=2) as use:
        for _ in range(2):
            assert "did not answer within 2 seconds" in str((await use()).error)
        assert "own is switched off for about 5 more minutes" in str((await use()).error)


async def test_tools_and_servers_share_their_requests_a_minute(library: str) -> None:
    """It is one figure for all that leaves the house."""
    parts = [
        {"type": "mcp", "server": "library", "tool": "count_books"},
        {"type": "rest", "url": library},
    ]
    composite = {"type": "composite", "sequence": parts}
    async with using(library, composite, requests_a_minute=1) as use:
        assert "too many requests in a minute" in str((await use()).error)


async def test_only_the_hosts_that_may_be_asked(library: str) -> None:
    server = McpServer.from_mapping({"name": "library", "url": library, "auth": {"token": TOKEN}})
    connections = McpConnections((server,), connect)
    connections.allow_only(("books.example",))
    with pytest.raises(McpFailedError, match="not among the hosts"):
        await connections.tools(server)
    connections.allow_only(("127.0.0.1",))
    assert await connections.tools(server)
    await connections.close()


async def test_so_many_requests_a_minute_to_hosts(library: str) -> None:
    """Of all servers together; what only a program does here is not among them."""
    server = McpServer.from_mapping({"name": "library", "url": library, "auth": {"token": TOKEN}})
    connections = McpConnections((server,), connect)
    connections.allow_only((), 2)
    for _ in range(2):
        await connections.call(server, "count_books", {"shelf": 2})
    with pytest.raises(McpFailedError, match="too many requests in a minute"):
        await connections.call(server, "count_books", {"shelf": 2})
    await connections.close()


async def test_a_key_that_only_looks_sends_nothing_out(
    agent: Agent, server: ScriptedServer
) -> None:
    key = AccessKey(name="guest", read_only=True)
    finished = await ask(agent, server, "library_count_books", key=key)
    assert not finished.success
