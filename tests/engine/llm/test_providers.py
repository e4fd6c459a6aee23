"""Trying a model out before it is relied on."""

import pytest

from home_agent.engine.llm.errors import (
    KeyRefusedError,
    ModelError,
    ModelMissingError,
    ToolsRefusedError,
)
from home_agent.engine.llm.providers import try_model
from home_agent.engine.llm.settings import ModelSettings
from tests.engine.llm.scripted_server import ScriptedServer


def settings(server: ScriptedServer, **more: str) -> ModelSettings:
    """A model of the scripted server."""
    return ModelSettings.from_mapping({"base_url": server.url, "model": "m", **more})


@pytest.mark.parametrize("kind", ["openai", "google"])
async def test_a_model_that_answers(server: ScriptedServer, kind: str) -> None:
    """One short question, with a tool."""
    server.say("Hello.")
    where = server.google_url if kind == "google" else server.url
    await try_model(settings(server, kind=kind, base_url=where, api_key="k"))
    (asked,) = server.requests
    assert asked.json["tools"]
    assert "Say hello." in str(asked.json)


async def test_a_model_without_tools(server: ScriptedServer) -> None:
    """It is told apart, and is fine where tools are asked for in words."""
    server.fail(400, "m does not support tools")
    server.say("Hello.")
    with pytest.raises(ToolsRefusedError, match="inline"):
        await try_model(settings(server))
    server.say("Hello.")
    await try_model(settings(server, protocol="inline"))
    assert "tools" not in server.requests[-1].json


@pytest.mark.parametrize(
    ("status", "said", "error"),
    [
        (401, "Incorrect API key", KeyRefusedError),
        (404, "The model 'm' does not exist", ModelMissingError),
    ],
)
async def test_a_model_that_does_not(
    server: ScriptedServer, status: int, said: str, error: type[ModelError]
) -> None:
    """Whatever is wrong is raised."""
    server.fail(status, said)
    with pytest.raises(error):
        await try_model(settings(server))
