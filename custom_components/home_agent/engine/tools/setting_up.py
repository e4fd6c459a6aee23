"""Puts the tools together, as they are set."""

from ..settings import Settings
from ..understand import Understander
from .default import default_tools
from .toolbox import Toolbox


def toolbox_for(settings: Settings, understander: Understander) -> Toolbox:
    """The tools that are on; they are there also where there is no model to use them."""
    external = settings.external_llm
    asked = None
    if external is not None:
        # Only those who have such a model pay for what asking it takes.
        from ..llm.providers import provider_for  # noqa: PLC0415

        asked = provider_for(external.model)
    tools = default_tools(
        settings.tools,
        asked,
        external_description=external.description if external else "",
        words_of=understander.words_of,
    )
    return Toolbox(tools, settings.tools)
