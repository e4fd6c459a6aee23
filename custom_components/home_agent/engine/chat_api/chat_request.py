"""A request of OpenAI's chat completions, read from JSON; fields that we do not know are ignored.

Whatever is wrong raises an `ApiError` that names the field.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from .api_error import ApiError, invalid, unsupported

type Role = Literal["system", "developer", "user", "assistant", "tool", "function"]
type ToolChoice = Literal["auto", "none", "required"]

_ROLES: tuple[Role, ...] = get_args(Role.__value__)
_CHOICES: tuple[ToolChoice, ...] = get_args(ToolChoice.__value__)
_WITHOUT_CONTENT = frozenset({"assistant", "tool", "function"})
_PICTURES = frozenset({"image_url", "input_image", "input_audio", "file", "input_file"})
_MOST_MESSAGES = 2000
_MOST_TOOLS = 128
_MOST_METADATA = 16
_DEEPEST = 64
"""How deep JSON may be nested; nothing of the schema comes near it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """What somebody is asked to call: a function with a JSON string of arguments."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message of a conversation; of its content only the text."""

    role: Role
    text: str = ""
    name: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionTool:
    """A tool that the caller brought."""

    name: str
    description: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """All of a request that we look at."""

    model: str
    messages: tuple[ChatMessage, ...]
    stream: bool = False
    include_usage: bool = False
    """Whether the stream ends with what was used."""

    tools: tuple[FunctionTool, ...] = ()
    tool_choice: ToolChoice = "auto"
    tool_wanted: str = ""
    """The one function that the caller wants called."""

    user: str = ""
    """Whoever is behind the caller, as it calls them; it gives no rights."""

    metadata: Mapping[str, str] = field(default_factory=dict)

    @property
    def system_text(self) -> str:
        """What the caller tells whoever answers: data, never authority."""
        told = (message for message in self.messages if message.role in ("system", "developer"))
        return "\n\n".join(message.text for message in told if message.text)


def read_json(body: bytes) -> Any:  # noqa: ANN401 - JSON
    """What a body says; raise `ApiError` if it is no JSON."""
    try:
        document = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ApiError(
            status=400, message="The body of the request is not valid JSON in UTF-8."
        ) from error
    if not _is_shallow(document):
        raise ApiError(status=400, message="The body of the request is nested too deeply.")
    return document


def read_chat_request(document: object) -> ChatRequest:
    """Check a body; raise `ApiError`."""
    if not isinstance(document, Mapping):
        raise ApiError(status=400, message="The body of the request must be a JSON object.")
    _refuse_unsupported(document)
    options = document.get("stream_options")
    if options is not None and not isinstance(options, Mapping):
        raise invalid("stream_options", "stream_options must be an object.", "invalid_type")
    tool_choice, tool_wanted = _tool_choice(document.get("tool_choice"))
    return ChatRequest(
        model=_text(document, "model", needed=True),
        messages=_messages(document.get("messages")),
        stream=_flag(document, "stream"),
        include_usage=_flag(options or {}, "include_usage", "stream_options."),
        tools=_tools(document.get("tools")),
        tool_choice=tool_choice,
        tool_wanted=tool_wanted,
        user=_text(document, "user"),
        metadata=_metadata(document.get("metadata")),
    )


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _is_shallow(document: object) -> bool:
    level: list[object] = [document]
    for _depth in range(_DEEPEST):
        level = [
            inner
            for value in level
            if isinstance(value, dict | list)
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return True
    return False


def _refuse_unsupported(document: Mapping[str, Any]) -> None:
    """What would change the answer, and cannot be had here: ignoring it would be a lie."""
    if document.get("n") not in (None, 1) or isinstance(document.get("n"), bool):
        raise unsupported("n", "There is one answer to each request: n must be 1.")
    wanted = document.get("response_format")
    kind = wanted.get("type") if isinstance(wanted, Mapping) else wanted
    if kind not in (None, "text"):
        raise unsupported("response_format", "Answers are plain text: response_format is not read.")
    modalities = document.get("modalities")
    if modalities not in (None, ["text"]):
        raise unsupported("modalities", "Answers are plain text: modalities must be ['text'].")


def _text(document: Mapping[str, Any], name: str, *, needed: bool = False, where: str = "") -> str:
    value = document.get(name)
    if value is None and not needed:
        return ""
    if value is None:
        raise invalid(f"{where}{name}", f"{where}{name} is missing.", "missing_required_parameter")
    if not isinstance(value, str):
        raise invalid(f"{where}{name}", f"{where}{name} must be a string.", "invalid_type")
    if needed and not value:
        raise invalid(f"{where}{name}", f"{where}{name} must not be empty.", "invalid_value")
    return _clean(value)


def _clean(text: str) -> str:
    """The text without halves of characters, which no store and no answer could hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _flag(document: Mapping[str, Any], name: str, where: str = "") -> bool:
    value = document.get(name)
    if value is None or isinstance(value, bool):
        return bool(value)
    raise invalid(f"{where}{name}", f"{where}{name} must be true or false.", "invalid_type")


def _messages(value: object) -> tuple[ChatMessage, ...]:
    if value is None:
        raise invalid("messages", "messages is missing.", "missing_required_parameter")
    if not isinstance(value, list):
        raise invalid("messages", "messages must be a list.", "invalid_type")
    if not value:
        raise invalid("messages", "messages must not be empty.", "empty_array")
    if len(value) > _MOST_MESSAGES:
        raise invalid("messages", f"There are more than {_MOST_MESSAGES} messages.", "too_long")
    return tuple(_message(message, f"messages[{at}]") for at, message in enumerate(value))


def _message(value: object, where: str) -> ChatMessage:
    if not isinstance(value, Mapping):
        raise invalid(where, f"{where} must be an object.", "invalid_type")
    role = next((role for role in _ROLES if value.get("role") == role), None)
    if role is None:
        known = ", ".join(_ROLES)
        raise invalid(f"{where}.role", f"{where}.role must be one of: {known}.", "invalid_value")
    content = value.get("content")
    if content is None and role not in _WITHOUT_CONTENT:
        raise invalid(
            f"{where}.content", f"{where}.content is missing.", "missing_required_parameter"
        )
    return ChatMessage(
        role=role,
        text=_content(content, f"{where}.content"),
        name=_text(value, "name", where=f"{where}."),
        tool_calls=_tool_calls(value.get("tool_calls"), f"{where}.tool_calls"),
        tool_call_id=_text(value, "tool_call_id", needed=role == "tool", where=f"{where}."),
    )


def _content(value: object, where: str) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return _clean(value)
    if not isinstance(value, list):
        raise invalid(where, f"{where} must be a string or a list of parts.", "invalid_type")
    return "\n".join(_part(part, f"{where}[{at}]") for at, part in enumerate(value))


def _part(value: object, where: str) -> str:
    if not isinstance(value, Mapping):
        raise invalid(where, f"{where} must be an object.", "invalid_type")
    kind = value.get("type")
    if kind in ("text", "input_text", "output_text"):
        return _text(value, "text", where=f"{where}.")
    if kind == "refusal":
        return _text(value, "refusal", where=f"{where}.")
    if isinstance(kind, str) and kind in _PICTURES:
        raise unsupported(where, "Images, sound and files are not read here: send text.")
    raise invalid(f"{where}.type", f"{where}.type must be 'text'.", "invalid_value")


def _tool_calls(value: object, where: str) -> tuple[ToolCall, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise invalid(where, f"{where} must be a list.", "invalid_type")
    return tuple(_tool_call(call, f"{where}[{at}]") for at, call in enumerate(value))


def _tool_call(value: object, where: str) -> ToolCall:
    called = value.get("function") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(called, Mapping):
        raise invalid(where, f"{where} must be a call of a function.", "invalid_type")
    return ToolCall(
        id=_text(value, "id", where=f"{where}."),
        name=_text(called, "name", needed=True, where=f"{where}.function."),
        arguments=_text(called, "arguments", where=f"{where}.function."),
    )


def _tools(value: object) -> tuple[FunctionTool, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise invalid("tools", "tools must be a list.", "invalid_type")
    if len(value) > _MOST_TOOLS:
        raise invalid("tools", f"There are more than {_MOST_TOOLS} tools.", "too_long")
    return tuple(_tool(tool, f"tools[{at}]") for at, tool in enumerate(value))


def _tool(value: object, where: str) -> FunctionTool:
    if not isinstance(value, Mapping):
        raise invalid(where, f"{where} must be an object.", "invalid_type")
    function = value.get("function")
    if value.get("type") != "function" or not isinstance(function, Mapping):
        raise unsupported(f"{where}.type", "Only tools of type 'function' are known here.")
    parameters = function.get("parameters")
    if parameters is not None and not isinstance(parameters, Mapping):
        param = f"{where}.function.parameters"
        raise invalid(param, f"{param} must be an object.", "invalid_type")
    return FunctionTool(
        name=_text(function, "name", needed=True, where=f"{where}.function."),
        description=_text(function, "description", where=f"{where}.function."),
        parameters=parameters or {},
    )


def _tool_choice(value: object) -> tuple[ToolChoice, str]:
    """How far tools may or must be called, and the one that must."""
    if value is None:
        return "auto", ""
    for choice in _CHOICES:
        if value == choice:
            return choice, ""
    function = value.get("function") if isinstance(value, Mapping) else None
    if isinstance(function, Mapping):
        return "required", _text(function, "name", needed=True, where="tool_choice.function.")
    raise invalid(
        "tool_choice",
        "tool_choice must be 'auto', 'none', 'required' or name a function.",
        "invalid_value",
    )


def _metadata(value: object) -> Mapping[str, str]:
    if value is None:
        return {}
    if (
        not isinstance(value, Mapping)
        or len(value) > _MOST_METADATA
        or not all(isinstance(entry, str) for entry in value.values())
    ):
        message = f"metadata must be an object of at most {_MOST_METADATA} strings."
        raise invalid("metadata", message, "invalid_type")
    return {_clean(name): _clean(entry) for name, entry in value.items()}
