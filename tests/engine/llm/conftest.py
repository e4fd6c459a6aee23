"""A scripted server, and providers that ask it."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from home_agent.engine.llm.google import GoogleProvider
from home_agent.engine.llm.openai_compatible import OpenAIProvider
from home_agent.engine.llm.settings import ModelSettings
from tests.engine.llm.scripted_server import ScriptedServer

type Open = Callable[..., OpenAIProvider]
type OpenGemini = Callable[..., GoogleProvider]


@pytest.fixture
async def server() -> AsyncIterator[ScriptedServer]:
    """A server that answers as it is told."""
    async with ScriptedServer() as scripted:
        yield scripted


@pytest.fixture
async def model(server: ScriptedServer) -> AsyncIterator[Open]:
    """Providers that speak OpenAI's protocol, closed in the end."""
    opened: list[OpenAIProvider] = []

    def open_one(**settings: Any) -> OpenAIProvider:
        given = {"base_url": server.url, "model": "m", "api_key": "sk-secret-key", **settings}
        opened.append(OpenAIProvider(ModelSettings(**given)))
        return opened[-1]

    yield open_one
    for item in opened:
        await item.close()


@pytest.fixture
async def gemini(server: ScriptedServer) -> AsyncIterator[OpenGemini]:
    """Providers that speak Google's protocol, closed in the end."""
    opened: list[GoogleProvider] = []

    def open_one(credentials: Any = None, **settings: Any) -> GoogleProvider:
        given = {
            "kind": "google",
            "base_url": server.google_url,
            "model": "gemini-2.5-flash",
            "api_key": "AIza-secret-key",
            **settings,
        }
        opened.append(GoogleProvider(ModelSettings(**given), credentials=credentials))
        return opened[-1]

    yield open_one
    for item in opened:
        await item.close()
