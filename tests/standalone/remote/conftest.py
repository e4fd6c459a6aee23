"""A small Home Assistant, and a wire to it that can be broken."""

from collections.abc import AsyncIterator

import pytest

from home_agent.remote import Access, RemoteHome, Timeouts, read_address
from tests.standalone.remote.faulty_proxy import FaultyProxy
from tests.standalone.remote.scripted_hass import TOKEN, ScriptedHass

QUICK = Timeouts(
    connected=5,
    answered=5,
    accepted=2,
    gap=5,
    heartbeat=0.2,
    settled=0.01,
    first_retry=0.01,
    longest_retry=0.05,
)
"""As in a house, but fast: nothing here is far away."""


@pytest.fixture
async def hass() -> AsyncIterator[ScriptedHass]:
    async with ScriptedHass() as server:
        yield server


@pytest.fixture
async def proxy(hass: ScriptedHass) -> AsyncIterator[FaultyProxy]:
    async with FaultyProxy(hass.port) as wire:
        yield wire


@pytest.fixture
async def home(proxy: FaultyProxy) -> AsyncIterator[RemoteHome]:
    """The home, seen through the wire."""
    remote = await RemoteHome(access_to(proxy.port), timeouts=QUICK).open()
    yield remote
    await remote.close()


def access_to(port: int, token: str = TOKEN) -> Access:
    return Access(address=read_address(f"http://127.0.0.1:{port}"), token=token)
