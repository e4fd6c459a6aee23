"""A config entry of ours, and what it holds while it is loaded."""

from dataclasses import dataclass

from homeassistant.config_entries import ConfigEntry
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo

from .const import DOMAIN
from .engine import Agent
from .engine.settings import Settings
from .figures import FiguresCoordinator
from .home import HassHome
from .settings import Debug
from .telling import Telling


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """One agent that is set up, and what goes with it."""

    agent: Agent
    home: HassHome
    settings: Settings
    debug: Debug
    figures: FiguresCoordinator
    telling: Telling


type HomeAgentConfigEntry = ConfigEntry[Running]


def device_of(entry: HomeAgentConfigEntry) -> DeviceInfo:
    """The device that all entities of an agent belong to."""
    return DeviceInfo(
        identifiers={(DOMAIN, entry.entry_id)},
        name=entry.title,
        entry_type=DeviceEntryType.SERVICE,
    )
