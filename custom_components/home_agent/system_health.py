"""A line or two about us on Home Assistant's page of system information."""

from typing import Any

from homeassistant.components.system_health import SystemHealthRegistration
from homeassistant.core import HomeAssistant, callback

from .agent_entry import async_loaded_agents


@callback
def async_register(_hass: HomeAssistant, register: SystemHealthRegistration) -> None:
    """Be asked when somebody looks."""
    register.async_register_info(_async_info)


async def _async_info(hass: HomeAssistant) -> dict[str, Any]:
    agents = async_loaded_agents(hass)
    figures = {agent.title: agent.runtime_data.figures.data for agent in agents}
    models = {title: one.provider for title, one in figures.items() if one.provider}
    return {
        "agents": len(agents),
        "models": ", ".join(f"{title}: {state}" for title, state in models.items()) or None,
        "tokens_today": sum(one.tokens_today for one in figures.values()),
    }
