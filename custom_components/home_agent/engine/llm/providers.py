"""The provider that fits a model's settings."""

from .google import GoogleProvider
from .openai_compatible import OpenAIProvider
from .provider import Provider
from .settings import ModelSettings


def provider_for(settings: ModelSettings) -> Provider:
    """Whoever asks this model. The packages of its maker are loaded when it is first asked."""
    return _provider(settings)


async def list_models(settings: ModelSettings) -> tuple[str, ...]:
    """The names of the models that a server has, for choosing one."""
    provider = _provider(settings)
    try:
        return await provider.models()
    finally:
        await provider.close()


def _provider(settings: ModelSettings) -> GoogleProvider | OpenAIProvider:
    return GoogleProvider(settings) if settings.kind == "google" else OpenAIProvider(settings)
