"""Home Assistant is killed in the middle of things, and starts again."""

import asyncio

import pytest_socket

from scripts.real_hass import RealHass

# What Home Assistant itself writes late, such as the entry that was just added.
WRITTEN_WITHIN = 60


async def test_nothing_is_lost() -> None:
    """History, what is scheduled and what can be undone are there again, and work."""
    pytest_socket.enable_socket()
    with RealHass() as hass:
        async with hass.client() as client:
            await client.add_agent()
            await _written(hass)
            said = await client.act("process", text="turn on the bed light", conversation_id="a")
            later = "turn off the bed light in 20 minutes"
            await client.act("process", text=later, conversation_id="b")
            planned = await client.act("list_scheduled")
            assert len(planned["scheduled"]) == 1

        await asyncio.to_thread(hass.kill_and_start_again)

        async with hass.client() as client:
            assert await client.act("list_scheduled") == planned
            again = await client.act("process", text="what did you say?", conversation_id="a")
            assert again["response"] == said["response"]
            # The demo lamp is off after a start, so that there is nothing to put back.
            undone = await client.act("undo", conversation_id="a")
            assert undone["outcomes"][0]["entity_id"] == "light.bed_light"


async def _written(hass: RealHass) -> None:
    """Wait until Home Assistant has written the entry down."""
    async with asyncio.timeout(WRITTEN_WITHIN):
        while not await asyncio.to_thread(hass.keeps, "core.config_entries", "home_agent"):  # noqa: ASYNC110 - a file has no event
            await asyncio.sleep(0.5)
