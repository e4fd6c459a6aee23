"""Builds the tools that are on, and the toolbox with them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..act import Audit
from ..act.gate import Gate
from ..llm.provider import HttpClient, Provider
from ..memory.memories import Memories
from ..recent_events import RecentEvents
from ..settings import Settings
from ..understand import Understander
from .call_home_assistant_service import CallHomeAssistantServiceTool
from .check_for_recent_ha_events import CheckForRecentHaEventsTool
from .create_automation import CreateAutomationTool
from .custom import CustomTools, build_custom_tools
from .entity_finder import EntityFinder
from .execute_services import ExecuteServicesTool
from .get_home_assistant_entity_state import GetHomeAssistantEntityStateTool
from .get_time import GetTimeTool
from .ha_control import HaControlTool
from .ha_query import HaQueryTool
from .list_ha_services import ListHaServicesTool
from .manage_automations import ManageAutomationsTool
from .memory import MemoryProviderLoader, RecallMemoryTool, StoreMemoryTool
from .query_external_llm import QueryExternalLlmTool
from .run_sequence import RunSequenceTool
from .schedule import ScheduleTool
from .settings import ToolSettings
from .tool import Tool
from .toolbox import Toolbox
from .undo import UndoTool
from .watch import CancelWatchTool, ListWatchesTool, WatchTool


def build_toolbox(  # noqa: PLR0913 - what different tools take
    settings: Settings,
    finder: EntityFinder,
    recent_events: RecentEvents,
    *,
    memories: Memories,
    find_memories: MemoryProviderLoader,
    custom: CustomTools | None = None,
    http_client: HttpClient = None,
    audit: Audit | None = None,
    gate: Gate | None = None,
) -> Toolbox:
    """The tools that are on, and then those that a person defined; with or without a model."""
    external = settings.external_llm
    asked = None
    if external is not None:
        # Only those who have such a model pay for what asking it takes.
        from ..llm.providers import create_provider  # noqa: PLC0415

        asked = create_provider(external.model, http_client)
    tools = build_default_tools(
        settings.tools,
        asked,
        external_description=external.description if external else "",
        finder=finder,
        notify_targets=settings.watch.notify,
        recent_events=recent_events,
    )
    if memories.enabled:
        tools = (*tools, StoreMemoryTool(memories), RecallMemoryTool(find_memories))
    own = build_custom_tools(custom or CustomTools(), finder, settings.tools, audit)
    return Toolbox((*tools, *own), settings.tools, gate=gate)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """What tools are made of."""

    finder: EntityFinder
    notify_targets: tuple[str, ...]
    recent_events: RecentEvents | None
    timeout: float


_MAKERS: Mapping[str, Callable[[_Parts], Tool]] = {
    "ha_control": lambda parts: HaControlTool(parts.finder),
    "ha_query": lambda parts: HaQueryTool(parts.finder),
    "schedule": lambda parts: ScheduleTool(parts.finder),
    "undo": lambda _parts: UndoTool(),
    "get_time": lambda _parts: GetTimeTool(),
    "watch": lambda parts: WatchTool(parts.finder, parts.notify_targets),
    "create_automation": lambda parts: CreateAutomationTool(parts.finder, parts.notify_targets),
    "manage_automations": lambda _parts: ManageAutomationsTool(),
    "run_sequence": lambda parts: RunSequenceTool(parts.finder, parts.timeout),
    "list_watches": lambda _parts: ListWatchesTool(),
    "cancel_watch": lambda _parts: CancelWatchTool(),
    "check_for_recent_ha_events": lambda parts: CheckForRecentHaEventsTool(
        parts.finder, parts.recent_events
    ),
    "execute_services": lambda parts: ExecuteServicesTool(parts.finder),
    "list_ha_services": lambda _parts: ListHaServicesTool(),
    "get_home_assistant_entity_state": lambda parts: GetHomeAssistantEntityStateTool(parts.finder),
    "call_home_assistant_service": lambda parts: CallHomeAssistantServiceTool(parts.finder),
}


def build_default_tools(  # noqa: PLR0913 - what different tools take
    settings: ToolSettings,
    external: Provider | None = None,
    *,
    external_description: str = "",
    finder: EntityFinder | None = None,
    notify_targets: tuple[str, ...] = (),
    recent_events: RecentEvents | None = None,
) -> tuple[Tool, ...]:
    """The tools that are on, in their order; and one that asks another model, if there is one.

    Names are looked up by the finder, best with the words of whoever understands this home.
    A watch may tell people by these ways, and what happened is known by what is remembered.
    """
    finder = finder or EntityFinder(Understander().words_of)
    parts = _Parts(
        finder=finder,
        notify_targets=notify_targets,
        recent_events=recent_events,
        timeout=settings.timeout_seconds,
    )
    tools = tuple(_MAKERS[name](parts) for name in settings.enabled)
    if external is None:
        return tools
    return (*tools, QueryExternalLlmTool(external, external_description))
