"""MCP servers as people set them, and what is wrong with some."""

from typing import Any

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.tools.custom import read_custom_tools
from home_agent.engine.tools.custom.mcp import McpServer, split_mcp_servers

URL = {"name": "kb", "url": "https://mcp.example.com/mcp"}
WRONG: dict[str, tuple[Any, str]] = {
    "no table": ("kb", "must be a table"),
    "no name": ({"url": URL["url"]}, "name: "),
    "a name that is none": ({**URL, "name": "my kb"}, "name: must be a name such as library"),
    "no address": ({"name": "kb"}, "url: must begin with http"),
    "a template for a host": ({**URL, "url": "https://{{ host }}/mcp"}, "url: must begin"),
    "a name in the address": ({**URL, "url": "https://me:pw@mcp.example.com"}, "url: must begin"),
    "an unknown key": ({**URL, "adress": 1}, "adress: "),
    "an unknown way": (
        {**URL, "transport": "pigeon"},
        "transport: must be one of http, sse, stdio",
    ),
    "a program without one": ({"name": "kb", "transport": "stdio"}, "command: must be a program"),
    "arguments in one text": ({"name": "kb", "command": "uvx", "args": "kb"}, "args: must be"),
    "an unknown auth": ({**URL, "auth": {"type": "basic"}}, "auth.type: must be one of"),
    "no token": ({**URL, "auth": {"type": "bearer"}}, "auth.token: "),
    "credentials for anyone": (
        {**URL, "auth": {"type": "oauth", "client_id": "a", "client_secret": "b"}},
        "auth.issuer: ",
    ),
    "a header of two lines": ({**URL, "headers": {"X-A": "a\nb"}}, "headers.X-A: "),
    "too patient": ({**URL, "timeout": 1000}, "timeout: must be from 1 to 120 seconds"),
    "whatever is to come": ({**URL, "allow": ["*"]}, "allow: must name each tool"),
    "no list": ({**URL, "tools": "find"}, "tools: must be a list"),
}


@pytest.mark.parametrize(("values", "told"), WRONG.values(), ids=WRONG)
def test_each_mistake_has_a_line(values: Any, told: str) -> None:
    with pytest.raises(SettingsError) as error:
        McpServer.from_mapping(values)
    assert len(error.value.problems) == 1
    assert error.value.problems[0].startswith(told)


def test_a_wrong_server_costs_nobody_the_others() -> None:
    servers, wrong = split_mcp_servers([URL, {"name": "b"}, URL, {"name": "c", "command": "uvx"}])
    assert [server.name for server in servers] == ["kb", "c"]
    assert [(item.number, len(item.problems)) for item in wrong] == [(2, 1), (3, 1)]


def test_no_program_is_started_where_none_may_be() -> None:
    servers, wrong = split_mcp_servers([{"name": "c", "command": "uvx"}], programs=False)
    assert not servers
    assert "starts a program" in wrong[0].problems[0]


def test_no_secret_is_shown() -> None:
    server = McpServer.from_mapping({**URL, "auth": {"token": "s3cret"}, "env": {"A": "s3cret"}})
    assert "s3cret" not in repr(server)
    assert server.headers == {"Authorization": "Bearer s3cret"}


def test_a_tool_may_have_a_server_of_its_own() -> None:
    handler = {"type": "mcp", "server_url": URL["url"], "method": "knowledge/query"}
    tool = {"name": "ask_kb", "description": "Ask.", "handler": handler}
    (read,) = read_custom_tools([tool])
    assert "knowledge/query" in repr(read.handler)
    with pytest.raises(SettingsError, match="server_url"):
        read_custom_tools([{**tool, "handler": {**handler, "server_url": "kb"}}])
