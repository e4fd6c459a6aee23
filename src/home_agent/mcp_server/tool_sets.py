"""Which of our tools belong together, for the owner to switch on."""

from collections.abc import Collection, Mapping

from home_agent.configuration.mcp import ToolSet
from home_agent.engine.tools.create_automation import CreateAutomationTool
from home_agent.engine.tools.manage_automations import ManageAutomationsTool
from home_agent.engine.tools.tool import Tool

TALK = "talk"
"""The tool that takes a sentence; all others are the agent's own."""

_SETS: Mapping[ToolSet, frozenset[str]] = {
    ToolSet.TALK: frozenset({TALK}),
    ToolSet.LOOK: frozenset(
        {
            *("check_for_recent_ha_events", "get_home_assistant_entity_state", "get_time"),
            *("ha_query", "list_ha_services", "list_watches"),
        }
    ),
    ToolSet.CONTROL: frozenset(
        {"call_home_assistant_service", "execute_services", "ha_control", "run_sequence", "undo"}
    ),
    ToolSet.PLAN: frozenset({"cancel_watch", "schedule", "watch"}),
    ToolSet.AUTOMATIONS: frozenset({CreateAutomationTool.name, ManageAutomationsTool.name}),
}


def is_on(name: str, sets: Collection[ToolSet]) -> bool:
    """Whether a tool is in one of the sets that are on. One that is in no set never is."""
    return any(name in _SETS[choice] for choice in sets)


def tools_besides(sets: Collection[ToolSet]) -> tuple[Tool, ...]:
    """What a set has in any case: a model of our own may well do without it."""
    return (ManageAutomationsTool(),) if ToolSet.AUTOMATIONS in sets else ()
