"""The limits of keys and the nonsense of clients, over the real server."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.server.running_server import RunningServer, start

CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "talk", "arguments": {"text": "hello"}},
}

WRONG: tuple[object, ...] = (None, [], "x")


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer() as model:
        yield model


@pytest.fixture
def server(tmp_path: Path, model: ScriptedServer) -> Iterator[RunningServer]:
    """A server with a model, and a key that may use next to nothing of it."""
    settings = f'[llm]\nbase_url = "{model.url}"\nmodel = "m"\n'
    running = start(tmp_path, "--port", "0", settings=settings)
    running.add_key("thrifty", "--tokens-a-day", "1")
    try:
        yield running
    finally:
        running.stop()


async def test_a_key_that_is_used_up_is_answered_without_a_model(
    server: RunningServer, model: ScriptedServer
) -> None:
    model.say("Rabbits hop.")
    headers = {"Authorization": f"Bearer {server.keys['thrifty']}"}
    poem = {"text": "recite a poem about rabbits"}
    async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
        transport = streamable_http_client(f"{server.address}/mcp", http_client=http)
        async with Client(transport) as client:
            first = await client.call_tool("talk", poem)
            assert first.structured_content["reply"] == "Rabbits hop."
            second = await client.call_tool("talk", poem)
            assert second.structured_content["tier"] != "llm"
            lamp = await client.call_tool("talk", {"text": "switch on the hall light"})
            assert lamp.structured_content["outcomes"][0]["after"] == "on"
    assert len(model.requests) == 1


def test_nonsense_is_the_fault_of_whoever_sends_it(server: RunningServer) -> None:
    whole = json.dumps(CALL)
    bodies = [
        *("", "{", "[]", "null", "[" * 1000, whole[:-1], whole.replace("talk", "\\ud800")),
        *(json.dumps({**CALL, key: wrong}) for key in CALL for wrong in WRONG),
        json.dumps({**CALL, "params": {"name": "talk", "arguments": "hello"}}),
    ]
    headers = {
        "Authorization": f"Bearer {server.keys['thrifty']}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    with httpx2.Client(headers=headers, timeout=30) as client:
        for version in ("2026-07-28", "2025-11-25", "tomorrow"):
            for body in bodies:
                sent = client.post(
                    f"{server.address}/mcp", content=body, headers={"MCP-Protocol-Version": version}
                )
                assert sent.status_code < 500, body
    assert "Traceback" not in server.log.read_text()
