"""A request in OpenAI's form, less what a server has shown not to understand."""

import base64
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..privacy.sanitize import break_marks
from .messages import (
    PDF,
    AssistantMessage,
    Attachment,
    Message,
    Request,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from .settings import ModelSettings

_OURS = ("extra_content",)
_SYSTEM_LATE = "system message after the first"

# What a server may reject, and how it says so. Each is then done without, or otherwise.
_REJECTED: Mapping[str, re.Pattern[str]] = {
    "stream_options": re.compile(r"stream_options|include_usage"),
    "max_completion_tokens": re.compile(r"max_completion_tokens"),
    "max_tokens": re.compile(r"max_tokens"),
    "temperature": re.compile(r"temperature"),
    "top_p": re.compile(r"top_p"),
    "response_format": re.compile(r"response_format|json_schema|structured output"),
    "tools": re.compile(
        r"support\w* (?:for )?(?:the )?(?:tool|function)"
        r"|(?:tool|function)s?\b.{0,30}not .{0,9}support"
        r"|\btools param|tool choice|tool_choice|\(tools\)"
    ),
    _SYSTEM_LATE: re.compile(r"system (?:role|message)|roles must alternate"),
}


def find_rejected(said: str, body: Mapping[str, Any], without: frozenset[str]) -> str | None:
    """What of a request the server rejects, by its message; `None` if that is not known.

    `max_tokens` has another name for newer models, and their error has both.
    """
    said = said.lower()
    for name, pattern in _REJECTED.items():
        sent = name in body or (name == _SYSTEM_LATE and _has_late_system(body["messages"]))
        if sent and name not in without and pattern.search(said):
            return name
    return None


def build_body(
    request: Request, settings: ModelSettings, without: frozenset[str]
) -> dict[str, Any]:
    """The fields of a chat completion."""
    most = "max_tokens" if "max_tokens" not in without else "max_completion_tokens"
    body: dict[str, Any] = {
        "model": settings.model,
        "messages": [_message(message) for message in request.messages],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        most: settings.max_tokens,
    }
    if request.tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": dict(tool.parameters),
                },
            }
            for tool in request.tools
        ]
    if request.schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": dict(request.schema)},
        }
    if _SYSTEM_LATE in without:
        body["messages"] = _system_first(body["messages"])
    return {name: value for name, value in body.items() if name not in without}


def _message(message: Message) -> dict[str, Any]:
    match message:
        case SystemMessage():
            return {"role": "system", "content": break_marks(message.text)}
        case AssistantMessage():
            words = break_marks(message.text)
            said: dict[str, Any] = {"role": "assistant", "content": words}
            if message.calls:
                said["content"] = words or None
                said["tool_calls"] = [_call(call) for call in message.calls]
            return said
        case ToolMessage():
            content = break_marks(message.content)
            return {"role": "tool", "tool_call_id": message.call_id, "content": content}
        case UserMessage(attachments=()):
            return {"role": "user", "content": break_marks(message.text)}
        case UserMessage():
            text = {"type": "text", "text": break_marks(message.text)}
            return {"role": "user", "content": [text, *map(_attachment, message.attachments)]}


def _attachment(attachment: Attachment) -> dict[str, Any]:
    url = f"data:{attachment.mime_type};base64,{base64.b64encode(attachment.data).decode()}"
    if attachment.mime_type == PDF:
        return {"type": "file", "file": {"filename": attachment.name, "file_data": url}}
    return {"type": "image_url", "image_url": {"url": url}}


def _call(call: ToolCall) -> dict[str, Any]:
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": _arguments(call)},
        # another provider may have left things there that this one would stumble over
        **{name: call.extra[name] for name in _OURS if name in call.extra},
    }


def _arguments(call: ToolCall) -> str:
    """As the model wrote them, which its cache knows; in any case JSON, which servers insist on."""
    try:
        as_written = json.loads(call.raw) == call.arguments
    except ValueError, RecursionError:
        as_written = False
    return call.raw if as_written else json.dumps(dict(call.arguments or {}), ensure_ascii=False)


def _has_late_system(messages: Iterable[Mapping[str, Any]]) -> bool:
    return any(message["role"] == "system" for message in list(messages)[1:])


def _system_first(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The messages with later system messages as the user's."""
    first, *rest = messages
    return [first] + [
        {**message, "role": "user"} if message["role"] == "system" else message for message in rest
    ]
