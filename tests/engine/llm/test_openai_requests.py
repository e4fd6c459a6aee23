"""What is asked of a server that speaks OpenAI's protocol, and without what if it rejects that."""

import gc
import logging
from types import AsyncGeneratorType
from typing import Any

import pytest

from home_agent.engine.llm.assembly import assemble
from home_agent.engine.llm.errors import BadRequestError, GarbledError, ModelMissingError
from home_agent.engine.llm.messages import (
    AssistantMessage,
    Request,
    SystemMessage,
    ToolCall,
    ToolMessage,
    ToolSpec,
    UserMessage,
)
from home_agent.engine.llm.providers import create_provider, list_models
from home_agent.engine.llm.settings import ModelSettings
from tests.engine.llm.conftest import Open
from tests.engine.llm.scripted_answers import Fails, Sends
from tests.engine.llm.scripted_server import ScriptedServer

TOOL = ToolSpec(
    name="ha_query",
    description="Look at something.",
    parameters={"type": "object", "properties": {"x": {"type": "integer"}}},
)
QUESTION = Request(messages=(UserMessage(text="Is it on?"),), tools=(TOOL,))


async def test_a_whole_request(server: ScriptedServer, model: Open) -> None:
    """Every kind of message, the tools, the schema, and what was set."""
    server.say("Yes.")
    calls = (
        ToolCall(id="a", name="ha_query", arguments={"x": 1}, raw='{"x":1}',
                 extra={"extra_content": {"google": "s"}}),
        ToolCall(id="b", name="ha_query", arguments=None, raw="{oops"),
        ToolCall(id="c", name="ha_query", arguments={"x": "ü"}, raw='"{}"'),
    )  # fmt: skip
    request = Request(
        messages=(
            SystemMessage(text="Be kind."),
            UserMessage(text="Is it on?"),
            AssistantMessage(calls=calls),
            ToolMessage(call_id="a", name="ha_query", content='{"success": true}'),
            AssistantMessage(text="It is."),
            UserMessage(text="Sure?"),
        ),
        tools=(TOOL,),
        schema={"type": "object"},
    )
    provider = model(
        temperature=0.2,
        top_p=0.9,
        max_tokens=50,
        parameters={"seed": 4},
        headers={"X-Title": "Home"},
    )
    await assemble(provider.stream(request))
    received = server.requests[0]
    assert received.path == "/v1/chat/completions"
    assert received.headers["x-title"] == "Home"
    assert received.headers["authorization"] == "Bearer sk-secret-key"
    assert received.json == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be kind."},
            {"role": "user", "content": "Is it on?"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "a", "type": "function", "extra_content": {"google": "s"},
                     "function": {"name": "ha_query", "arguments": '{"x":1}'}},
                    {"id": "b", "type": "function",
                     "function": {"name": "ha_query", "arguments": "{}"}},
                    {"id": "c", "type": "function",
                     "function": {"name": "ha_query", "arguments": '{"x": "ü"}'}},
                ],
            },
            {"role": "tool", "tool_call_id": "a", "content": '{"success": true}'},
            {"role": "assistant", "content": "It is."},
            {"role": "user", "content": "Sure?"},
        ],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.2,
        "top_p": 0.9,
        "max_tokens": 50,
        "seed": 4,
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "ha_query",
                    "description": "Look at something.",
                    "parameters": {"type": "object", "properties": {"x": {"type": "integer"}}},
                },
            }
        ],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": {"type": "object"}},
        },
    }  # fmt: skip


async def test_no_key_is_no_key(
    server: ScriptedServer, model: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above all not the one for OpenAI, which is nobody else's business."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-openai")
    server.say("Yes.")
    await assemble(model(api_key="").stream(QUESTION))
    assert "authorization" not in server.requests[0].headers


@pytest.mark.parametrize(
    ("said", "gone", "there"),
    [
        ("Unrecognized request argument supplied: stream_options", "stream_options", {}),
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
         "max_tokens", {"max_completion_tokens": 500}),
        ("Unsupported value: 'temperature' does not support 0.7 with this model.",
         "temperature", {}),
        ("Unsupported parameter: 'top_p' is not supported with this model.", "top_p", {}),
        ("registry.ollama.ai/library/gemma:2b does not support tools", "tools", {}),
        ("tools param requires --jinja flag", "tools", {}),
        ('"auto" tool choice requires --enable-auto-tool-choice', "tools", {}),
        ("response_format of type json_schema is not supported", "response_format", {}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("status", [400, 422])
async def test_what_a_server_rejects_is_left_out(
    server: ScriptedServer, model: Open, status: int, said: str, gone: str, there: dict[str, Any]
) -> None:
    """At once, and from then on."""
    server.fail(status, said)
    server.say("Yes.")
    server.say("Yes again.")
    provider = model()
    request = Request(messages=QUESTION.messages, tools=(TOOL,), schema={"type": "object"})
    for text in ("Yes.", "Yes again."):
        message, _ = await assemble(provider.stream(request))
        assert message.text == text
    first, second, third = (request.json for request in server.requests)
    assert second == third == {name: first[name] for name in first if name != gone} | there


async def test_several_things_are_rejected(server: ScriptedServer, model: Open) -> None:
    """One after the other, as reasoning models do."""
    server.fail(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    server.fail(400, "Unsupported value: 'temperature'")
    server.fail(400, "Unsupported parameter: 'top_p'")
    server.fail(400, "'max_completion_tokens' is unknown here")
    server.say("Yes.")
    await assemble(model().stream(QUESTION))
    assert server.requests[-1].json.keys() == {
        "model", "messages", "stream", "stream_options", "tools",
    }  # fmt: skip


async def test_rejected_for_ever(server: ScriptedServer, model: Open) -> None:
    """A server that goes on about the same is not asked for ever."""
    server.otherwise(Fails(status=400, message="I do not like temperature."))
    with pytest.raises(BadRequestError, match=r"I do not like temperature\."):
        await assemble(model().stream(QUESTION))
    assert len(server.requests) == 2


async def test_a_server_that_wants_its_system_message_first(
    server: ScriptedServer, model: Open
) -> None:
    """Many templates of local models do; what we say later then goes as the person's."""
    server.fail(500, "System message must be at the beginning.")
    server.say("Yes.")
    messages = (SystemMessage(text="a"), UserMessage(text="b"), SystemMessage(text="c"))
    await assemble(model().stream(Request(messages=messages)))
    sent = [
        [message["role"] for message in request.json["messages"]] for request in server.requests
    ]
    assert sent == [["system", "user", "system"], ["system", "user", "user"]]


async def test_a_model_without_tools_is_told_of(
    server: ScriptedServer, model: Open, caplog: pytest.LogCaptureFixture
) -> None:
    """Once, to whoever runs the house."""
    caplog.set_level(logging.WARNING)
    server.fail(400, "gemma does not support tools")
    server.say("Yes.")
    server.say("Yes.")
    provider = model()
    for _ in range(2):
        await assemble(provider.stream(QUESTION))
    (told,) = caplog.messages
    assert told.startswith("m cannot use tools, and so can do nothing in the home: gemma does not")
    assert told.endswith("Set its protocol to inline, or choose a model that can.")


async def test_the_only_model_need_not_be_named(server: ScriptedServer, model: Open) -> None:
    """It is looked up once."""
    server.models = ("the-one",)
    server.say("Yes.")
    server.say("Yes.")
    provider = model(model="")
    for _ in range(2):
        _, finished = await assemble(provider.stream(QUESTION))
        assert finished.provider == provider.name == "the-one"
    assert [request.json["model"] for request in server.requests] == ["the-one", "the-one"]
    assert len(server.listings) == 1


async def test_one_of_several_models_must_be_named(server: ScriptedServer, model: Open) -> None:
    server.models = ("big", "small")
    with pytest.raises(ModelMissingError, match=r"Set model\. It has big, small\."):
        await assemble(model(model="").stream(QUESTION))


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (b'{"object": "list", "data": [{"id": "a"}, {"id": "b"}]}', ("a", "b")),
        (b'{"models": [{"name": "a"}]}', ("a",)),
        (b'[{"id": "a"}]', ("a",)),
        (b'{"data": null}', ()),
    ],
)
async def test_the_models_of_a_server(
    server: ScriptedServer, body: bytes, names: tuple[str, ...]
) -> None:
    """As each server lists them."""
    server.models = Sends(events=(body,), kind="application/json")
    assert await list_models(ModelSettings(base_url=server.url)) == names


async def test_no_models_at_this_address(server: ScriptedServer) -> None:
    settings = ModelSettings(base_url=server.url)
    server.models = Fails(status=404, message="Not found")
    with pytest.raises(ModelMissingError, match="Check base_url"):
        await list_models(settings)
    server.models = Sends(events=(b"<html></html>",), kind="text/html")
    with pytest.raises(GarbledError, match="A web page came"):
        await list_models(settings)


async def test_the_provider_for_some_settings(server: ScriptedServer) -> None:
    server.say("Yes.")
    provider = create_provider(ModelSettings(base_url=server.url, model="m", name="Mine"))
    message, finished = await assemble(provider.stream(QUESTION))
    await provider.close()
    assert (provider.name, message.text, finished.provider) == ("Mine", "Yes.", "Mine")


async def test_an_answer_is_read_to_its_end(server: ScriptedServer, model: Open) -> None:
    """Nothing half read is left, to be closed in whatever thread collects it."""
    server.say("Yes.")
    provider = model()
    message, _ = await assemble(provider.stream(QUESTION))
    assert message.text == "Yes."
    half_read = [
        generator
        for generator in gc.get_objects()
        if isinstance(generator, AsyncGeneratorType)
        and generator.ag_frame is not None
        and "http" in generator.ag_code.co_filename
    ]
    assert not half_read
