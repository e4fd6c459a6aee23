"""A client for HTTP that others use, too: models are asked by it, and nobody closes it."""

import httpx2
import pytest

from home_agent.engine.llm.assembly import assemble
from home_agent.engine.llm.providers import create_provider, list_models, try_model
from home_agent.engine.llm.settings import Kind, ModelSettings
from tests.engine.llm.scripted_server import ScriptedServer
from tests.engine.llm.test_openai_requests import QUESTION


@pytest.mark.parametrize("kind", ["openai", "google"])
async def test_models_are_asked_by_it(server: ScriptedServer, kind: Kind) -> None:
    where = server.google_url if kind == "google" else server.url
    settings = ModelSettings(kind=kind, base_url=where, api_key="k", model="m")
    limits = []

    async def note(request: httpx2.Request) -> None:
        limits.append(request.extensions["timeout"])

    server.say("One.")
    server.say("Two.")
    async with httpx2.AsyncClient(event_hooks={"request": [note]}, timeout=0.001) as client:
        provider = create_provider(settings, client)
        message, _ = await assemble(provider.stream(QUESTION))
        await provider.close()
        assert message.text == "One."
        await try_model(settings, client)
        assert await list_models(settings, client) == ("scripted",)
        assert not client.is_closed
    # How long to wait is for us to say: its own limit is not for models, which think.
    asked = [set(limit.values()) for limit in limits]
    assert asked == [{None}] * 3
