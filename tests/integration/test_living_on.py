"""Reloading, restarting and many turns: nothing is lost, and nothing is left behind."""

import asyncio
import gc
import tracemalloc
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from tests.engine.llm.scripted_answers import Delivery, Says
from tests.engine.llm.scripted_server import Received, ScriptedServer

from .conftest import scripted_model

type Say = Callable[..., Awaitable[ConversationResult]]

MEGABYTE = 1_000_000


async def _act(hass: HomeAssistant, name: str, **data: Any) -> dict[str, Any]:
    response = await hass.services.async_call(
        DOMAIN, name, data, blocking=True, return_response=True
    )
    assert response is not None
    return dict(response)


async def test_what_is_kept_survives(
    house: HomeAssistant, agent: MockConfigEntry, hass_storage: dict[str, Any]
) -> None:
    """History, what is scheduled, what can be undone and the audit are there after a restart."""
    said = await _act(house, "process", text="turn on the bed light", conversation_id="evening")
    await _act(house, "process", text="turn off the bed light in 20 minutes")
    planned = await _act(house, "list_scheduled")
    assert planned["scheduled"]

    assert await house.config_entries.async_reload(agent.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)

    assert await _act(house, "list_scheduled") == planned
    again = await _act(house, "process", text="what did you say?", conversation_id="evening")
    assert again["response"] == said["response"]
    undone = await _act(house, "undo", conversation_id="evening")
    assert undone["verdict"] == "ok"
    light = house.states.get("light.bed_light")
    assert light is not None
    assert light.state == "off"
    audit = hass_storage[f"{DOMAIN}.{agent.entry_id}.audit"]["data"]
    assert "light.turn_on" in str(audit)


@pytest.mark.parametrize(
    "stored",
    [
        {"version": 2, "minor_version": 1, "data": {}},
        {"version": 1, "minor_version": 1, "data": ["of", "somebody", "else"]},
    ],
)
async def test_a_file_that_is_not_ours_is_left_alone(
    house: HomeAssistant,
    agent_entry: MockConfigEntry,
    hass_storage: dict[str, Any],
    stored: dict[str, Any],
) -> None:
    """Whoever goes back to an older version is told, and loses nothing."""
    key = f"{DOMAIN}.{agent_entry.entry_id}"
    hass_storage[key] = {"key": key, **stored}
    assert not await house.config_entries.async_setup(agent_entry.entry_id)
    assert agent_entry.state is ConfigEntryState.SETUP_ERROR
    assert agent_entry.error_reason_translation_key == "storage_unreadable"
    assert hass_storage[key] == {"key": key, **stored}


async def test_reloading_under_load(house: HomeAssistant, agent: MockConfigEntry) -> None:
    """Sentences that are being answered get their answer, and each of them is remembered."""
    turns = [
        asyncio.create_task(
            _act(house, "process", text="is the bed light on?", conversation_id=str(number))
        )
        for number in range(20)
    ]
    await asyncio.sleep(0)
    assert await house.config_entries.async_reload(agent.entry_id)
    for response in await asyncio.gather(*turns):
        assert response["response"].startswith("No")
    assert await _act(house, "clear_history") == {"cleared": len(turns)}


async def test_promises_under_load(house: HomeAssistant, agent: MockConfigEntry) -> None:
    """Whatever was promised while the agent was reloaded again and again is kept, and once."""
    promised: list[str] = []

    async def promise(number: int) -> None:
        text = f"turn off the bed light in {number + 10} minutes"
        if number % 2:
            text = f"set a timer for {number + 10} minutes"
        said = await _act(house, "process", text=text, conversation_id=str(number))
        assert said["verdict"] == "ok", said["response"]
        promised.append(text)

    for begin in range(0, 12, 4):
        made = [asyncio.create_task(promise(number)) for number in range(begin, begin + 4)]
        await asyncio.sleep(0)
        assert await house.config_entries.async_reload(agent.entry_id)
        await asyncio.gather(*made)
    assert await house.config_entries.async_reload(agent.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)
    planned = (await _act(house, "list_scheduled"))["scheduled"]
    assert len(promised) == len(planned) == len({job["due"] for job in planned}) == 12
    assert [job["kind"] for job in planned] == ["action", "timer"] * 6


class TestWithAModel:
    """While a model speaks."""

    @pytest.fixture
    def agent_data(self, server: ScriptedServer) -> dict[str, Any]:
        """An agent with a model."""
        return scripted_model(server)

    async def test_unloading_while_a_model_speaks(
        self, house: HomeAssistant, agent: MockConfigEntry, server: ScriptedServer
    ) -> None:
        """The answer is heard to its end; then nothing is left."""
        asked = asyncio.Event()

        def answer(_request: Received) -> Says:
            house.loop.call_soon_threadsafe(asked.set)
            return Says(text="A long story.", delivery=Delivery(before=0.2))

        server.answer(answer)
        turn = asyncio.create_task(_act(house, "process", text="tell me a story"))
        await asked.wait()
        assert await house.config_entries.async_unload(agent.entry_id)
        assert (await turn)["response"] == "A long story."


def _memory() -> int:
    """Bytes that are held, but for what stands in for the disk here: it remembers every call."""
    stand_in = tracemalloc.Filter(inclusive=False, filename_pattern="*/unittest/mock.py")
    held = tracemalloc.take_snapshot().filter_traces([stand_in])
    return sum(trace.size for trace in held.traces)


@pytest.mark.usefixtures("agent")
async def test_many_turns_leave_memory_where_it_was(house: HomeAssistant) -> None:
    """A cheap version of a thousand turns: what grows without end shows here, too."""

    async def talk(turns: int) -> None:
        for number in range(turns):
            switched = "on" if number % 2 else "off"
            text = ("is the bed light on?", f"turn {switched} the kitchen lights")[number % 3 == 0]
            await _act(house, "process", text=text, conversation_id=str(number % 7))
        await house.async_block_till_done(wait_background_tasks=True)
        gc.collect()

    await talk(40)
    tracemalloc.start()
    try:
        await talk(40)
        before = _memory()
        await talk(80)
        after = _memory()
    finally:
        tracemalloc.stop()
    assert after - before < MEGABYTE
