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
    metrics = {agent.title: agent.runtime_data.coordinator.data for agent in agents}
    models = {
        title: agent_metrics.provider
        for title, agent_metrics in metrics.items()
        if agent_metrics.provider
    }
    return {
        "agents": len(agents),
        "models": ", ".join(f"{title}: {state}" for title, state in models.items()) or None,
        "tokens_today": sum(agent_metrics.tokens_today for agent_metrics in metrics.values()),
    }
