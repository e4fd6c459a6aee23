"""What is read of a request, and what is wrong with one: always OpenAI's error, never ours."""

import copy
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.chat_api.chat_request import ChatRequest, read_chat_request, read_json
from tests.standalone.server.broken_bodies import broken_bodies
from tests.standalone.server.in_process import CHAT, Server, serve
from tests.standalone.server.running_server import said

WHOLE: dict[str, Any] = {
    "model": "home-agent",
    "messages": [
        {"role": "system", "content": "You are terse."},
        {"role": "user", "content": [{"type": "text", "text": "turn on the ceiling lamp"}]},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
            ],
        },
        {"role": "tool", "tool_call_id": "1", "content": "done"},
        {"role": "user", "content": "is it on?", "name": "anna"},
    ],
    "stream": False,
    "stream_options": {"include_usage": True},
    "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}],
    "tool_choice": "auto",
    "user": "anna",
    "metadata": {"language": "en", "room": "Kitchen"},
    "temperature": 0.2,
    "n": 1,
    "response_format": {"type": "text"},
    "something_new": {"deep": [1, 2, 3]},
}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serve(tmp_path) as running:
        yield running


def wrong(**fields: Any) -> ApiError:
    """What is said of a request with these fields."""
    with pytest.raises(ApiError) as found:
        read_chat_request({**said("hello"), **fields})
    assert found.value.status == 400
    return found.value


def test_all_that_is_read() -> None:
    request = read_chat_request(WHOLE)
    assert request.messages[1].text == "turn on the ceiling lamp"
    assert request.messages[2].tool_calls[0].arguments == "{}"
    assert (request.system_text, request.include_usage) == ("You are terse.", True)
    assert (request.user, request.metadata["room"]) == ("anna", "Kitchen")
    assert request.tools[0].name == "f"


@pytest.mark.parametrize(
    ("fields", "param", "code"),
    [
        ({"model": None}, "model", "missing_required_parameter"),
        ({"model": 5}, "model", "invalid_type"),
        ({"messages": None}, "messages", "missing_required_parameter"),
        ({"messages": []}, "messages", "empty_array"),
        ({"messages": "hello"}, "messages", "invalid_type"),
        ({"messages": [5]}, "messages[0]", "invalid_type"),
        ({"messages": [{"role": "boss", "content": "x"}]}, "messages[0].role", "invalid_value"),
        (
            {"messages": [{"role": "user"}]},
            "messages[0].content",
            "missing_required_parameter",
        ),
        ({"messages": [{"role": "user", "content": 5}]}, "messages[0].content", "invalid_type"),
        ({"stream": "yes"}, "stream", "invalid_type"),
        ({"stream_options": 1}, "stream_options", "invalid_type"),
        ({"tools": [{"type": "web_search"}]}, "tools[0].type", "unsupported_value"),
        ({"tool_choice": "always"}, "tool_choice", "invalid_value"),
        ({"n": 2}, "n", "unsupported_value"),
        ({"response_format": {"type": "json_object"}}, "response_format", "unsupported_value"),
        ({"metadata": {"a": 1}}, "metadata", "invalid_type"),
        ({"modalities": ["audio"]}, "modalities", "unsupported_value"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, Any], param: str, code: str) -> None:
    error = wrong(**fields)
    assert (error.param, error.code) == (param, code)


def test_images_are_refused_clearly() -> None:
    image = {"type": "image_url", "image_url": {"url": "https://example.com/cat.png"}}
    error = wrong(messages=[{"role": "user", "content": [image]}])
    assert (error.param, error.code) == ("messages[0].content[0]", "unsupported_value")
    assert "Images" in error.message


async def test_what_only_the_home_can_tell_is_wrong(server: Server) -> None:
    """Before anything is sent, in a stream too."""
    async with server.client() as client:
        for fields, status, param in (
            ({"model": "gpt-5"}, 404, "model"),
            ({"metadata": {"language": "klingon"}}, 400, "metadata.language"),
            ({"metadata": {"room": "Attic"}}, 400, "metadata.room"),
            ({"tool_choice": "required", "tools": WHOLE["tools"]}, 400, "tool_choice"),
            ({"messages": [{"role": "assistant", "content": "x"}]}, 400, "messages[0].role"),
        ):
            for stream in (False, True):
                response = await client.post(CHAT, json={**said("hi"), **fields, "stream": stream})
                assert response.status_code == status
                assert response.json()["error"]["param"] == param


async def test_paths_and_methods(server: Server) -> None:
    async with server.client() as client:
        assert (await client.get("/v1/nothing")).status_code == 404
        assert (await client.get(CHAT)).status_code == 405
        assert (await client.get("/v1/models/home-agent-fast")).json()["id"] == "home-agent-fast"
        unknown = await client.get("/v1/models/gpt-5")
        assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "model_not_found")


JSON = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(document=JSON)
def test_anything_is_a_request_or_an_error(document: Any) -> None:
    _is_told(json.dumps(document).encode())


@settings(max_examples=300, deadline=None)
@given(body=some.binary())
def test_any_bytes_are_a_request_or_an_error(body: bytes) -> None:
    _is_told(body)


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=some.integers(0, 2**32), value=JSON)
def test_a_request_with_one_thing_wrong(seed: int, value: Any) -> None:
    """Any part of a real one may be anything."""
    _is_told(json.dumps(mutated(WHOLE, random.Random(seed), value)).encode())


@pytest.mark.parametrize("depth", [50, 500, 50_000])
def test_nested_without_end(depth: int) -> None:
    _is_told(b"[" * depth + b"]" * depth)
    deep = b'{"model": "home-agent", "messages": ' + b"[" * depth + b"]" * depth + b"}"
    _is_told(deep)


def _is_told(body: bytes) -> None:
    told: ChatRequest | ApiError
    try:
        told = read_chat_request(read_json(body))
    except ApiError as error:
        told = error
    if isinstance(told, ApiError):
        assert 400 <= told.status < 500
        json.dumps(told.as_document()).encode()


def mutated(document: Any, chance: random.Random, value: Any) -> Any:
    """A copy in which one part, however deep, is gone or something else."""
    whole = copy.deepcopy(document)
    here: Any = whole
    parent: Any = None
    at: Any = None
    while isinstance(here, dict | list) and here and (parent is None or chance.random() < 0.8):
        parent = here
        at = chance.choice(sorted(here) if isinstance(here, dict) else range(len(here)))
        here = here[at]
    if chance.random() < 0.2:
        del parent[at]
    else:
        parent[at] = value
    return whole


async def test_broken_bodies_over_the_wire(server: Server) -> None:
    """4xx or an answer, never a traceback; the benchmark sends ten thousand."""
    real = json.dumps(WHOLE | {"model": "home-agent-fast"}).encode()
    headers = {"Content-Type": "application/json"}
    statuses: set[int] = set()
    async with server.client() as client:
        for body in broken_bodies(real, 1500):
            response = await client.post(CHAT, content=body, headers=headers)
            statuses.add(response.status_code)
            assert response.status_code == 200 or "error" in response.json()
    assert {status for status in statuses if status >= 500} == set()
    assert 400 in statuses
