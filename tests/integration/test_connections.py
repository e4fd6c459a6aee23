"""Home Assistant's own connections: models are asked by them, and they outlive every agent."""

from typing import Any

import httpx
import pytest
from homeassistant.components import conversation
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers.httpx_client import get_async_client

from tests.engine.llm.scripted_server import ScriptedServer

from .connections import connection


@pytest.mark.parametrize("provider", ["openai", "google"])
async def test_models_are_asked_by_the_shared_client(
    house: HomeAssistant, server: ScriptedServer, provider: str
) -> None:
    """The first model as much as the one that it may ask; and others go on using the client."""
    seen: list[str] = []

    async def note(request: httpx.Request) -> None:
        seen.append(request.url.host)

    client = get_async_client(house)
    client.event_hooks = {"request": [note]}
    where = server.google_url if provider == "google" else server.url
    model: dict[str, Any] = {"base_url": where, "api_key": "sk-secret", "model": "m"}
    entry = connection(
        {"provider": provider, **model}, {"external_llm": {"kind": provider, **model}}
    )
    entry.add_to_hass(house)
    assert await house.config_entries.async_setup(entry.entry_id)
    await house.async_block_till_done()
    server.call_tool("query_external_llm", {"prompt": "Why?"})
    server.say("Because.")
    server.say("Because of the rain.")
    result = await conversation.async_converse(
        house,
        "why does the frog croak",
        conversation_id=None,
        context=Context(),
        language="en",
        agent_id="conversation.home_agent",
    )
    assert result.response.speech["plain"]["speech"] == "Because of the rain."
    assert len(seen) == len(server.requests) == 3
    assert await house.config_entries.async_unload(entry.entry_id)
    assert not client.is_closed
