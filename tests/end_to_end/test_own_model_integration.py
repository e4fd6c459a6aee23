"""Home Assistant's own integration for model servers, pointed at ours: we are its model.

It tells its home in the prompt and brings its tools; what is called is its own.
"""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from scripts.real_hass import Client
from tests.standalone.server.running_server import RunningServer, start

PROGRAM = Path(__file__).resolve().parents[2] / ".venv" / "bin" / "home-agent"
LAMP = "light.bed_light"


@pytest.fixture
async def served(tmp_path: Path, socket_enabled: None) -> AsyncGenerator[RunningServer]:
    """A server with a home of its own, which nothing here is about."""
    running = await asyncio.to_thread(start, tmp_path, "--port", "0", program=PROGRAM)
    await asyncio.to_thread(running.add_key, "assist")
    yield running
    await asyncio.to_thread(running.stop)


@pytest.fixture
async def added(client: Client, served: RunningServer) -> AsyncGenerator[str]:
    """Its conversation agent, added as a person adds it."""
    flows = "/api/config/config_entries/flow"
    begun = await client.post(flows, {"handler": "llama_cpp"})
    where = {"base_url": f"{served.address}/v1", "api_key": served.keys["assist"]}
    await client.post(f"{flows}/{begun['flow_id']}", where)
    made = await client.post(f"{flows}/{begun['flow_id']}", {"chat_model": "home-agent-fast"})
    assert made["type"] == "create_entry", made
    yield "conversation.home_agent_fast"
    await client.delete(f"/api/config/config_entries/entry/{made['result']['entry_id']}")


async def test_it_switches_a_lamp_of_home_assistant(client: Client, added: str) -> None:
    """By the tools of Home Assistant, which it was offered."""
    await client.post("/api/services/light/turn_off", {"entity_id": LAMP})
    said = await client.say("turn on the bed light", agent_id=added)
    assert said["response"]["response_type"] == "action_done"
    assert await client.state(LAMP) == "on"


async def test_it_tells_how_home_assistant_is(client: Client, added: str) -> None:
    await client.post("/api/services/light/turn_on", {"entity_id": LAMP})
    said = await client.say("is the bed light on?", agent_id=added)
    assert "on" in said["response"]["speech"]["plain"]["speech"].lower()
