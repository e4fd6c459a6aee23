"""Puts the tools together, as they are set."""

from ..llm.provider import HttpClient
from ..recent_events import RecentEvents
from ..settings import Settings
from .custom import Custom, custom_tools
from .default import default_tools
from .entity_finder import Finder
from .toolbox import Toolbox


def toolbox_for(
    settings: Settings,
    finder: Finder,
    lately: RecentEvents,
    custom: Custom | None = None,
    http_client: HttpClient = None,
) -> Toolbox:
    """The tools that are on, and then those that a person defined; with or without a model."""
    external = settings.external_llm
    asked = None
    if external is not None:
        # Only those who have such a model pay for what asking it takes.
        from ..llm.providers import provider_for  # noqa: PLC0415

        asked = provider_for(external.model, http_client)
    tools = default_tools(
        settings.tools,
        asked,
        external_description=external.description if external else "",
        finder=finder,
        ways=settings.watch.notify,
        lately=lately,
    )
    own = custom_tools(custom or Custom(), finder)
    return Toolbox((*tools, *own), settings.tools)
