"""Home Agent: talk to your home."""

from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.typing import ConfigType

from .agent_entry import HomeAgentConfigEntry, agent_entries, loaded_entries
from .agent_setup import async_make_agents, async_prepare_models, async_start_agent
from .bypass_monitor import async_watch_for_bypass
from .chat_view import async_register_views
from .configuration import CONFIG_SCHEMA, async_read_yaml
from .const import DOMAIN
from .engine import consult, preload
from .home import HassHome
from .llm_api import async_offer_tools
from .memory_services import async_register_memory_services
from .migration import VERSION, async_make_connection
from .missing_names import async_watch_missing_names
from .page_panel import async_register_page_view, async_show_panel
from .repair_issues import async_delete_issues, async_unusable_agents
from .services import async_register_services
from .store import HassStore
from .users import async_follow_users

PLATFORMS = (Platform.CONVERSATION, Platform.SENSOR, Platform.TODO)
PLATFORMS_OF_TASKS = (Platform.AI_TASK,)

# Loaded with us, in the executor; an agent would load it on the event loop.
_ = consult, preload

__all__ = ["CONFIG_SCHEMA"]


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    """Register what automations can do; it is there whether or not an agent is loaded."""
    async_register_services(hass)
    async_register_memory_services(hass)
    async_register_views(hass)
    async_register_page_view(hass)
    async_read_yaml(hass, config)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> bool:
    """Set up a connection, with its agents and AI tasks."""
    entry.async_on_unload(entry.add_update_listener(_async_changed))
    entry.async_on_unload(await async_follow_users(hass))
    home = HassHome(hass, entry)
    entry.async_on_unload(home.async_start())
    entry.runtime_data = await async_make_agents(hass, entry, home)
    for agent_entry in loaded_entries(entry):
        await async_start_agent(hass, agent_entry)
    await hass.config_entries.async_forward_entry_setups(entry, _platforms(entry))
    for agent_entry in loaded_entries(entry):
        if agent_entry.is_agent:
            entry.async_on_unload(async_offer_tools(hass, agent_entry))
            entry.async_on_unload(async_watch_for_bypass(hass, agent_entry))
            entry.async_on_unload(async_watch_missing_names(hass, agent_entry))
            await async_show_panel(hass, agent_entry)
    entry.async_create_background_task(
        hass, async_prepare_models(hass, loaded_entries(entry)), f"{DOMAIN} models"
    )
    return True


async def async_unload_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> bool:
    """Unload what is under a connection; what it listens to and is busy with ends with it."""
    if not await hass.config_entries.async_unload_platforms(entry, _platforms(entry)):
        return False
    for agent_entry in loaded_entries(entry):
        await agent_entry.runtime_data.agent.close()
        async_delete_issues(hass, agent_entry)
    return True


async def async_migrate_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> bool:
    """Bring an entry of an older version up to date; one of a newer version is left alone."""
    if entry.version > VERSION:
        return False
    if entry.version < VERSION:
        async_make_connection(hass, entry)
    return True


async def async_remove_entry(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> None:
    """Forget what its agents have kept."""
    for agent_entry in agent_entries(entry):
        await HassStore(hass, agent_entry.entry_id).async_remove()


async def _async_changed(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> None:
    """Take up what was changed, and forget what agents have kept that are gone."""
    known = entry.runtime_data.keys() | async_unusable_agents(hass, entry)
    gone = known - entry.subentries.keys()
    await hass.config_entries.async_reload(entry.entry_id)
    for agent_id in gone:
        await HassStore(hass, agent_id).async_remove()


def _platforms(entry: HomeAgentConfigEntry) -> tuple[Platform, ...]:
    """Without AI tasks there is nobody to be given any."""
    has_tasks = any(not agent_entry.is_agent for agent_entry in loaded_entries(entry))
    return (*PLATFORMS, *PLATFORMS_OF_TASKS) if has_tasks else PLATFORMS
