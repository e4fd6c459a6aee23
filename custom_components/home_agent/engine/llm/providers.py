"""The provider that fits a model's settings; listing a server's models, and trying a model."""

from contextlib import aclosing

from .errors import ToolsRefusedError
from .google import GoogleProvider
from .messages import Request, SystemMessage, ToolSpec, UserMessage
from .openai_compatible import OpenAIProvider
from .provider import HttpClient, Provider
from .settings import ModelSettings


def create_provider(settings: ModelSettings, http_client: HttpClient = None) -> Provider:
    """The provider of a model, with a client that is there or one of its own.

    The packages of its maker are loaded when it is first asked.
    """
    return _provider(settings, http_client)


async def list_models(settings: ModelSettings, http_client: HttpClient = None) -> tuple[str, ...]:
    """The names of the models that a server has, for choosing one."""
    provider = _provider(settings, http_client)
    try:
        return await provider.models()
    finally:
        await provider.close()


def _provider(settings: ModelSettings, http_client: HttpClient) -> GoogleProvider | OpenAIProvider:
    kind = GoogleProvider if settings.kind == "google" else OpenAIProvider
    # One that follows redirects would take keys and prompts along.
    follows = getattr(http_client, "follow_redirects", False)
    return kind(settings, None if follows else http_client)


_QUESTION = (SystemMessage(text="Answer with one word."), UserMessage(text="Say hello."))
_TOOL = ToolSpec(
    name="get_time",
    description="Get the time.",
    parameters={"type": "object", "properties": {}},
)


async def try_model(settings: ModelSettings, http_client: HttpClient = None) -> None:
    """Ask, and listen to the first sign of an answer; raise a `ModelError` if there is none."""
    provider = create_provider(settings, http_client)
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
