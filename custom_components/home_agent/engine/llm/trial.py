"""Tries a model out, with a short question that costs next to nothing."""

from contextlib import aclosing

from .errors import ToolsRefusedError
from .messages import Request, SystemMessage, ToolSpec, UserMessage
from .openai_compatible import OpenAIProvider
from .provider import HttpClient
from .providers import provider_for
from .settings import ModelSettings

_QUESTION = (SystemMessage(text="Answer with one word."), UserMessage(text="Say hello."))
_TOOL = ToolSpec(
    name="get_time",
    description="Get the time.",
    parameters={"type": "object", "properties": {}},
)


async def try_model(settings: ModelSettings, http_client: HttpClient = None) -> None:
    """Ask, and listen to the first sign of an answer; raise a `ModelError` if there is none."""
    provider = provider_for(settings, http_client)
    tools = (_TOOL,) if settings.protocol == "tools" else ()
    try:
        async with aclosing(provider.stream(Request(messages=_QUESTION, tools=tools))) as deltas:
            async for _delta in deltas:
                break
    finally:
        await provider.close()
    if isinstance(provider, OpenAIProvider) and "tools" in provider.rejected:
        raise ToolsRefusedError(
            f"{settings.title} cannot use tools, and so can do nothing in the home. "
            "Set its protocol to inline, or choose a model that can."
        )
