"""What servers that speak OpenAI's protocol really send, and what we make of it."""

import json
from typing import Any

import pytest

from home_agent.engine.llm.assembly import Assembly
from home_agent.engine.llm.messages import (
    AssistantMessage,
    Finished,
    Request,
    ToolCall,
    Usage,
    UserMessage,
)
from home_agent.engine.llm.openai_compatible import OpenAIProvider
from tests.engine.llm.conftest import Open
from tests.engine.llm.openai_wire import KEEP_ALIVE, chunk
from tests.engine.llm.scripted_answers import Sends, Used
from tests.engine.llm.scripted_server import ScriptedServer

QUESTION = Request(messages=(UserMessage(text="Is it on?"),))
ON = ToolCall(id="c1", name="ha_query", arguments={"x": 1}, raw='{"x": 1}')


async def heard(provider: OpenAIProvider, request: Request = QUESTION) -> Assembly:
    """All of an answer."""
    assembly = Assembly()
    async for delta in provider.stream(request):
        assert assembly.finished is None, "it goes on after it has finished"
        assembly.add(delta)
    assert assembly.finished
    return assembly


def call(index: int | None, **function: Any) -> dict[str, Any]:
    piece: dict[str, Any] = {"function": function}
    if index is not None:
        piece["index"] = index
    return {"tool_calls": [{**piece, "id": "c1", "type": "function"}]}


@pytest.mark.parametrize(
    ("events", "said", "thought", "calls"),
    [
        pytest.param(
            [chunk({"role": "assistant", "content": ""}), chunk({"content": "It "}),
             chunk({"content": "is on."}), chunk({}, finish="stop"), chunk(None)],
            "It is on.", "", [],
            id="OpenAI",
        ),
        pytest.param(
            [KEEP_ALIVE, chunk({"content": "It is on."}), KEEP_ALIVE, chunk({}, finish="stop")],
            "It is on.", "", [],
            id="OpenRouter keeps alive with comments",
        ),
        pytest.param(
            [chunk({"role": "assistant", "content": None, "reasoning": "Hm."}),
             chunk({"content": "It is on.", "reasoning": None}, finish="stop")],
            "It is on.", "Hm.", [],
            id="OpenRouter and Ollama: reasoning",
        ),
        pytest.param(
            [chunk({"reasoning_content": "Hm."}), chunk({"content": "It is on."}, finish="stop")],
            "It is on.", "Hm.", [],
            id="DeepSeek, vLLM and llama.cpp: reasoning_content",
        ),
        pytest.param(
            [chunk({"reasoning_content": "Hm.", "reasoning": "Hm."}), chunk({"content": "Yes"})],
            "Yes", "Hm.", [],
            id="the same thought under two names",
        ),
        pytest.param(
            [chunk({"content": "<thi"}), chunk({"content": "nk>Hm.</"}),
             chunk({"content": "think>"}), chunk({"content": "\n\nIt is on."}, finish="stop")],
            "It is on.", "Hm.", [],
            id="a thought in the text",
        ),
        pytest.param(
            [{"choices": [{"delta": {"content": "It is on."}}]}],
            "It is on.", "", [],
            id="as little as possible, and no reason to finish",
        ),
        pytest.param(
            [{"choices": [{"message": {"role": "assistant", "content": "It is on."}}]}],
            "It is on.", "", [],
            id="a message, no delta",
        ),
        pytest.param(
            [chunk({"content": "It is on."}),
             {"choices": [{"index": 0, "message": {"content": "It is on."}, "delta": {},
                           "finish_reason": "stop"}]}],
            "It is on.", "", [],
            id="all of it once more at the end",
        ),
        pytest.param(
            [{"choices": [{"index": 1, "delta": {"content": "Or is it?"}}]},
             chunk({"content": "It is on."})],
            "It is on.", "", [],
            id="another choice",
        ),
        pytest.param(
            [chunk({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
                                {"type": "text", "text": "It is on."}]})],
            "It is on.", "Hm.", [],
            id="Mistral: a list of parts",
        ),
        pytest.param(
            [chunk({"refusal": "I will not."}, finish="content_filter")],
            "I will not.", "", [],
            id="OpenAI: a refusal",
        ),
        pytest.param(
            [chunk(call(0, name="ha_query", arguments="")),
             chunk({"tool_calls": [{"index": 0, "function": {"arguments": '{"x"'}}]}),
             chunk({"tool_calls": [{"index": 0, "function": {"arguments": ": 1}"}}]}),
             chunk({}, finish="tool_calls")],
            "", "", [ON],
            id="OpenAI: a call in many pieces",
        ),
        pytest.param(
            [chunk({**call(0, name="ha_query", arguments='{"x": 1}'), "content": ""},
                   finish="stop")],
            "", "", [ON],
            id="Ollama: a call in one piece, and it says stop",
        ),
        pytest.param(
            [chunk(call(None, name="ha_query", arguments={"x": 1}))],
            "", "", [ON],
            id="arguments as an object, and no index",
        ),
        pytest.param(
            [{"choices": [{"message": {"content": None, "tool_calls": [
                {"id": "c1", "function": {"name": "ha_query", "arguments": '{"x": 1}'}}]}}]}],
            "", "", [ON],
            id="a call in a message",
        ),
        pytest.param(
            [chunk({"function_call": {"name": "ha_query", "arguments": '{"x": 1}'}}),
             chunk({}, finish="function_call")],
            "", "", [ToolCall(id="a5ab4bcd3", name="ha_query", arguments={"x": 1}, raw='{"x": 1}')],
            id="LocalAI of old: a function call, without an id",
        ),
        pytest.param(
            [chunk({"tool_calls": [{"index": 0, "id": "c1", "type": "function",
                                    "function": {"name": "ha_query", "arguments": '{"x": 1}'},
                                    "extra_content": {"google": {"thought_signature": "s"}}}]})],
            "", "",
            [ToolCall(id="c1", name="ha_query", arguments={"x": 1}, raw='{"x": 1}',
                      extra={"extra_content": {"google": {"thought_signature": "s"}}})],
            id="Gemini: a signature to give back",
        ),
        pytest.param(
            [chunk({"content": "Yes"}), {"choices": None}, {"choices": [None]}, {}, b"data: 5\n\n",
             {"choices": [{"delta": None}]}, {"choices": [{"delta": {"tool_calls": None}}]}],
            "Yes", "", [],
            id="nothing, in many forms",
        ),
    ],
)  # fmt: skip
async def test_what_servers_send(
    server: ScriptedServer,
    model: Open,
    events: list[dict[str, Any] | bytes],
    said: str,
    thought: str,
    calls: list[ToolCall],
) -> None:
    """All dialects come to the same."""
    server.stream(*events)
    answer = await heard(model())
    assert answer.message == AssistantMessage(text=said, calls=tuple(calls))
    assert answer.reasoning == thought
    assert answer.finished
    assert (answer.finished.reason == "tool_calls") is bool(calls)


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        pytest.param(
            {"usage": {"prompt_tokens": 20, "completion_tokens": 5,
                       "prompt_tokens_details": {"cached_tokens": 16}}},
            Usage(prompt=20, cached=16, completion=5),
            id="OpenAI",
        ),
        pytest.param(
            {"usage": {"prompt_tokens": 20, "completion_tokens": 5, "prompt_tokens_details": None}},
            Usage(prompt=20, completion=5),
            id="vLLM",
        ),
        pytest.param(
            {"usage": {"prompt_tokens": 20, "completion_tokens": 5, "prompt_cache_hit_tokens": 4}},
            Usage(prompt=20, cached=4, completion=5),
            id="DeepSeek",
        ),
        pytest.param(
            {"timings": {"cache_n": 16, "prompt_n": 4, "predicted_n": 5}},
            Usage(prompt=20, cached=16, completion=5),
            id="llama.cpp: timings",
        ),
        pytest.param(
            {"usage": {"prompt_tokens": 20, "completion_tokens": 5},
             "timings": {"cache_n": 16, "prompt_n": 4, "predicted_n": 5}},
            Usage(prompt=20, cached=16, completion=5),
            id="llama.cpp: both",
        ),
        pytest.param(
            {"x_groq": {"usage": {"prompt_tokens": 20, "completion_tokens": 5}}},
            Usage(prompt=20, completion=5),
            id="Groq",
        ),
    ],
)  # fmt: skip
async def test_what_it_took(
    server: ScriptedServer, model: Open, told: dict[str, Any], usage: Usage
) -> None:
    """Wherever a server says it."""
    server.stream(chunk({"content": "Yes."}, finish="stop"), chunk(None, **told))
    answer = await heard(model(name="Mine"))
    assert answer.finished == Finished(
        usage=usage, reason="stop", provider="Mine", model="scripted"
    )


async def test_what_it_took_is_estimated_where_nobody_says(
    server: ScriptedServer, model: Open
) -> None:
    """And marked as such."""
    server.say("It has been on since this morning.", used=None)
    answer = await heard(model())
    assert answer.finished
    assert answer.finished.usage.estimated
    assert 5 <= answer.finished.usage.completion <= 15
    assert 3 <= answer.finished.usage.prompt <= 15


@pytest.mark.parametrize("reason", ["length", "content_filter"])
async def test_how_it_ended(server: ScriptedServer, model: Open, reason: str) -> None:
    server.say("It is", finish=reason)
    answer = await heard(model())
    assert answer.finished
    assert answer.finished.reason == reason


async def test_a_server_that_does_not_stream(server: ScriptedServer, model: Open) -> None:
    """The whole answer is as good."""
    server.say("It is on.", reasoning="Hm.", used=Used(prompt=9, completion=3), streams=False)
    answer = await heard(model())
    assert (answer.text, answer.reasoning) == ("It is on.", "Hm.")
    assert answer.finished
    assert answer.finished.usage == Usage(prompt=9, completion=3)


@pytest.mark.parametrize("kind", ["text/plain", "application/json", "application/x-ndjson", ""])
async def test_events_under_a_wrong_label(server: ScriptedServer, model: Open, kind: str) -> None:
    """Events are known by what they are."""
    body = (
        f": hello\n\nevent: x\ndata: {json.dumps(chunk({'content': 'Yes.'}))}\n\ndata: [DONE]\n\n"
    )
    server.answer(Sends(events=(body.encode(),), kind=kind))
    assert (await heard(model())).text == "Yes."


async def test_thoughts_that_begin_unseen(server: ScriptedServer, model: Open) -> None:
    """Held back where the model's name says so, and from then on where it turned out."""
    for _ in range(3):
        server.stream(chunk({"content": "Hm.\n</think>\nYes."}))
    assert (await heard(model(model="deepseek-r1"))).text == "Yes."
    other = model()
    assert (await heard(other)).text == "Hm.\nYes."
    assert (await heard(other)).text == "Yes."
