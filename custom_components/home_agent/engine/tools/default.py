"""The tools that come with the house."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..llm.provider import Provider
from ..recent_events import RecentEvents
from ..understand import Understander
from .call_home_assistant_service import CallHomeAssistantService
from .cancel_watch import CancelWatch
from .check_for_recent_ha_events import CheckForRecentHaEvents
from .entity_finder import Finder
from .execute_services import ExecuteServices
from .get_home_assistant_entity_state import GetHomeAssistantEntityState
from .get_time import GetTime
from .ha_control import HaControl
from .ha_query import HaQuery
from .list_ha_services import ListHaServices
from .list_watches import ListWatches
from .query_external_llm import QueryExternalLlm
from .schedule import Schedule
from .settings import ToolSettings
from .tool import Tool
from .undo import Undo
from .watch import WatchTool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """What tools are made of."""

    finder: Finder
    ways: tuple[str, ...]
    lately: RecentEvents | None


_MAKERS: Mapping[str, Callable[[_Parts], Tool]] = {
    "ha_control": lambda parts: HaControl(parts.finder),
    "ha_query": lambda parts: HaQuery(parts.finder),
    "schedule": lambda parts: Schedule(parts.finder),
    "undo": lambda _parts: Undo(),
    "get_time": lambda _parts: GetTime(),
    "watch": lambda parts: WatchTool(parts.finder, parts.ways),
    "list_watches": lambda _parts: ListWatches(),
    "cancel_watch": lambda _parts: CancelWatch(),
    "check_for_recent_ha_events": lambda parts: CheckForRecentHaEvents(parts.finder, parts.lately),
    "execute_services": lambda parts: ExecuteServices(parts.finder),
    "list_ha_services": lambda _parts: ListHaServices(),
    "get_home_assistant_entity_state": lambda parts: GetHomeAssistantEntityState(parts.finder),
    "call_home_assistant_service": lambda parts: CallHomeAssistantService(parts.finder),
}


def default_tools(  # noqa: PLR0913 - what different tools take
    settings: ToolSettings,
    external: Provider | None = None,
    *,
    external_description: str = "",
    finder: Finder | None = None,
    ways: tuple[str, ...] = (),
    lately: RecentEvents | None = None,
) -> tuple[Tool, ...]:
    """The tools that are on, in their order; and one that asks another model, if there is one.

    Names are looked up by the finder, best with the words of whoever understands this home.
    A watch may tell people by these ways, and what happened is known by what is remembered.
    """
    finder = finder or Finder(Understander().words_of)
    parts = _Parts(finder=finder, ways=ways, lately=lately)
    tools = tuple(_MAKERS[name](parts) for name in settings.enabled)
    if external is None:
        return tools
    return (*tools, QueryExternalLlm(external, external_description))
