"""All that is answered, held to OpenAI's published schema as its package has it."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from openai.types import ErrorObject, Model
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import BaseModel, TypeAdapter

from home_agent.engine.settings import Settings
from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.server.in_process import CHAT, Server, serve
from tests.standalone.server.running_server import said

OURS = "home_agent"
DEVICES = "Available Devices:\nentity_id,name,state,aliases\nlight.desk,Desk lamp,off,\n"
TOOL = {"name": "find_recipe", "parameters": {"type": "object", "properties": {}}}
PIE = "how is apple pie made?"


@pytest.fixture
def scripted() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.fixture
async def server(tmp_path: Path, scripted: ScriptedServer) -> AsyncIterator[Server]:
    model = {"name": "small", "model": "s", "base_url": scripted.url}
    settings = Settings.from_mapping({"patience": 0.2, "llm": [model]})
    async with serve(tmp_path, settings=settings) as running:
        yield running


def check(document: Mapping[str, Any], kind: Any) -> Any:
    """The document as the package has it: of the right types, and nothing in it but ours."""
    found = TypeAdapter(kind).validate_python(document)
    assert not list(_unknown(found, "")), list(_unknown(found, ""))
    return found


def _unknown(value: object, where: str) -> Iterator[str]:
    """Every field that the schema does not have."""
    if isinstance(value, BaseModel):
        yield from (f"{where}.{name}" for name in value.model_extra or () if name != OURS)
        for name in type(value).model_fields:
            yield from _unknown(getattr(value, name), f"{where}.{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from _unknown(inner, f"{where}[]")


async def post(server: Server, path: str, body: Mapping[str, Any]) -> Any:
    async with server.client() as client:
        return (await client.post(path, json=body)).json()


async def stream(server: Server, path: str, body: Mapping[str, Any]) -> list[Any]:
    """The data of all events, but the one that ends it."""
    async with server.client() as client:
        text = (await client.post(path, json={**body, "stream": True})).text
    lines = [line for line in text.splitlines() if line.startswith("data: {")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def home_of_the_caller(**more: Any) -> dict[str, Any]:
    body = said("turn on the desk lamp", **more)
    return {**body, "messages": [{"role": "system", "content": DEVICES}, *body["messages"]]}


async def test_completions(server: Server, scripted: ScriptedServer) -> None:
    tools = [{"type": "function", "function": TOOL}]
    scripted.call_tool("find_recipe", {})
    for body in (
        said("turn on the ceiling lamp"),
        said("unlock the moon"),
        home_of_the_caller(),
        said(PIE, tools=tools),
    ):
        reply = check(await post(server, CHAT, body), ChatCompletion)
        assert reply.choices[0].finish_reason in ("stop", "tool_calls")


async def test_chunks(server: Server, scripted: ScriptedServer) -> None:
    scripted.say("Peel the apples. Bake them.")
    usage: dict[str, Any] = {"stream_options": {"include_usage": True}}
    for body in (
        said("turn on the ceiling lamp", **usage),
        home_of_the_caller(**usage),
        said(PIE, **usage),
    ):
        chunks = [check(chunk, ChatCompletionChunk) for chunk in await stream(server, CHAT, body)]
        assert len({chunk.id for chunk in chunks}) == 1
        assert chunks[0].choices[0].delta.role == "assistant"
        assert chunks[-2].choices[0].finish_reason in ("stop", "tool_calls")
        assert (chunks[-1].choices, chunks[-1].usage is None) == ([], False)


async def test_responses(server: Server, scripted: ScriptedServer) -> None:
    tools = {"tools": [{"type": "function", **TOOL, "strict": False}], "tool_choice": "auto"}
    told = {"instructions": DEVICES, "input": "turn on the desk lamp", "metadata": {"a": "b"}}
    scripted.call_tool("find_recipe", {})
    scripted.call_tool("find_recipe", {})
    for body in (
        {"model": "home-agent", "input": "turn on the ceiling lamp"},
        {"model": "home-agent", **told},
        {"model": "home-agent", "input": PIE, **tools},
    ):
        whole = check(await post(server, "/v1/responses", body), Response)
        assert len(whole.tools) == len(body.get("tools", ()))
        events = await stream(server, "/v1/responses", body)
        for event in events:
            check(event, ResponseStreamEvent)
        assert [event["sequence_number"] for event in events] == list(range(len(events)))
        assert events[-1]["type"] == "response.completed"
        parts = [event["delta"] for event in events if event["type"].endswith("ments.delta")]
        calls = [item for item in events[-1]["response"]["output"] if "arguments" in item]
        assert "".join(parts) == "".join(call["arguments"] for call in calls)


async def test_errors_and_models(server: Server) -> None:
    for body in ({}, said("hello", model="gpt-5"), said("hello", n=2)):
        check((await post(server, CHAT, body))["error"], ErrorObject)
    async with server.client() as client:
        for model in (await client.get("/v1/models")).json()["data"]:
            check(model, Model)
        check((await client.get("/nowhere")).json()["error"], ErrorObject)
    async with server.client("wrong") as stranger:
        check((await stranger.get("/v1/models")).json()["error"], ErrorObject)
