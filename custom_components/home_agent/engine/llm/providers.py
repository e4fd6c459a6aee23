"""The provider that fits a model's settings."""

from .google import GoogleProvider
from .openai_compatible import OpenAIProvider
from .provider import HttpClient, Provider
from .settings import ModelSettings


def provider_for(settings: ModelSettings, http_client: HttpClient = None) -> Provider:
    """Whoever asks this model, by a client that is there or one of its own.

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
