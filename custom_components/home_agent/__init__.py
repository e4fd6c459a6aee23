"""Home Agent: talk to your home."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from homeassistant.const import EVENT_HOMEASSISTANT_STOP, Platform
from homeassistant.core import Context, CoreState, Event, HomeAssistant, callback
from homeassistant.exceptions import ConfigEntryError
from homeassistant.helpers.httpx_client import get_async_client
from homeassistant.helpers.start import async_at_started
from homeassistant.helpers.typing import ConfigType

from .absent import async_watch_for_absent
from .agent_entry import HomeAgentConfigEntry, Running
from .bypass import async_watch_for_bypass
from .callers import acting_for, async_caller
from .configuration import CONFIG_SCHEMA, async_custom_tools, async_read_yaml, async_watches
from .const import CONF_PROVIDER, DOMAIN, LOGGER, PROVIDER_NONE
from .engine import Agent, consult, eager
from .engine.authority import Authority
from .engine.damage import recent_damages
from .engine.errors import HomeAgentError, SettingsError, StoreError
from .engine.settings import Settings
from .figures import FiguresCoordinator
from .home import HassHome
from .llm_api import async_offer_tools
from .packages import async_install_packages
from .services import async_register_services
from .settings import debug_of, settings_of
from .store import HassStore
from .telling import Telling
from .troubles import async_forget_troubles, async_storage_damaged
from .users import async_follow_users

PLATFORMS = (Platform.CONVERSATION, Platform.SENSOR, Platform.TODO)
PLATFORMS_OF_MODEL = (Platform.AI_TASK,)

# The minor version of entries that say which model is asked, if any.
_WITH_PROVIDER = 2

# Loaded with us, in the executor; an agent would load it on the event loop.
_ = consult, eager

__all__ = ["CONFIG_SCHEMA"]


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    """Register what automations can do; it is there whether or not an agent is loaded."""
    async_register_services(hass)
    async_read_yaml(hass, config)
    return True


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
    entry.async_on_unload(await async_follow_users(hass))
    home = HassHome(hass, entry)
    entry.async_on_unload(home.async_start())
    settings = _settings(hass, entry)
    agent = Agent(
        home,
        store=store,
        settings=settings,
        custom=async_custom_tools(hass),
        http_client=get_async_client(hass),
    )
    figures = FiguresCoordinator(hass, entry, agent.errands, store)
    debug = debug_of(entry)
    if debug.debug_logging:
        entry.async_on_unload(_async_log_more())
    telling = Telling(
        hass=hass,
        entry=entry,
        figures=figures,
        debug=debug,
        context_mode=settings.context.mode.value,
    )
    entry.runtime_data = Running(
        agent=agent, home=home, settings=settings, debug=debug, figures=figures, telling=telling
    )
    await figures.async_config_entry_first_refresh()
    entry.async_on_unload(figures.async_start())
    entry.async_on_unload(agent.listen(telling.async_announce))

    async def start(_hass: HomeAssistant) -> None:
        await _async_start(hass, entry.runtime_data)
        async_storage_damaged(hass, entry, await recent_damages(store))

    async def stop(_event: Event) -> None:
        await agent.close()

    # What is due is done once everything that it may be about is there. Where it is, nobody is
    # heard before: what they want done later would have to be refused.
    if hass.state is CoreState.running:
        await start(hass)
    else:
        entry.async_on_unload(async_at_started(hass, start))
    entry.async_on_unload(hass.bus.async_listen_once(EVENT_HOMEASSISTANT_STOP, stop))
    await hass.config_entries.async_forward_entry_setups(entry, _platforms(entry))
    entry.async_on_unload(async_offer_tools(hass, entry))
    entry.async_on_unload(async_watch_for_bypass(hass, entry))
    entry.async_on_unload(async_watch_for_absent(hass, entry))
    entry.async_create_background_task(
        hass, _async_prepare_models(hass, agent, settings), f"{DOMAIN} models"
    )
    entry.async_create_background_task(
        hass, _async_prepare(agent, hass.config.language), f"{DOMAIN} grammar"
    )
    return True


async def async_unload_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> bool:
    """Unload the agent; what it listens to and is busy with ends with the entry."""
    if not await hass.config_entries.async_unload_platforms(entry, _platforms(entry)):
        return False
    await entry.runtime_data.agent.close()
    async_forget_troubles(hass, entry)
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


def _platforms(entry: HomeAgentConfigEntry) -> tuple[Platform, ...]:
    """Without a model there are no tasks for one."""
    has_model = entry.runtime_data.agent.errands.has_model
    return (*PLATFORMS, *PLATFORMS_OF_MODEL) if has_model else PLATFORMS


def _settings(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> Settings:
    """What the person has set; what no form lets through raises `ConfigEntryError`."""
    try:
        watches = async_watches(hass, entry)
        return settings_of(entry, language=hass.config.language, watches=watches)
    except SettingsError as error:
        raise ConfigEntryError(
            translation_domain=DOMAIN,
            translation_key="options_unusable",
            translation_placeholders={"error": " ".join(error.problems)},
        ) from error


@callback
def _async_log_more() -> Callable[[], None]:
    """Write details into the log until the returned function is called."""
    before = LOGGER.level
    LOGGER.setLevel(logging.DEBUG)
    return partial(LOGGER.setLevel, before)


async def _async_start(hass: HomeAssistant, running: Running) -> None:
    """Take up what was planned before."""
    try:
        await running.agent.start(partial(_in_the_name_of, hass))
    except StoreError as error:
        LOGGER.error("Nothing can be done later: %s", error)
    running.figures.async_refresh_soon()


@asynccontextmanager
async def _in_the_name_of(hass: HomeAssistant, authority: Authority) -> AsyncIterator[None]:
    """Do what was planned with the permissions that whoever planned it has by then."""
    with acting_for(await async_caller(hass, Context(user_id=authority.user_id))):
        yield


async def _async_prepare_models(hass: HomeAssistant, agent: Agent, settings: Settings) -> None:
    """Have what models need installed and loaded, which takes seconds, before one is asked."""
    await async_install_packages(hass, settings.models)
    await agent.prepare_models()


async def _async_prepare(agent: Agent, language: str) -> None:
    """Load the home's language before the first sentence, rather than during it."""
    try:
        await agent.prepare(language)
    except HomeAgentError as error:
        LOGGER.warning("Sentences in %s will not be understood: %s", language, error)
