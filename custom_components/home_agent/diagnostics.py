"""What helps to find a fault, without what is nobody's business: keys, PINs, prompts, history."""

from dataclasses import asdict
from typing import Any

from homeassistant.components.diagnostics import async_redact_data
from homeassistant.core import HomeAssistant
from yarl import URL

from .agent_entry import AgentEntry, HomeAgentConfigEntry, loaded_entries
from .bypass_monitor import async_bypassing_apis, async_bypassing_pipelines
from .const import CONF_BASE_URL
from .engine.jobs import Job

_HIDDEN = {
    "api_key",
    # a tool's keys may be anywhere in it
    "handler",
    "headers",
    "parameters",
    "pin",
    "project",
    "token",
    # what a family tells its model
    "custom",
    "custom_additions",
    "home_name",
    "tool_description",
    # who lives there
    "managers",
    "users",
}


async def async_get_config_entry_diagnostics(
    hass: HomeAssistant, entry: HomeAgentConfigEntry
) -> dict[str, Any]:
    """Everything that can be told of a connection, and of what is under it."""
    return {
        "data": _shown(dict(entry.data)),
        "agents": [await _async_told(agent) for agent in loaded_entries(entry)],
        "around_the_gate": {
            "voice_assistants": [
                pipeline.name
                for agent in loaded_entries(entry)
                for pipeline in async_bypassing_pipelines(hass, agent)
            ],
            "mcp_server": async_bypassing_apis(hass),
        },
    }


async def _async_told(agent: AgentEntry) -> dict[str, Any]:
    """Everything that can be told of one agent, or of an AI task."""
    runtime = agent.runtime_data
    api, layout = runtime.agent.api, runtime.home.snapshot().layout
    planned = api.planned()
    return {
        "title": agent.title,
        "type": agent.subentry.subentry_type,
        "options": _shown(dict(agent.subentry.data)),
        "tools": [tool.name for tool in api.tools()],
        "models": [asdict(model) for model in api.health()],
        "usage_today": (await api.spent_today()).as_document(),
        "caches": {name: asdict(figures) for name, figures in api.caches().items()},
        "figures": asdict(runtime.coordinator.data),
        "planned": {
            "actions": sum(isinstance(job, Job) for job in planned),
            "timers": sum(not isinstance(job, Job) for job in planned),
        },
        "home": {
            "entities": len(layout.entities),
            "exposed": sum(entity.exposed for entity in layout.entities.values()),
            "areas": len(layout.areas),
            "floors": len(layout.floors),
        },
    }


def _shown(values: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = async_redact_data(values, _HIDDEN)
    return {key: _without_secrets(key, value) for key, value in shown.items()}


def _without_secrets(key: str, value: Any) -> Any:  # noqa: ANN401 - any option
    """Of an address only where it is: some have a key in them."""
    if isinstance(value, dict):
        return {inner: _without_secrets(inner, element) for inner, element in value.items()}
    if isinstance(value, list):
        return [_without_secrets(key, element) for element in value]
    if key == CONF_BASE_URL and isinstance(value, str) and value:
        try:
            return str(URL(value).origin())
        except ValueError:
            return "**REDACTED**"
    return value
