"""Tools of one's own that act past the gate: rules name them, and a dry run sends nothing."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Self

import pytest

from home_agent.engine import Agent, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import AccessKey, Authority, Origin
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.custom import CustomTools, read_custom_tools
from home_agent.engine.tools.custom.mcp import McpConnections
from home_agent.engine.tools.custom.mcp.server_settings import McpServer
from home_agent.engine.tools.custom.mcp.session import McpAnswer, McpTool
from home_agent.engine.tools.tool import ToolResult
from home_agent.fetch import Fetcher
from home_agent.simulated import SimulatedHome
from tests.engine.tools.custom.conftest import Server, serving

from .conftest import HOUSE

ADMIN = Authority(origin=Origin.CHAT, decided_by=(Origin.MODEL,), is_admin=True)


@pytest.fixture(scope="module")
def shop() -> Iterator[Server]:
    """Somebody who does what is asked."""
    with serving(lambda _asked: (200, "ok")) as server:
        yield server


@pytest.fixture(autouse=True)
def _forget(shop: Server) -> None:
    shop.asked.clear()


class Robot:
    """An MCP server, and what it was told to do."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Nothing is held."""

    async def list_tools(self) -> tuple[McpTool, ...]:
        return McpTool(name="mow"), McpTool(name="look", read_only=True)

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> McpAnswer:
        self.done.append(f"{name} {dict(arguments)}")
        return McpAnswer(content="ok")


def declare(name: str, handler: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "description": "One of our own.",
        "parameters": {"type": "object", "properties": {}},
        "sentences": {"en": [f"please {name} now"]},
        "handler": handler,
    }


@asynccontextmanager
async def a_home(shop: Server, robot: Robot, **safety: Any) -> AsyncIterator[Agent]:
    rest = {"type": "rest", "url": f"{shop.address}/order"}
    mower = McpServer.from_mapping({"name": "garden", "url": shop.address, "allow": ["mow"]})
    declared = [
        declare("order", {**rest, "method": "POST", "body": {"what": "pizza"}}),
        declare("relay", {**rest, "acts": True}),
        declare("mow", {"type": "mcp", "server": "garden", "tool": "mow"}),
        declare("both", {"type": "composite", "sequence": [rest, {**rest, "method": "POST"}]}),
        declare("menu", rest),
        declare("look", {"type": "mcp", "server": "garden", "tool": "look"}),
    ]
    custom = CustomTools(
        tools=read_custom_tools(declared),
        fetch=Fetcher(),
        mcp=McpConnections([mower], lambda _server: robot),
    )
    home = SimulatedHome.from_inventory(HOUSE)
    settings = Settings(patience=0.05, safety=Safety.from_mapping(safety))
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=settings, custom=custom)
    await agent.start()
    try:
        yield agent
    finally:
        await agent.close()
        home.close()


async def use(agent: Agent, name: str, who: Authority = ADMIN) -> ToolResult:
    return await agent.api.use_tool(ToolCall(id="1", name=name, arguments={}), who, attended=True)


ACTING = ("order", "relay", "mow", "both")
LOOKING = ("menu", "look")

FORBIDDING: dict[str, Mapping[str, Any]] = {
    "as things": {"deny": ["tool.*"]},
    "as a kind": {"deny": ["domain:tool"]},
    "as services": {"deny": ["service:tool.*"]},
    "with all services": {"deny": ["service:*"]},
    "with everything": {"deny": ["*"]},
    "to models": {"rules": [{"origins": ["model"], "deny": ["tool.*"]}]},
    "since other things are allowed": {"allow": ["light.*"]},
    "without a yes": {"mark": ["tool.*"]},
    "in a dry run": {"dry_run": True},
}


@pytest.mark.parametrize("rules", FORBIDDING.values(), ids=FORBIDDING)
@pytest.mark.parametrize("name", ACTING)
async def test_nothing_is_sent(shop: Server, name: str, rules: Mapping[str, Any]) -> None:
    robot = Robot()
    async with a_home(shop, robot, **rules) as agent:
        result = await use(agent, name)
    assert not result.success
    assert "Not done" in str(result.error)
    assert (shop.asked, robot.done) == ([], [])


@pytest.mark.parametrize("name", [*ACTING, *LOOKING])
async def test_one_is_denied_by_its_name_alone(shop: Server, name: str) -> None:
    robot = Robot()
    async with a_home(shop, robot, deny=[f"tool.{name}"]) as agent:
        assert not (await use(agent, name)).success
        assert (shop.asked, robot.done) == ([], [])
        for other in {*ACTING, *LOOKING} - {name}:
            assert (await use(agent, other)).success, other


@pytest.mark.parametrize("dry_run", [False, True])
async def test_a_sentence_is_no_way_around(shop: Server, *, dry_run: bool) -> None:
    robot = Robot()
    async with a_home(shop, robot, dry_run=dry_run) as agent:
        for name in ACTING:
            text = f"please {name} now"
            await agent.hear(Turn(text=text, language="en", conversation_id="one"))
    assert (len(shop.asked), len(robot.done)) == ((0, 0) if dry_run else (4, 1))


@pytest.mark.parametrize("rules", [{}, {"dry_run": True}, {"allow": ["light.*"]}])
async def test_to_look_is_no_deed(shop: Server, rules: Mapping[str, Any]) -> None:
    robot = Robot()
    async with a_home(shop, robot, **rules) as agent:
        for name in LOOKING:
            assert (await use(agent, name)).success
    assert (len(shop.asked), robot.done) == (1, ["look {}"])


KEYS = [AccessKey(name="tablet", areas=("Hall",)), AccessKey(name="tablet", read_only=True)]


@pytest.mark.parametrize("key", KEYS)
async def test_a_key_with_bounds_sends_nothing(shop: Server, key: AccessKey) -> None:
    robot, who = Robot(), Authority(origin=Origin.API, key=key)
    async with a_home(shop, robot) as agent:
        for name in (*ACTING, *LOOKING):
            assert not (await use(agent, name, who)).success
    assert (shop.asked, robot.done) == ([], [])


async def test_what_is_sent_counts_as_calls_do(shop: Server) -> None:
    robot = Robot()
    async with a_home(shop, robot, calls_a_minute=2) as agent:
        sent = [(await use(agent, name)).success for name in ("order", "menu", "mow", "relay")]
    assert sent == [True, True, True, False]
