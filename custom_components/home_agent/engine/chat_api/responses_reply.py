"""A reply as OpenAI's Responses have it: whole, or as events."""

import json
import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from ..llm.messages import Usage
from .api_error import ApiError
from .chat_reply import OUR_FIELD, ChatReply
from .chat_request import ChatRequest, FunctionTool, ToolCall


class ResponsesEnvelope:
    """The form of Responses."""

    end = b""

    def __init__(self, request: ChatRequest) -> None:
        """Answer this request."""
        self._id = f"resp_{uuid.uuid4().hex}"
        self._message_id = f"msg_{uuid.uuid4().hex}"
        self._created = int(time.time())
        self._request = request
        self._number = 0

    def whole(self, reply: ChatReply) -> dict[str, Any]:
        """The reply as one document."""
        return {
            **self._response("completed", [*self._items(reply)]),
            "usage": _usage(reply.usage),
            OUR_FIELD: dict(reply.details),
        }

    def opening(self) -> Iterator[dict[str, Any]]:
        """That it is begun, with a message that is empty so far."""
        begun = self._response("in_progress", [])
        yield self._event("created", response=begun)
        yield self._event("in_progress", response=begun)
        message = {**self._message(""), "status": "in_progress", "content": []}
        yield self._event("output_item.added", output_index=0, item=message)
        yield self._event("content_part.added", **self._place, part=_part(""))

    def more(self, text: str) -> dict[str, Any]:
        """Some more of the text."""
        return self._event("output_text.delta", **self._place, delta=text, logprobs=[])

    def closing(self, reply: ChatReply) -> Iterator[dict[str, Any]]:
        """All that comes after the text."""
        yield self._event("output_text.done", **self._place, text=reply.text, logprobs=[])
        yield self._event("content_part.done", **self._place, part=_part(reply.text))
        for at, item in enumerate(self._items(reply)):
            if at:
                begun = {**item, "arguments": "", "status": "in_progress"}
                yield self._event("output_item.added", output_index=at, item=begun)
                # Clients put a call together from its parts, as they do with text.
                where = {"item_id": item["id"], "output_index": at}
                told = "function_call_arguments"
                yield self._event(f"{told}.delta", **where, delta=item["arguments"])
                yield self._event(f"{told}.done", **where, arguments=item["arguments"])
            yield self._event("output_item.done", output_index=at, item=item)
        yield self._event("completed", response=self.whole(reply))

    def failing(self, error: ApiError) -> dict[str, Any]:
        """What went wrong after the stream began."""
        told = {"code": error.code or error.type, "message": error.message}
        failed = {**self._response("failed", []), "error": told}
        return self._event("failed", response=failed)

    def frame(self, document: Mapping[str, Any]) -> bytes:
        """One event of the stream."""
        data = json.dumps(document, separators=(",", ":"))
        return f"event: {document['type']}\ndata: {data}\n\n".encode()

    @property
    def _place(self) -> dict[str, Any]:
        return {"item_id": self._message_id, "output_index": 0, "content_index": 0}

    def _event(self, kind: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        number, self._number = self._number, self._number + 1
        return {"type": f"response.{kind}", "sequence_number": number, **fields}

    def _response(self, status: str, output: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "id": self._id,
            "object": "response",
            "created_at": self._created,
            "status": status,
            "error": None,
            "incomplete_details": None,
            "instructions": None,
            "metadata": dict(self._request.metadata),
            "model": self._request.model,
            "output": output,
            "parallel_tool_calls": True,
            "previous_response_id": None,
            "temperature": None,
            "text": {"format": {"type": "text"}},
            "tool_choice": _tool_choice(self._request),
            "tools": [*map(_tool, self._request.tools)],
            "top_p": None,
            "usage": None,
        }

    def _items(self, reply: ChatReply) -> Iterator[dict[str, Any]]:
        yield self._message(reply.text)
        yield from map(_call, reply.tool_calls)

    def _message(self, text: str) -> dict[str, Any]:
        return {
            "type": "message",
            "id": self._message_id,
            "status": "completed",
            "role": "assistant",
            "content": [_part(text)],
        }


def _tool(tool: FunctionTool) -> dict[str, Any]:
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.parameters),
        "strict": False,
    }


def _tool_choice(request: ChatRequest) -> str | dict[str, str]:
    if request.tool_wanted:
        return {"type": "function", "name": request.tool_wanted}
    return request.tool_choice


def _part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _call(call: ToolCall) -> dict[str, Any]:
    return {
        "type": "function_call",
        "id": f"fc_{call.id}",
        "call_id": call.id,
        "name": call.name,
        "arguments": call.arguments,
        "status": "completed",
    }


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "input_tokens": usage.prompt,
        "input_tokens_details": {"cached_tokens": usage.cached, "cache_write_tokens": 0},
        "output_tokens": usage.completion,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.total,
    }
