"""Home Agent: talk to your home."""

from homeassistant.config_entries import ConfigEntry
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ConfigEntryError

from .const import CONF_SAFETY, DOMAIN, LOGGER
from .engine import Agent
from .engine.act.safety import Safety
from .engine.errors import HomeAgentError, SettingsError, StoreError
from .engine.settings import Settings
from .home import HassHome
from .store import HassStore

PLATFORMS = (Platform.CONVERSATION,)

type HomeAgentConfigEntry = ConfigEntry[Agent]


async def async_setup_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> bool:
    """Set up one agent."""
    store = HassStore(hass, entry.entry_id)
    try:
        await store.async_load()
    except StoreError as error:
        raise ConfigEntryError(
            translation_domain=DOMAIN,
            translation_key="storage_unreadable",
            translation_placeholders={"error": str(error)},
        ) from error

    entry.async_on_unload(store.async_close)
    home = HassHome(hass, entry)
    entry.async_on_unload(home.async_start())
    entry.runtime_data = Agent(home, store=store, settings=_settings(hass, entry))

    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    entry.async_create_background_task(
        hass, _async_prepare(entry.runtime_data, hass.config.language), f"{DOMAIN} grammar"
    )
    return True


async def async_unload_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> bool:
    """Unload the agent; what it listens to and is busy with ends with the entry."""
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)


async def async_remove_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> None:
    """Forget what the agent has kept."""
    await HassStore(hass, entry.entry_id).async_remove()


def _settings(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> Settings:
    """What the person has set; what no form lets through raises `ConfigEntryError`."""
    try:
        safety = Safety.from_mapping(entry.options.get(CONF_SAFETY, {}))
    except SettingsError as error:
        raise ConfigEntryError(
            translation_domain=DOMAIN,
            translation_key="options_unusable",
            translation_placeholders={"error": " ".join(error.problems)},
        ) from error
    return Settings(language=hass.config.language, safety=safety)


async def _async_prepare(agent: Agent, language: str) -> None:
    """Load the home's language before the first sentence, rather than during it."""
    try:
        await agent.prepare(language)
    except HomeAgentError as error:
        LOGGER.warning("Sentences in %s will not be understood: %s", language, error)
