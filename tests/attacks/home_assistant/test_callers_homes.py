"""One login sends many requests at once, each with a home of its own, to the API of the agents."""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

import pytest
from aiohttp.test_utils import TestClient
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.engine.active_requests import MAX_PER_CALLER
from custom_components.home_agent.engine.prompt_home import PromptHomeAnswerer

PATH = "/api/home_agent/v1/chat/completions"
ASKED = {
    "model": "home-agent",
    "messages": [
        {"role": "system", "content": "Available Devices:\nentity_id,name,state\nlight.a,Hall,on"},
        {"role": "user", "content": "turn off the hall"},
    ],
}
SENT = 50


@pytest.mark.parametrize("agent_options", [{"debug": {"api": True}}])
async def test_a_crowd_of_homes_is_turned_away(
    hass_client: Callable[..., Awaitable[TestClient[Any, Any]]],
    agent: MockConfigEntry,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is let in waits until all have come, so that they are there at once."""
    client, go_on = await hass_client(), asyncio.Event()
    read = PromptHomeAnswerer.read_devices

    async def wait_and_read(self: PromptHomeAnswerer, *given: Any) -> Any:
        await go_on.wait()
        return await read(self, *given)

    monkeypatch.setattr(PromptHomeAnswerer, "read_devices", wait_and_read)
    sent = [asyncio.create_task(client.post(PATH, json=ASKED)) for _ in range(SENT)]
    answered = []
    for coming in asyncio.as_completed(sent):
        answered.append((await coming).status)
        if len(answered) == SENT - MAX_PER_CALLER:
            assert set(answered) == {HTTPStatus.TOO_MANY_REQUESTS}
            go_on.set()
    assert answered.count(HTTPStatus.OK) == MAX_PER_CALLER
    assert (await client.post(PATH, json=ASKED)).status == HTTPStatus.OK
