"""A reply as OpenAI's chat completions have it: whole, or in chunks."""

import json
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from ..llm.messages import Usage
from .api_error import ApiError
from .chat_request import ChatRequest, ToolCall

type FinishReason = Literal["stop", "length", "tool_calls", "content_filter"]

OUR_FIELD = "home_agent"
"""What the answer rests on, in a field that OpenAI's schema does not have; clients ignore it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """What is answered to one request."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    """What the caller is to call; we did not."""

    finish_reason: FinishReason = "stop"
    usage: Usage = field(default_factory=Usage)
    """What models took for it; nothing where none was asked."""

    details: Mapping[str, Any] = field(default_factory=dict)
    """What the answer rests on, for `OUR_FIELD`; JSON."""


class Envelope(Protocol):
    """One of OpenAI's forms of a reply: as a whole, or as events of a stream."""

    end: bytes
    """What a stream ends with."""

    def whole(self, reply: ChatReply) -> dict[str, Any]:
        """The reply as one document."""
        ...

    def opening(self) -> Iterator[dict[str, Any]]:
        """What can be sent before anything is known."""
        ...

    def more(self, text: str) -> dict[str, Any]:
        """Some more of the text."""
        ...

    def closing(self, reply: ChatReply) -> Iterator[dict[str, Any]]:
        """All that comes after the text."""
        ...

    def failing(self, error: ApiError) -> dict[str, Any]:
        """What went wrong after the stream began."""
        ...

    def frame(self, document: Mapping[str, Any]) -> bytes:
        """One event of the stream."""
        ...


class CompletionEnvelope:
    """The form of chat completions."""

    end = b"data: [DONE]\n\n"

    def __init__(self, request: ChatRequest) -> None:
        """Answer this request."""
        self._id = f"chatcmpl-{uuid.uuid4().hex}"
        self._created = int(time.time())
        self._model = request.model
        self._with_usage = request.include_usage

    def whole(self, reply: ChatReply) -> dict[str, Any]:
        """The reply as one document."""
        message: dict[str, Any] = {
            "role": "assistant",
            "content": reply.text,
            "refusal": None,
            "annotations": [],
        }
        if reply.tool_calls:
            message["tool_calls"] = [_call(call) for call in reply.tool_calls]
        choice = {
            "index": 0,
            "message": message,
            "logprobs": None,
            "finish_reason": reply.finish_reason,
        }
        return {
            **self._head("chat.completion"),
            "choices": [choice],
            "usage": _usage(reply.usage),
            OUR_FIELD: dict(reply.details),
        }

    def opening(self) -> Iterator[dict[str, Any]]:
        """The first chunk, which can be sent before anything is known."""
        yield self._chunk({"role": "assistant", "content": ""})

    def more(self, text: str) -> dict[str, Any]:
        """Some more of the text."""
        return self._chunk({"content": text})

    def failing(self, error: ApiError) -> dict[str, Any]:
        """What went wrong after the stream began."""
        return error.as_document()

    def frame(self, document: Mapping[str, Any]) -> bytes:
        """One event of the stream."""
        return f"data: {json.dumps(document, separators=(',', ':'))}\n\n".encode()

    def closing(self, reply: ChatReply) -> Iterator[dict[str, Any]]:
        """All that comes after the text."""
        for at, call in enumerate(reply.tool_calls):
            yield self._chunk({"tool_calls": [{"index": at, **_call(call)}]})
        end = self._chunk({}, reply.finish_reason)
        yield {**end, OUR_FIELD: dict(reply.details)}
        if self._with_usage:
            usage = _usage(reply.usage)
            yield {**self._head("chat.completion.chunk"), "choices": [], "usage": usage}

    def _chunk(self, delta: dict[str, Any], finish: FinishReason | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return {**self._head("chat.completion.chunk"), "choices": [choice]}

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": self._id, "object": kind, "created": self._created, "model": self._model}


def _call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.completion,
        "total_tokens": usage.total,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
    }
