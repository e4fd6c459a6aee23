"""An agent comes and goes, and leaves nothing behind."""

import asyncio
import gc
import json
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.helpers.httpx_client import get_async_client
from homeassistant.loader import async_get_integration
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from .connections import running

type Say = Callable[..., Awaitable[ConversationResult]]

FOLDER = Path(__file__).parents[2] / "custom_components" / "home_agent"


async def test_unloading_leaves_nothing(house: HomeAssistant, agent_entry: MockConfigEntry) -> None:
    """Every listener is gone, and nobody holds on to the agent any more."""
    # Home Assistant's own client and lists, which listen for its end.
    get_async_client(house)
    assert await async_setup_component(house, "todo", {})
    before = house.bus.async_listeners()
    assert await house.config_entries.async_setup(agent_entry.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)
    assert house.bus.async_listeners() != before
    agent = weakref.ref(running(agent_entry).agent)

    assert await house.config_entries.async_unload(agent_entry.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)

    assert agent_entry.state is ConfigEntryState.NOT_LOADED
    # Others may be gone, too: Home Assistant writes its registries in between.
    after = house.bus.async_listeners()
    assert {item: after[item] for item in after if after[item] > before.get(item, 0)} == {}
    assert await _forgotten(agent)
    # Whoever still heard of exposure would fail here.
    async_expose_entity(house, "conversation", "light.bed_light", should_expose=False)


async def test_reloading(house: HomeAssistant, agent: MockConfigEntry) -> None:
    """A reloaded agent is a new one under the old name, with no listener more than before."""
    first, listeners = agent.runtime_data, house.bus.async_listeners()

    assert await house.config_entries.async_reload(agent.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)

    assert agent.state is ConfigEntryState.LOADED
    assert agent.runtime_data is not first
    assert house.bus.async_listeners() == listeners
    assert house.states.async_entity_ids("conversation") == [
        "conversation.home_assistant",
        "conversation.home_agent",
    ]


async def test_removing_deletes_what_was_kept(
    hass_storage: dict[str, Any], house: HomeAssistant, agent: MockConfigEntry, say: Say
) -> None:
    """The file in the storage folder goes with the entry."""
    await say("turn on the bed light")
    assert f"home_agent.{agent.entry_id}" in hass_storage
    await house.config_entries.async_remove(agent.entry_id)
    assert f"home_agent.{agent.entry_id}" not in hass_storage


async def test_a_language_that_we_do_not_know(
    house: HomeAssistant, agent_entry: MockConfigEntry, caplog: pytest.LogCaptureFixture
) -> None:
    """A home in such a language still gets its agent, and the log says what is missing."""
    house.config.language = "tlh"
    assert await house.config_entries.async_setup(agent_entry.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)
    assert agent_entry.state is ConfigEntryState.LOADED
    assert "Sentences in tlh will not be understood" in caplog.text


async def test_storage_from_a_newer_version(
    house: HomeAssistant, agent_entry: MockConfigEntry, hass_storage: dict[str, Any]
) -> None:
    """We do not overwrite what we cannot read; setting up fails with a reason."""
    key = f"home_agent.{agent_entry.entry_id}"
    hass_storage[key] = {"version": 99, "minor_version": 1, "key": key, "data": {}}
    assert not await house.config_entries.async_setup(agent_entry.entry_id)
    assert agent_entry.state is ConfigEntryState.SETUP_ERROR
    assert agent_entry.error_reason_translation_key == "storage_unreadable"
    assert hass_storage[key]["version"] == 99


async def test_it_brings_its_own_images(hass: HomeAssistant) -> None:
    """Home Assistant shows them without asking anyone on the internet."""
    integration = await async_get_integration(hass, "home_agent")
    assert integration.has_branding
    assert (FOLDER / "brand" / "icon.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("language", ["de", "it"])
def test_translations_are_complete(language: str) -> None:
    """Every language has the same texts as English, with the same placeholders."""
    english, other = (_texts(FOLDER / "translations" / f"{item}.json") for item in ("en", language))
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert ("{error}" in text) == ("{error}" in other[key])


async def _forgotten(thing: weakref.ref[Any]) -> bool:
    """Whether nobody holds on to it; a thread that warmed the grammar may take a moment."""
    for _ in range(100):
        gc.collect()
        if thing() is None:
            return True
        await asyncio.sleep(0.01)
    return False


def _texts(path: Path) -> dict[str, str]:
    def flatten(tree: dict[str, object], prefix: str) -> dict[str, str]:
        flat: dict[str, str] = {}
        for key, value in tree.items():
            name = f"{prefix}.{key}"
            flat |= flatten(value, name) if isinstance(value, dict) else {name: str(value)}
        return flat

    return flatten(json.loads(path.read_text(encoding="utf-8")), "")
