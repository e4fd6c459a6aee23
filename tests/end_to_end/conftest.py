"""A real Home Assistant, started once for all tests in here."""

import os
from collections.abc import AsyncGenerator, Generator, Iterator
from pathlib import Path

import pytest
import pytest_socket

from scripts.real_hass import AGENT, DEMO, RECORDING, Client, RealHass
from tests.engine.llm.scripted_server import ScriptedServer

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def hass_process() -> Generator[RealHass]:
    """A Home Assistant with demo devices and a copy of our integration, which nobody has added."""
    # Home Assistant's test plugin forbids sockets; what we start listens on the loopback.
    pytest_socket.enable_socket()
    with RealHass(configuration=DEMO + RECORDING) as hass:
        yield hass


@pytest.fixture(scope="session")
def own_hass() -> Generator[RealHass]:
    """Another one, which may be killed: whoever does so has it run again in the end."""
    pytest_socket.enable_socket()
    with RealHass() as hass:
        yield hass


@pytest.fixture
def app_environment(own_hass: RealHass, tmp_path: Path) -> dict[str, str]:
    """What the app needs to know to get into that one."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT / "src"),
        "HOME_ASSISTANT_URL": own_hass.address,
        "HOME_ASSISTANT_TOKEN": own_hass.token,
    }


@pytest.fixture
async def client(hass_process: RealHass, socket_enabled: None) -> AsyncGenerator[Client]:
    """An administrator, connected to that Home Assistant."""
    async with hass_process.client() as client:
        yield client


@pytest.fixture
async def agent(client: Client) -> str:
    """An agent in that Home Assistant."""
    if AGENT not in await client.states("conversation"):
        await client.add_agent()
    return AGENT


@pytest.fixture
def server(socket_enabled: None) -> Iterator[ScriptedServer]:
    """A server that answers as models do, from a script."""
    with ScriptedServer() as server:
        yield server


@pytest.fixture
async def thinker(client: Client, server: ScriptedServer) -> AsyncGenerator[str]:
    """An agent with a model, added as a person adds it."""
    # asked by the flow, before anybody has said anything
    server.say("Hello.")
    added = await client.add_agent(
        {"next_step_id": "openai"},
        {"base_url": server.url, "api_key": "sk-secret"},
        {"model": "scripted"},
        name="Thinker",
    )
    server.requests.clear()
    yield "conversation.thinker"
    await client.delete(f"/api/config/config_entries/entry/{added['result']['entry_id']}")
