"""The tools that come with the house."""

from collections.abc import Callable, Mapping

from ..llm.provider import Provider
from ..understand import Understander
from .call_home_assistant_service import CallHomeAssistantService
from .execute_services import ExecuteServices
from .finding import Finder, WordsOf
from .get_home_assistant_entity_state import GetHomeAssistantEntityState
from .get_time import GetTime
from .ha_control import HaControl
from .ha_query import HaQuery
from .list_ha_services import ListHaServices
from .query_external_llm import QueryExternalLlm
from .schedule import Schedule
from .settings import ToolSettings
from .tool import Tool
from .undo import Undo

_MAKERS: Mapping[str, Callable[[Finder], Tool]] = {
    "ha_control": HaControl,
    "ha_query": HaQuery,
    "schedule": Schedule,
    "undo": lambda _finder: Undo(),
    "get_time": lambda _finder: GetTime(),
    "execute_services": ExecuteServices,
    "list_ha_services": lambda _finder: ListHaServices(),
    "get_home_assistant_entity_state": GetHomeAssistantEntityState,
    "call_home_assistant_service": CallHomeAssistantService,
}


def default_tools(
    settings: ToolSettings,
    external: Provider | None = None,
    *,
    external_description: str = "",
    words_of: WordsOf | None = None,
) -> tuple[Tool, ...]:
    """The tools that are on, in their order; and one that asks another model, if there is one.

    Names are looked up with `Understander.words_of`, best that of whoever understands this home.
    """
    finder = Finder(words_of or Understander().words_of)
    tools = tuple(_MAKERS[name](finder) for name in settings.enabled)
    if external is None:
        return tools
    return (*tools, QueryExternalLlm(external, external_description))
