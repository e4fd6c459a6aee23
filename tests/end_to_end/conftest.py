"""A real Home Assistant, started once for all tests in here."""

from collections.abc import AsyncGenerator, Generator

import pytest
import pytest_socket

from scripts.real_hass import AGENT, Client, RealHass


@pytest.fixture(scope="session")
def hass_process() -> Generator[RealHass]:
    """A Home Assistant with demo devices and a copy of our integration, which nobody has added."""
    # Home Assistant's test plugin forbids sockets; what we start listens on the loopback.
    pytest_socket.enable_socket()
    with RealHass() as hass:
        yield hass


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
