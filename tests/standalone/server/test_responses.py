"""OpenAI's Responses: the same home, in another form."""

import json
import random
from collections.abc import Iterator
from typing import Any

import openai
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.chat_api.chat_reply import ChatReply
from home_agent.engine.chat_api.chat_request import ToolCall
from home_agent.engine.chat_api.responses_reply import ResponsesEnvelope
from home_agent.engine.chat_api.responses_request import read_responses_request
from tests.standalone.server.running_server import RunningServer
from tests.standalone.server.test_requests import JSON, mutated

DOOR = "is the front door locked?"
WHOLE: dict[str, Any] = {
    "model": "home-agent",
    "instructions": "Be brief.",
    "input": [
        {"role": "user", "content": "turn on the ceiling lamp"},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "1", "output": "done"},
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Done.", "annotations": []}],
        },
        {"role": "user", "content": [{"type": "input_text", "text": "is it on?"}]},
    ],
    "tools": [{"type": "function", "name": "f", "parameters": {"type": "object"}}],
    "tool_choice": {"type": "function", "name": "f"},
    "stream": True,
    "metadata": {"language": "en"},
    "store": False,
}


@pytest.fixture
def client(server: RunningServer) -> Iterator[openai.OpenAI]:
    key = server.keys["phone"]
    with openai.OpenAI(base_url=f"{server.address}/v1", api_key=key, max_retries=0) as made:
        yield made


def test_a_reply(client: openai.OpenAI) -> None:
    reply = client.responses.create(model="home-agent", input=DOOR)
    assert reply.status == "completed"
    whole = client.chat.completions.create(
        model="home-agent", messages=[{"role": "user", "content": DOOR}]
    )
    assert reply.output_text == whole.choices[0].message.content
    assert reply.usage is not None
    assert reply.model_extra is not None
    assert reply.model_extra["home_agent"]["verdict"] == "ok"


def test_a_stream(client: openai.OpenAI) -> None:
    events = list(client.responses.create(model="home-agent-fast", input=DOOR, stream=True))
    text = "".join(event.delta for event in events if event.type == "response.output_text.delta")
    assert events[0].type == "response.created"
    assert events[-1].type == "response.completed"
    assert events[-1].response.output_text == text
    assert [event.sequence_number for event in events] == list(range(len(events)))


def test_the_stream_helper(client: openai.OpenAI) -> None:
    """It puts the events together itself, and minds what is missing."""
    with client.responses.stream(model="home-agent", input=DOOR) as stream:
        for _event in stream:
            pass
        assert stream.get_final_response().output_text


def test_a_question_is_answered_in_the_next_request(client: openai.OpenAI) -> None:
    said: list[Any] = [{"role": "user", "content": "unlock the front door"}]
    asked = client.responses.create(model="home-agent", input=said)
    said += [*(item.model_dump() for item in asked.output), {"role": "user", "content": "yes"}]
    done = client.responses.create(model="home-agent", input=said)
    assert done.model_extra is not None
    assert [call["service"] for call in done.model_extra["home_agent"]["calls"]] == ["unlock"]


def test_what_is_kept_elsewhere_is_not_here(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        client.responses.create(model="home-agent", input=DOOR, previous_response_id="resp_1")
    assert refused.value.param == "previous_response_id"
    with pytest.raises(openai.NotFoundError):
        client.responses.create(model="gpt-5", input=DOOR)


def test_all_that_is_read() -> None:
    request = read_responses_request(WHOLE)
    assert [message.role for message in request.messages] == [
        *("system", "user", "assistant", "tool", "assistant", "user")
    ]
    assert request.messages[2].tool_calls == (ToolCall(id="1", name="f", arguments="{}"),)
    assert request.messages[-1].text == "is it on?"
    assert (request.tools[0].name, request.tool_wanted, request.stream) == ("f", "f", True)


def test_what_is_wrong_is_named() -> None:
    for fields, param in (
        ({"input": None}, "input"),
        ({"input": []}, "input"),
        ({"input": [{"role": "boss", "content": "x"}]}, "input[0].role"),
        ({"input": [{"type": "web_search_call"}]}, "input[0].type"),
        ({"text": {"format": {"type": "json_schema"}}}, "text.format"),
        ({"background": True}, "background"),
    ):
        with pytest.raises(ApiError) as wrong:
            read_responses_request({"model": "home-agent", "input": DOOR, **fields})
        assert (wrong.value.status, wrong.value.param) == (400, param)


@settings(max_examples=300, deadline=None)
@given(seed=some.integers(0, 2**32), value=JSON)
def test_a_request_with_one_thing_wrong(seed: int, value: Any) -> None:
    """A request or an error, whatever it is."""
    document = json.loads(json.dumps(mutated(WHOLE, random.Random(seed), value)))
    try:
        read_responses_request(document)
    except ApiError as error:
        told = error
    else:
        return
    assert 400 <= told.status < 500


def test_calls_of_the_caller_s_tools() -> None:
    """As items of their own, after the message."""
    call = ToolCall(id="call_0", name="execute_services", arguments='{"list":[]}')
    reply = ChatReply(text="I will.", tool_calls=(call,), finish_reason="tool_calls")
    envelope = ResponsesEnvelope(read_responses_request(WHOLE))
    message, called = envelope.whole(reply)["output"]
    assert message["content"][0]["text"] == "I will."
    assert (called["type"], called["call_id"]) == ("function_call", "call_0")
    kinds = [event["type"] for event in envelope.closing(reply)]
    assert "response.function_call_arguments.done" in kinds
    assert kinds[-1] == "response.completed"
