"""Which of our tools belong together, for the owner to switch on."""

from collections.abc import Collection, Mapping

from home_agent.configuration.mcp import ToolSet

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
    ToolSet.PLAN: frozenset(
        {"cancel_watch", "create_automation", "manage_automations", "schedule", "watch"}
    ),
}


def is_on(name: str, sets: Collection[ToolSet]) -> bool:
    """Whether a tool is in one of the sets that are on. One that is in no set never is."""
    return any(name in _SETS[choice] for choice in sets)
