"""The `openai` package, as anybody uses it, against the real server."""

from collections.abc import AsyncIterator, Iterator

import openai
import pytest
from openai.types.chat import (
    ChatCompletionMessageFunctionToolCall,
    ChatCompletionMessageParam,
    ChatCompletionToolParam,
)

from tests.standalone.server.running_server import RunningServer

DOOR: list[ChatCompletionMessageParam] = [{"role": "user", "content": "is the front door locked?"}]
TOOL: ChatCompletionToolParam = {
    "type": "function",
    "function": {"name": "ring", "parameters": {"type": "object", "properties": {}}},
}


@pytest.fixture
def client(server: RunningServer) -> Iterator[openai.OpenAI]:
    key = server.keys["phone"]
    with openai.OpenAI(base_url=f"{server.address}/v1", api_key=key, max_retries=0) as made:
        yield made


@pytest.fixture
async def async_client(server: RunningServer) -> AsyncIterator[openai.AsyncOpenAI]:
    key = server.keys["phone"]
    async with openai.AsyncOpenAI(base_url=f"{server.address}/v1", api_key=key) as made:
        yield made


def test_a_reply(client: openai.OpenAI) -> None:
    reply = client.chat.completions.create(model="home-agent", messages=DOOR, user="anna")
    assert reply.choices[0].message.content
    assert reply.choices[0].finish_reason == "stop"
    assert reply.usage is not None
    assert reply.model_extra is not None
    assert reply.model_extra["home_agent"]["verdict"] == "ok"


def test_a_stream(client: openai.OpenAI) -> None:
    stream = client.chat.completions.create(
        model="home-agent-fast",
        messages=DOOR,
        stream=True,
        stream_options={"include_usage": True},
    )
    chunks = list(stream)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    whole = client.chat.completions.create(model="home-agent-fast", messages=DOOR)
    assert text == whole.choices[0].message.content
    assert chunks[-1].usage is not None


async def test_both_at_once(async_client: openai.AsyncOpenAI) -> None:
    reply = await async_client.chat.completions.create(model="home-agent", messages=DOOR)
    stream = await async_client.chat.completions.create(
        model="home-agent", messages=DOOR, stream=True
    )
    text = "".join(
        [chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices]
    )
    assert text == reply.choices[0].message.content


def test_the_stream_helper(client: openai.OpenAI) -> None:
    """It puts the chunks together itself, and minds what is missing."""
    with client.chat.completions.stream(model="home-agent", messages=DOOR) as stream:
        for _event in stream:
            pass
        assert stream.get_final_completion().choices[0].message.content


def test_what_is_understood_needs_no_tool_of_the_caller(client: openai.OpenAI) -> None:
    """And who must have one called is told that we decide ourselves."""
    reply = client.chat.completions.create(model="home-agent", messages=DOOR, tools=[TOOL])
    assert reply.choices[0].message.tool_calls is None
    with pytest.raises(openai.BadRequestError) as refused:
        client.chat.completions.create(
            model="home-agent", messages=DOOR, tools=[TOOL], tool_choice="required"
        )
    assert (refused.value.param, refused.value.code) == ("tool_choice", "unsupported_value")


def test_calls_for_the_home_of_the_caller(client: openai.OpenAI) -> None:
    """Whole and as a stream, which the package puts together; then what came of them is told."""
    devices = "Available Devices:\nentity_id,name,state,aliases\nlight.desk,Desk lamp,off,\n"
    messages: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": devices},
        {"role": "user", "content": "turn on the desk lamp"},
    ]
    reply = client.chat.completions.create(model="home-agent", messages=messages)
    made = reply.choices[0].message.tool_calls
    assert made is not None
    call = made[0]
    assert isinstance(call, ChatCompletionMessageFunctionToolCall)
    assert (call.id, call.function.name) == ("ha_service_call_0", "execute_services")
    with client.chat.completions.stream(model="home-agent", messages=messages) as stream:
        streamed = stream.get_final_completion().choices[0].message.tool_calls
    assert streamed is not None
    assert streamed[0].function.arguments == call.function.arguments
    messages += [
        {
            "role": "assistant",
            "content": reply.choices[0].message.content,
            "tool_calls": [call.to_dict()],  # type: ignore[list-item]
        },
        {"role": "tool", "tool_call_id": call.id, "content": '{"success": true}'},
    ]
    told = client.chat.completions.create(model="home-agent", messages=messages)
    assert "reports that this worked" in str(told.choices[0].message.content)


def test_models(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()] == ["home-agent", "home-agent-fast"]
    assert client.models.retrieve("home-agent-fast").owned_by == "home-agent"
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("gpt-5")


def test_errors_are_those_that_it_knows(server: RunningServer, client: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as unknown:
        client.chat.completions.create(model="gpt-5", messages=DOOR)
    assert (unknown.value.code, unknown.value.param) == ("model_not_found", "model")
    with pytest.raises(openai.BadRequestError) as wrong:
        client.chat.completions.create(model="home-agent", messages=[])
    assert wrong.value.param == "messages"
    stranger = client.with_options(api_key="sk-home-wrong")
    with pytest.raises(openai.AuthenticationError) as refused:
        stranger.chat.completions.create(model="home-agent", messages=DOOR)
    assert refused.value.code == "invalid_api_key"
    hasty = client.with_options(api_key=server.add_key("hasty", "--requests-a-minute", "1"))
    hasty.models.list()
    with pytest.raises(openai.RateLimitError) as too_often:
        hasty.models.list()
    assert too_often.value.code == "rate_limit_exceeded"


def test_a_picture_is_refused(client: openai.OpenAI) -> None:
    picture: list[ChatCompletionMessageParam] = [
        {
            "role": "user",
            "content": [{"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}],
        }
    ]
    with pytest.raises(openai.BadRequestError) as refused:
        client.chat.completions.create(model="home-agent", messages=picture)
    assert "Images" in refused.value.message


def test_a_question_is_answered_in_the_next_request(client: openai.OpenAI) -> None:
    """As a chat app does it, which sends what it was told."""
    messages: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "unlock the front door"},
    ]
    asked = client.chat.completions.create(model="home-agent", messages=messages)
    messages += [
        {"role": "assistant", "content": asked.choices[0].message.content},
        {"role": "user", "content": "yes"},
    ]
    done = client.chat.completions.create(model="home-agent", messages=messages)
    assert done.model_extra is not None
    assert [call["service"] for call in done.model_extra["home_agent"]["calls"]] == ["unlock"]
