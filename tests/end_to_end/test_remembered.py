"""What a real Home Assistant writes down of us, and what we read of what it wrote down."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from scripts.real_hass import Client

WRITTEN_WITHIN = 60
LAMP = "light.bed_light"


@pytest.mark.usefixtures("agent")
async def test_the_logbook_tells_what_was_done(client: Client) -> None:
    """In the words of the reply, and as ours."""
    since = datetime.now(UTC).isoformat()
    await client.say("turn off the bed light")
    await client.say("turn on the bed light")

    async def told() -> list[Any]:
        entries = await client.get(f"/api/logbook/{since}?entity=conversation.home_agent")
        return [
            entry for entry in entries if entry.get("message") == "Turned on the light (Bed Light)"
        ]

    (entry,) = await _once_written(told)
    assert (entry["name"], entry["domain"]) == ("Home Agent", "home_agent")


@pytest.mark.usefixtures("agent")
async def test_what_was_before_is_read_from_the_recorder(client: Client) -> None:
    """Off the event loop, or Home Assistant would have raised."""
    await client.say("turn off the bed light")
    await client.say("turn on the bed light")
    asked = {"entity_id": LAMP, "history": {"duration": "1h"}}

    async def told() -> list[Any]:
        answer = await client.act("execute_tool", tool_name="ha_query", parameters=asked)
        assert answer["success"], answer["error"]
        (lamp,) = answer["result"]["entities"]
        last = [value for _at, value in lamp["changes"][-2:]]
        return last if last == ["off", "on"] else []

    await _once_written(told)


async def _once_written(told: Callable[[], Awaitable[list[Any]]]) -> list[Any]:
    """What is told, once Home Assistant has written it down: a second or so later."""
    async with asyncio.timeout(WRITTEN_WITHIN):
        while not (found := await told()):  # noqa: ASYNC110 - a database tells nobody
            await asyncio.sleep(0.2)
        return found
