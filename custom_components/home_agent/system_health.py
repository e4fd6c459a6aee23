"""A line or two about us on Home Assistant's page of system information."""

from typing import Any

from homeassistant.components.system_health import SystemHealthRegistration
from homeassistant.core import HomeAssistant, callback

from .agent_entry import HomeAgentConfigEntry
from .const import DOMAIN


@callback
def async_register(_hass: HomeAssistant, register: SystemHealthRegistration) -> None:
    """Be asked when somebody looks."""
    register.async_register_info(_async_info)


async def _async_info(hass: HomeAssistant) -> dict[str, Any]:
    entries: list[HomeAgentConfigEntry] = hass.config_entries.async_loaded_entries(DOMAIN)
    figures = {one.title: one.runtime_data.figures.data for one in entries}
    models = {title: one.provider for title, one in figures.items() if one.provider}
    return {
        "agents": len(entries),
        "models": ", ".join(f"{title}: {state}" for title, state in models.items()) or None,
        "tokens_today": sum(one.tokens_today for one in figures.values()),
    }
