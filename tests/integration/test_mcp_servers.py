"""A model in Home Assistant that uses the tools of a real MCP server."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, override
from urllib.parse import parse_qs

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers import issue_registry as ir
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

# Home Assistant installs it where somebody sets a server; the oldest one's tests do without.
pytest.importorskip("mcp.server.fastmcp")

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.tools.custom.mcp import (
    McpConnections,
    McpFailedError,
    McpServer,
)
from custom_components.home_agent.mcp_client import HassMcpClient
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model
from .connections import fill_in, open_settings

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
async def test_what_a_server_offers_is_tried_by_its_name(house: HomeAssistant) -> None:
    """By the action; what it does not offer is told with what there is."""

    async def use(name: str) -> Any:
        return await house.services.async_call(
            DOMAIN,
            "execute_tool",
            {"tool_name": name, "parameters": {"title": "Emma"}},
            blocking=True,
            return_response=True,
        )

    assert "Emma is on shelf 7." in str((await use("library_find_book"))["result"])
    with pytest.raises(ServiceValidationError, match="library_find_book"):
        await use("library_borrow_book")


async def test_what_a_server_offers_is_tried_in_the_forms(
    house: HomeAssistant, agent: MockConfigEntry
) -> None:
    form = await open_settings(house, agent, "try_tool")
    form = await fill_in(house, form, {"tool": "library_find_book"})
    form = await fill_in(house, form, {"arguments": {"title": "Emma"}})
    assert "Emma is on shelf 7." in form["description_placeholders"]["result"]


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


class Issuer(BaseHTTPRequestHandler):
    """Gives out tokens to whoever has the secret."""

    def _tell(self, told: dict[str, Any], status: int = 200) -> None:
        body = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        """Where tokens are had."""
        address = f"http://{self.headers['Host']}"
        self._tell({"issuer": address, "token_endpoint": f"{address}/token"})

    def do_POST(self) -> None:
        """A token."""
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        known = form["client_secret"] == ["s3cret-of-ours"]
        self._tell({"access_token": "t0ken"} if known else {}, 200 if known else 401)

    @override
    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""


@pytest.mark.parametrize(("secret", "works"), [("s3cret-of-ours", True), ("wrong-one", False)])
async def test_a_token_is_got_with_credentials(
    hass: HomeAssistant, socket_enabled: None, library: str, secret: str, works: bool
) -> None:
    """As in the app: from the issuer that they are for."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Issuer) as issuer:
        thread = threading.Thread(target=issuer.serve_forever, args=(0.01,))
        thread.start()
        auth = {"client_id": "me", "client_secret": secret, "type": "oauth"}
        auth["issuer"] = f"http://127.0.0.1:{issuer.server_port}"
        server = McpServer.from_mapping({"name": "library", "url": library, "auth": auth})
        connections = McpConnections((server,), HassMcpClient(hass).connect)
        try:
            if works:
                assert "find_book" in await connections.tools(server)
            else:
                with pytest.raises(McpFailedError, match="Check the client and its secret"):
                    await connections.tools(server)
        finally:
            await connections.close()
            issuer.shutdown()
            thread.join()
