"""Making and starting what is under a connection: its agents, and its AI tasks."""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from homeassistant.const import EVENT_HOMEASSISTANT_STOP
from homeassistant.core import Context, CoreState, Event, HomeAssistant, callback
from homeassistant.exceptions import ConfigEntryError
from homeassistant.helpers.httpx_client import get_async_client
from homeassistant.helpers.start import async_at_started

from .agent_entry import AgentEntry, AgentRuntimeData, HomeAgentConfigEntry, agent_entries
from .caller import act_as, async_caller
from .configuration import async_custom_tools, async_prepare_tools, async_watches
from .const import DOMAIN, LOGGER
from .coordinator import HomeAgentCoordinator
from .engine import Agent, build_agent
from .engine.authority import Authority
from .engine.errors import HomeAgentError, SettingsError, StoreError
from .engine.settings import Settings
from .engine.storage.quarantine import find_recent_damage
from .event_bridge import EventBridge
from .home import HassHome
from .model_check import async_install_packages
from .repair_issues import async_agent_unusable, async_storage_damaged
from .settings import debug_of, settings_of
from .store import HassStore


async def async_make_agents(
    hass: HomeAssistant, connection: HomeAgentConfigEntry, home: HassHome
) -> dict[str, AgentRuntimeData]:
    """Make what is under a connection, by the ids of subentries; none of it does anything yet.

    One that cannot be made is left out, and a repair says why. Raises `ConfigEntryError` where
    none can.
    """
    made: dict[str, AgentRuntimeData] = {}
    unusable: list[tuple[AgentEntry, ConfigEntryError]] = []
    for entry in agent_entries(connection):
        try:
            made[entry.entry_id] = await _async_make_agent(hass, entry, home)
        except ConfigEntryError as error:
            unusable.append((entry, error))
    if unusable and not made:
        raise unusable[0][1]
    for entry, problem in unusable:
        LOGGER.error("%s is left out: %s", entry.title, problem)
        connection.async_on_unload(async_agent_unusable(hass, entry, str(problem)))
    return made


async def _async_make_agent(
    hass: HomeAssistant, entry: AgentEntry, home: HassHome
) -> AgentRuntimeData:
    """Make one agent or AI task. Raises `ConfigEntryError`."""
    store = HassStore(hass, entry.entry_id)
    try:
        await store.async_load()
    except StoreError as error:
        raise ConfigEntryError(
            translation_domain=DOMAIN,
            translation_key="storage_unreadable",
            translation_placeholders={"error": str(error)},
        ) from error
    connection = entry.connection
    connection.async_on_unload(store.async_close)
    settings = _settings(hass, entry)
    agent = build_agent(
        home,
        store=store,
        settings=settings,
        custom=async_custom_tools(hass, entry.options),
        http_client=get_async_client(hass),
    )
    coordinator = HomeAgentCoordinator(hass, connection, agent.api, store)
    debug = debug_of(entry)
    event_bridge = EventBridge(
        hass=hass,
        entry=entry,
        coordinator=coordinator,
        debug=debug,
        context_mode=settings.context.mode.value,
    )
    return AgentRuntimeData(
        entry=entry,
        agent=agent,
        store=store,
        home=home,
        settings=settings,
        debug=debug,
        coordinator=coordinator,
        event_bridge=event_bridge,
    )


async def async_start_agent(hass: HomeAssistant, entry: AgentEntry) -> None:
    """Have it begin; of an AI task there are only figures."""
    runtime, connection = entry.runtime_data, entry.connection
    if runtime.debug.debug_logging:
        connection.async_on_unload(_async_log_more())
    await runtime.coordinator.async_config_entry_first_refresh()
    connection.async_on_unload(runtime.coordinator.async_start())
    if not entry.is_agent:
        return
    connection.async_on_unload(runtime.agent.listen(runtime.event_bridge.async_announce))

    async def start(_hass: HomeAssistant) -> None:
        await _async_take_up(hass, runtime)
        async_storage_damaged(hass, entry, await find_recent_damage(runtime.store))

    async def stop(_event: Event) -> None:
        await runtime.agent.close()

    # What is due is done once everything that it may be about is there. Where it is, nobody is
    # heard before: what they want done later would have to be refused.
    if hass.state is CoreState.running:
        await start(hass)
    else:
        connection.async_on_unload(async_at_started(hass, start))
    connection.async_on_unload(hass.bus.async_listen_once(EVENT_HOMEASSISTANT_STOP, stop))
    connection.async_create_background_task(
        hass, _async_prepare(runtime.agent, hass.config.language), f"{DOMAIN} grammar"
    )


def _settings(hass: HomeAssistant, entry: AgentEntry) -> Settings:
    """What the person has set; what no form lets through raises `ConfigEntryError`."""
    try:
        watches = async_watches(hass, entry.entry_id)
        return settings_of(entry, language=hass.config.language, watches=watches)
    except SettingsError as error:
        raise ConfigEntryError(
            translation_domain=DOMAIN,
            translation_key="options_unusable",
            translation_placeholders={"agent": entry.title, "error": " ".join(error.problems)},
        ) from error


@callback
def _async_log_more() -> Callable[[], None]:
    """Write details into the log until the returned function is called."""
    before = LOGGER.level
    LOGGER.setLevel(logging.DEBUG)
    return partial(LOGGER.setLevel, before)


async def _async_take_up(hass: HomeAssistant, runtime: AgentRuntimeData) -> None:
    """Take up what was planned before."""
    try:
        await runtime.agent.start(partial(_in_the_name_of, hass))
    except StoreError as error:
        LOGGER.error("Nothing can be done later: %s", error)
    runtime.coordinator.async_refresh_soon()


@asynccontextmanager
async def _in_the_name_of(hass: HomeAssistant, authority: Authority) -> AsyncIterator[None]:
    """Do what was planned with the permissions that whoever planned it has by then."""
    with act_as(await async_caller(hass, Context(user_id=authority.user_id))):
        yield


async def async_prepare_models(hass: HomeAssistant, entries: Sequence[AgentEntry]) -> None:
    """Have what models need installed and loaded, which takes seconds, before one is asked.

    One after the other, since they mostly need the same, and load it in threads.
    """
    for entry in entries:
        await async_prepare_tools(hass, entry.options)
    for runtime in [entry.runtime_data for entry in entries]:
        await async_install_packages(hass, runtime.settings.models)
        await runtime.agent.prepare_models()


async def _async_prepare(agent: Agent, language: str) -> None:
    """Load the home's language before the first sentence, rather than during it."""
    try:
        await agent.prepare(language)
    except HomeAgentError as error:
        LOGGER.warning("Sentences in %s will not be understood: %s", language, error)
