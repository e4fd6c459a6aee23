"""A model in Home Assistant that uses the tools of a real MCP server."""

import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.core import HomeAssistant
from homeassistant.helpers import issue_registry as ir
from homeassistant.setup import async_setup_component

# Home Assistant installs it where somebody sets a server; the oldest one's tests do without.
pytest.importorskip("mcp.server.fastmcp")

from custom_components.home_agent.const import DOMAIN
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model

PROGRAM = Path(__file__).with_name("mcp_library.py")

type Say = Callable[..., Awaitable[ConversationResult]]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server."""
    port_file = tmp_path_factory.mktemp("library") / "port"
    process = subprocess.Popen([sys.executable, PROGRAM, port_file])
    try:
        for _ in range(300):
            if port_file.exists() and (port := port_file.read_text(encoding="ascii")):
                break
            time.sleep(0.1)
        else:
            pytest.fail("the MCP server does not start")
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture
def agent_data(server: ScriptedServer) -> dict[str, Any]:
    """An agent with a model."""
    return scripted_model(server)


@pytest.fixture
async def house(house: HomeAssistant, library: str) -> HomeAssistant:
    """A house with the server in its configuration.yaml."""
    own = {
        "name": "borrow",
        "description": "Borrow a book.",
        "handler": {"type": "mcp", "server": "library", "tool": "borrow_book"},
    }
    servers = [{"name": "library", "url": library}, {"name": "far", "url": "http://127.0.0.1:9/"}]
    section = {"mcp_servers": servers, "custom_tools": [own]}
    assert await async_setup_component(house, DOMAIN, {DOMAIN: section})
    return house


async def test_a_model_uses_what_a_server_offers(say: Say, server: ScriptedServer) -> None:
    """What acts is not offered, and a server that is not there costs nobody the other."""
    server.call_tool("library_find_book", {"title": "Emma"})
    server.say("It is on shelf 7.")
    result = await say("is there a copy of Emma about?")
    assert result.response.speech["plain"]["speech"] == "It is on shelf 7."
    offered = [tool["function"]["name"] for tool in server.requests[0].json["tools"]]
    assert offered[-2:] == ["borrow", "library_find_book"]
    assert "Emma is on shelf 7." in server.requests[1].json["messages"][-1]["content"]


@pytest.mark.usefixtures("agent")
async def test_what_acts_is_refused_until_it_is_allowed(house: HomeAssistant) -> None:
    response = await house.services.async_call(
        DOMAIN,
        "execute_tool",
        {"tool_name": "borrow", "parameters": {"title": "Emma"}},
        blocking=True,
        return_response=True,
    )
    assert response is not None
    assert "writes borrow_book to allow of library" in str(response["error"])


async def test_a_program_is_not_started_here(hass: HomeAssistant) -> None:
    servers = [{"name": "files", "command": "uvx", "args": ["files"]}]
    assert await async_setup_component(hass, "homeassistant", {})
    assert await async_setup_component(hass, DOMAIN, {DOMAIN: {"mcp_servers": servers}})
    (issue,) = ir.async_get(hass).issues.values()
    assert issue.translation_placeholders is not None
    assert "starts a program" in issue.translation_placeholders["problems"]
