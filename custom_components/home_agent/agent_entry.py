"""A connection and what is under it: our config entries, their subentries, and what they hold."""

from collections.abc import Coroutine, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from homeassistant.config_entries import ConfigEntry, ConfigSubentry
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.loader import async_get_loaded_integration

from .const import AGENT, DOMAIN
from .coordinator import HomeAgentCoordinator
from .engine import Agent
from .engine.settings import Settings
from .event_bridge import EventBridge
from .home import HassHome
from .settings import DebugSettings, data_of, options_of
from .store import HassStore


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRuntimeData:
    """One agent that is set up, and what goes with it."""

    entry: AgentEntry
    agent: Agent
    home: HassHome
    store: HassStore
    settings: Settings
    debug: DebugSettings
    coordinator: HomeAgentCoordinator
    event_bridge: EventBridge


type HomeAgentConfigEntry = ConfigEntry[dict[str, AgentRuntimeData]]
"""A connection. While it is loaded it holds its agents and AI tasks, by the ids of subentries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEntry:
    """An agent or an AI task: a connection with one of its subentries."""

    connection: HomeAgentConfigEntry
    subentry: ConfigSubentry

    @property
    def entry_id(self) -> str:
        """What everything of this agent goes by: its files, entities, device and tools."""
        return self.subentry.subentry_id

    @property
    def title(self) -> str:
        """What it is called."""
        return self.subentry.title

    @property
    def is_agent(self) -> bool:
        """Whether people talk to it; an AI task is only given tasks."""
        return self.subentry.subentry_type == AGENT

    @property
    def data(self) -> Mapping[str, Any]:
        """Which model it asks, if any, and how that is reached."""
        return data_of(self.connection.data, self.subentry.data)

    @property
    def options(self) -> Mapping[str, Any]:
        """The sections of its settings that apply."""
        return options_of(self.subentry.data)

    @property
    def runtime_data(self) -> AgentRuntimeData:
        """What there is of it while it is loaded."""
        return self.connection.runtime_data[self.entry_id]

    @callback
    def async_create_task(
        self, hass: HomeAssistant, target: Coroutine[Any, Any, Any], name: str
    ) -> None:
        """Run something that is waited for when the connection is unloaded."""
        self.connection.async_create_task(hass, target, name)

    @callback
    def device_info(self, hass: HomeAssistant) -> DeviceInfo:
        """The device that all its entities belong to."""
        integration = async_get_loaded_integration(hass, DOMAIN)
        return DeviceInfo(
            identifiers={(DOMAIN, self.entry_id)},
            name=self.title,
            manufacturer=integration.name,
            model=self.data.get("model"),
            sw_version=str(integration.version),
            entry_type=DeviceEntryType.SERVICE,
        )


def agent_entries(connection: HomeAgentConfigEntry) -> Iterator[AgentEntry]:
    """Its agents and AI tasks as they are set, loaded or not."""
    for subentry in connection.subentries.values():
        yield AgentEntry(connection=connection, subentry=subentry)


def loaded_entries(connection: HomeAgentConfigEntry) -> list[AgentEntry]:
    """Its agents and AI tasks that are loaded."""
    return [runtime.entry for runtime in connection.runtime_data.values()]


@callback
def async_loaded_agents(hass: HomeAssistant) -> list[AgentEntry]:
    """All the agents that can be talked to now, of all connections."""
    connections: list[HomeAgentConfigEntry] = hass.config_entries.async_loaded_entries(DOMAIN)
    every = (entry for connection in connections for entry in loaded_entries(connection))
    return [entry for entry in every if entry.is_agent]
