"""A request in Google's form: the fields of its package's types, as plain values."""

import base64
import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from ..privacy.sanitize import break_marks
from .messages import (
    AssistantMessage,
    Message,
    Request,
    SystemMessage,
    ToolCall,
    ToolMessage,
    ToolSpec,
    UserMessage,
)
from .settings import ModelSettings

SIGNATURE = "thought_signature"
"""In a call's extra: what the model must get back with it, in base64."""

OWN_ID = "own_id"
"""In a call's extra: whether its id is Google's, and not made up by us."""

# For calls of another model, which a failover brought along: Gemini 3 refuses them unsigned.
_UNSIGNED = b"skip_thought_signature_validator"


def system_instruction(request: Request) -> str | None:
    """The system message; `None` if the first message is none."""
    first = request.messages[:1]
    return break_marks(first[0].text) if first and isinstance(first[0], SystemMessage) else None


def build_contents(request: Request, settings: ModelSettings) -> list[dict[str, Any]]:
    """The messages; those of one role are one content, since Google counts the results."""
    messages = request.messages[1 if system_instruction(request) is not None else 0 :]
    own = {
        call.id
        for message in messages
        if isinstance(message, AssistantMessage)
        for call in message.calls
        if call.extra.get(OWN_ID)
    }
    return [
        {
            "role": role,
            "parts": [part for message in same_role for part in _parts(message, own, settings)],
        }
        for (role, _), same_role in groupby(messages, key=_kind)
    ]


def build_config(request: Request, settings: ModelSettings) -> dict[str, Any]:
    """The configuration of a request."""
    fields: dict[str, Any] = {
        "system_instruction": system_instruction(request),
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "max_output_tokens": settings.max_tokens,
        "automatic_function_calling": {"disable": True},
    }
    if request.tools:
        fields["tools"] = [
            {"function_declarations": [_declaration(tool) for tool in request.tools]}
        ]
    if request.schema is not None:
        fields["response_mime_type"] = "application/json"
        fields["response_json_schema"] = dict(request.schema)
    return fields | dict(settings.parameters)


def _declaration(tool: ToolSpec) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "parameters_json_schema": dict(tool.parameters),
    }


def _kind(message: Message) -> tuple[str, bool]:
    """The role of a message, and whether it is a tool result."""
    role = "model" if isinstance(message, AssistantMessage) else "user"
    return role, isinstance(message, ToolMessage)


def _parts(message: Message, own: set[str], settings: ModelSettings) -> Iterator[dict[str, Any]]:
    match message:
        case AssistantMessage():
            if message.text or not message.calls:
                yield {"text": break_marks(message.text)}
            yield from _calls(message.calls, settings)
        case ToolMessage():
            yield {
                "function_response": {
                    "name": message.name,
                    "response": _result(break_marks(message.content)),
                    **({"id": message.call_id} if message.call_id in own else {}),
                }
            }
        case UserMessage():
            yield {"text": break_marks(message.text)}
            for attachment in message.attachments:
                yield {"inline_data": {"mime_type": attachment.mime_type, "data": attachment.data}}
        case SystemMessage():
            yield {"text": break_marks(message.text)}


def _calls(calls: tuple[ToolCall, ...], settings: ModelSettings) -> Iterator[dict[str, Any]]:
    signed = any(SIGNATURE in call.extra for call in calls)
    for number, call in enumerate(calls):
        function: dict[str, Any] = {"name": call.name, "args": dict(call.arguments or {})}
        if call.extra.get(OWN_ID):
            function["id"] = call.id
        part: dict[str, Any] = {"function_call": function}
        if SIGNATURE in call.extra:
            part[SIGNATURE] = base64.b64decode(call.extra[SIGNATURE])
        elif not (signed or number or "gemini-3" not in settings.model):
            part[SIGNATURE] = _UNSIGNED
        yield part


def _result(content: str) -> dict[str, Any]:
    """The result of a call, which must be an object."""
    try:
        result = json.loads(content)
    except ValueError:
        result = content
    return result if isinstance(result, dict) else {"result": result}
