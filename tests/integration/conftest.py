"""A Home Assistant in this process, with demo devices in the rooms of a small house."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from homeassistant.components import conversation, demo
from homeassistant.components.conversation import ConversationResult
from homeassistant.const import Platform
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import floor_registry as fr
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

# Home Assistant's test plugin has a `custom_components` of its own; imported first, ours wins.
import custom_components
from custom_components.home_agent.engine import Settings
from tests.engine.llm.scripted_server import ScriptedServer

from .connections import agent_of, connection

assert custom_components.__file__

_HERE = Path(__file__).parent

ROOMS = {
    "cover.kitchen_window": "Kitchen",
    "light.bed_light": "Bedroom",
    "light.ceiling_lights": "Living Room",
    "light.kitchen_lights": "Kitchen",
    "sensor.outside_temperature": "Garden",
}
FLOORS = {"Bedroom": "Upstairs", "Kitchen": "Ground Floor", "Living Room": "Ground Floor"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Treat only our own warnings as errors; Home Assistant's libraries have old habits."""
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker(pytest.mark.filterwarnings("ignore", "error:::custom_components"))


@pytest.fixture(autouse=True)
def _enable_our_integration(enable_custom_integrations: None) -> None:
    """Let Home Assistant load what is in `custom_components`."""


@pytest.fixture
async def house(hass: HomeAssistant) -> AsyncGenerator[HomeAssistant]:
    """A Home Assistant with demo devices in the rooms of two floors."""
    assert await async_setup_component(hass, "homeassistant", {})
    # Every Home Assistant has it.
    assert await async_setup_component(hass, "persistent_notification", {})
    # All the other demo devices need packages that we do not.
    platforms = [Platform.COVER, Platform.LIGHT, Platform.LOCK, Platform.SENSOR]
    with patch.object(demo, "COMPONENTS_WITH_CONFIG_ENTRY_DEMO_PLATFORM", platforms):
        entry = MockConfigEntry(domain=demo.DOMAIN)
        entry.add_to_hass(hass)
        assert await hass.config_entries.async_setup(entry.entry_id)
        await hass.async_block_till_done()
        _furnish(hass)
        yield hass


def _furnish(hass: HomeAssistant) -> None:
    """Put every device into its room, and every room on its floor."""
    floors = {name: fr.async_get(hass).async_create(name) for name in set(FLOORS.values())}
    for entity_id, room in ROOMS.items():
        area = ar.async_get(hass).async_get_or_create(room)
        if floor := FLOORS.get(room):
            ar.async_get(hass).async_update(area.id, floor_id=floors[floor].floor_id)
        entry = er.async_get(hass).async_get(entity_id)
        assert entry is not None
        assert entry.device_id is not None
        dr.async_get(hass).async_update_device(entry.device_id, area_id=area.id)


@pytest.fixture
def server(socket_enabled: None) -> Iterator[ScriptedServer]:
    """A server that answers as models do, from a script."""
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def agent_data() -> dict[str, Any]:
    """Which model the agent asks: none, unless a test wants one."""
    return {}


@pytest.fixture
def agent_options() -> dict[str, Any]:
    """The options of the agent: none, unless a test wants some."""
    return {}


def scripted_model(server: ScriptedServer) -> dict[str, Any]:
    """The data of an agent that asks this server."""
    return {
        "provider": "openai",
        "base_url": server.url,
        "api_key": "sk-secret",
        "model": "scripted",
    }


@pytest.fixture
def agent_entry(
    hass: HomeAssistant, agent_data: dict[str, Any], agent_options: dict[str, Any]
) -> MockConfigEntry:
    """An agent that has been added, but not set up."""
    entry = connection(agent_data, agent_options)
    entry.add_to_hass(hass)
    return entry


@pytest.fixture
def patience() -> float:
    """How long the agent waits for a device; a test of a silent one may want less."""
    return Settings().patience


@pytest.fixture
async def agent(
    house: HomeAssistant, agent_entry: MockConfigEntry, patience: float
) -> MockConfigEntry:
    """An agent that lives in the house."""
    if patience != Settings().patience:
        subentry = agent_of(agent_entry).subentry
        data = {**subentry.data, "patience": patience}
        house.config_entries.async_update_subentry(agent_entry, subentry, data=data)
    assert await house.config_entries.async_setup(agent_entry.entry_id)
    await house.async_block_till_done()
    return agent_entry


@pytest.fixture
def say(
    hass: HomeAssistant, agent: MockConfigEntry
) -> Callable[..., Awaitable[ConversationResult]]:
    """Say something to the agent."""

    async def converse(text: str, **details: Any) -> ConversationResult:
        defaults = {"conversation_id": None, "context": Context(), "language": "en"}
        return await conversation.async_converse(
            hass, text, agent_id="conversation.home_agent", **(defaults | details)
        )

    return converse
