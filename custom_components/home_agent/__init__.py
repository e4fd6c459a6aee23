"""Home Agent: talk to your home."""

from contextlib import AbstractContextManager
from functools import partial

from homeassistant.components import persistent_notification
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import EVENT_HOMEASSISTANT_STOP, Platform
from homeassistant.core import Context, Event, HomeAssistant, callback
from homeassistant.exceptions import ConfigEntryError
from homeassistant.helpers.start import async_at_started

from .const import CONF_PROVIDER, DOMAIN, LOGGER, PROVIDER_NONE
from .engine import Agent
from .engine.authority import Authority
from .engine.errors import HomeAgentError, SettingsError, StoreError
from .engine.events import Announcement, JobEnded, TimerEnded
from .engine.events import Event as AgentEvent
from .engine.outcome import Status
from .engine.settings import Settings
from .home import HassHome, acting_for
from .settings import settings_of
from .store import HassStore

PLATFORMS = (Platform.CONVERSATION,)

# The minor version of entries that say which model is asked, if any.
_WITH_PROVIDER = 2

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

    entry.async_on_unload(entry.runtime_data.listen(partial(_async_announce, hass, entry)))

    async def start(_hass: HomeAssistant) -> None:
        await _async_start(entry.runtime_data)

    async def stop(_event: Event) -> None:
        await entry.runtime_data.close()

    # What is due is done once everything that it may be about is there.
    entry.async_on_unload(async_at_started(hass, start))
    entry.async_on_unload(hass.bus.async_listen_once(EVENT_HOMEASSISTANT_STOP, stop))
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    entry.async_create_background_task(
        hass, _async_prepare(entry.runtime_data, hass.config.language), f"{DOMAIN} grammar"
    )
    return True


async def async_unload_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> bool:
    """Unload the agent; what it listens to and is busy with ends with the entry."""
    if not await hass.config_entries.async_unload_platforms(entry, PLATFORMS):
        return False
    await entry.runtime_data.close()
    return True


async def async_migrate_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> bool:
    """Bring an entry of an older version up to date; one of a newer version is left alone."""
    if entry.version > 1:
        return False
    if entry.minor_version < _WITH_PROVIDER:
        data = {CONF_PROVIDER: PROVIDER_NONE, **entry.data}
        hass.config_entries.async_update_entry(entry, data=data, minor_version=_WITH_PROVIDER)
    return True


async def async_remove_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> None:
    """Forget what the agent has kept."""
    await HassStore(hass, entry.entry_id).async_remove()


def _settings(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> Settings:
    """What the person has set; what no form lets through raises `ConfigEntryError`."""
    try:
        return settings_of(entry, language=hass.config.language)
    except SettingsError as error:
        raise ConfigEntryError(
            translation_domain=DOMAIN,
            translation_key="options_unusable",
            translation_placeholders={"error": " ".join(error.problems)},
        ) from error


async def _async_start(agent: Agent) -> None:
    """Take up what was planned before."""
    try:
        await agent.start(_in_the_name_of)
    except StoreError as error:
        LOGGER.error("Nothing can be done later: %s", error)


def _in_the_name_of(authority: Authority) -> AbstractContextManager[None]:
    """Do what was planned with the permissions of whoever planned it."""
    return acting_for(Context(user_id=authority.user_id))


@callback
def _async_announce(hass: HomeAssistant, entry: HomeAgentConfigEntry, event: AgentEvent) -> None:
    """Tell of what happened without anybody asking: a timer that is up, a job that was missed."""
    if not isinstance(event, Announcement):
        return
    LOGGER.info("%s", event.text)
    if isinstance(event.about, TimerEnded) or not _went_well(event.about):
        persistent_notification.async_create(hass, event.text, title=entry.title)


def _went_well(ended: JobEnded) -> bool:
    """Whether it was done, or its condition was not met: the house shows either."""
    outcomes = [one for some in ended.outcomes for one in some]
    unlucky = any(one.status in (Status.REFUSED, Status.FAILED) for one in outcomes)
    return not ended.held or (bool(outcomes) and not unlucky)


async def _async_prepare(agent: Agent, language: str) -> None:
    """Load the home's language before the first sentence, rather than during it."""
    try:
        await agent.prepare(language)
    except HomeAgentError as error:
        LOGGER.warning("Sentences in %s will not be understood: %s", language, error)
