"""A reply as OpenAI's chat completions have it: whole, or in chunks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..llm.messages import Usage
from .chat_request import ToolCall

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What is the same in all parts of one reply."""

    id: str
    created: int
    model: str

    def completion(self, reply: ChatReply) -> dict[str, Any]:
        """The reply as a whole."""
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

    def opening(self) -> dict[str, Any]:
        """The first chunk, which can be sent before anything is known."""
        return self._chunk({"role": "assistant", "content": ""})

    def more(self, text: str) -> dict[str, Any]:
        """Some more of the text."""
        return self._chunk({"content": text})

    def closing(self, reply: ChatReply, *, with_usage: bool) -> Iterator[dict[str, Any]]:
        """All that comes after the text."""
        for at, call in enumerate(reply.tool_calls):
            yield self._chunk({"tool_calls": [{"index": at, **_call(call)}]})
        end = self._chunk({}, reply.finish_reason)
        yield {**end, OUR_FIELD: dict(reply.details)}
        if with_usage:
            usage = _usage(reply.usage)
            yield {**self._head("chat.completion.chunk"), "choices": [], "usage": usage}

    def _chunk(self, delta: dict[str, Any], finish: FinishReason | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return {**self._head("chat.completion.chunk"), "choices": [choice]}

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}


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
