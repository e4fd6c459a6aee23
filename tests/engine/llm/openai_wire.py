"""OpenAI's wire format: chat completions as server-sent events or as JSON, errors and models."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.engine.llm.scripted_answers import Called, Fails, Says, Sends, Used

DONE = b"data: [DONE]\n\n"
KEEP_ALIVE = b": OPENROUTER PROCESSING\n\n"


def event(data: Mapping[str, Any]) -> bytes:
    """One server-sent event."""
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def chunk(
    delta: Mapping[str, Any] | None, *, finish: str | None = None, **other: Any
) -> dict[str, Any]:
    """One chunk of a chat completion; without a delta it has no choices."""
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "scripted",
        "choices": choices,
        **other,
    }


def stream(*events: Mapping[str, Any] | bytes) -> tuple[bytes, ...]:
    """Events of one's own, with the one that ends them."""
    return (*(item if isinstance(item, bytes) else event(item) for item in events), DONE)


def response(says: Says, request: Mapping[str, Any]) -> Sends:
    """What a model says, as whoever asked wants it."""
    if request.get("stream") and says.streams:
        return Sends(events=tuple(_events(says, request)), delivery=says.delivery)
    body = json.dumps(completion(says)).encode()
    return Sends(events=(body,), kind="application/json", delivery=says.delivery)


def error(fails: Fails) -> Sends:
    """An error, in JSON."""
    said = {"message": fails.message, "type": "error", "param": None, "code": fails.code or None}
    return Sends(
        events=(json.dumps({"error": said}).encode(),),
        kind="application/json",
        status=fails.status,
        headers=fails.headers,
        delivery=fails.delivery,
    )


def models(names: tuple[str, ...]) -> Sends:
    """The models that the server has."""
    data = [{"id": name, "object": "model", "created": 1, "owned_by": "us"} for name in names]
    body = json.dumps({"object": "list", "data": data}).encode()
    return Sends(events=(body,), kind="application/json")


def completion(says: Says) -> dict[str, Any]:
    """A whole answer as one object."""
    message: dict[str, Any] = {"role": "assistant", "content": says.text or None}
    if says.reasoning:
        message["reasoning_content"] = says.reasoning
    if says.calls:
        message["tool_calls"] = [_call(call) for call in says.calls]
    whole: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": _finish(says)}],
    }
    if says.used:
        whole["usage"] = usage(says.used)
    return whole


def usage(used: Used) -> dict[str, Any]:
    """The tokens that it took."""
    return {
        "prompt_tokens": used.prompt,
        "completion_tokens": used.completion,
        "total_tokens": used.prompt + used.completion,
        "prompt_tokens_details": {"cached_tokens": used.cached},
    }


def words(text: str) -> list[str]:
    """A text in the pieces that a model makes of it."""
    return re.findall(r"\s*\S+|\s+$", text)


def _events(says: Says, request: Mapping[str, Any]) -> Iterator[bytes]:
    yield event(chunk({"role": "assistant", "content": ""}))
    for word in words(says.reasoning):
        yield event(chunk({"reasoning_content": word}))
    for word in words(says.text):
        yield event(chunk({"content": word}))
    for index, call in enumerate(says.calls):
        whole = _call(call)
        written = whole["function"]["arguments"]
        begun = {**whole, "index": index, "function": {**whole["function"], "arguments": ""}}
        yield event(chunk({"tool_calls": [begun]}))
        for word in words(written):
            yield event(chunk({"tool_calls": [{"index": index, "function": {"arguments": word}}]}))
    yield event(chunk({}, finish=_finish(says)))
    if says.used and (request.get("stream_options") or {}).get("include_usage"):
        yield event(chunk(None, usage=usage(says.used)))
    yield DONE


def _call(call: Called) -> dict[str, Any]:
    written = call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)
    function = {"name": call.name, "arguments": written}
    return {"id": call.id, "type": "function", "function": function}


def _finish(says: Says) -> str:
    return says.finish or ("tool_calls" if says.calls else "stop")
