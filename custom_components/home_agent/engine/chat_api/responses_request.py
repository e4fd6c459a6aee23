"""A request of OpenAI's Responses, read as one of chat completions: the same is asked in both.

Nothing is kept of a conversation here: callers send all of it, as `input`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from .api_error import ApiError, invalid, unsupported
from .chat_request import ChatRequest, read_chat_request


def read_responses_request(document: object) -> ChatRequest:
    """Check a body; raise `ApiError`."""
    if not isinstance(document, Mapping):
        raise ApiError(status=400, message="The body of the request must be a JSON object.")
    for name in ("previous_response_id", "conversation"):
        if document.get(name) is not None:
            message = f"Nothing is kept of conversations here: send all of it as input, no {name}."
            raise unsupported(name, message)
    if document.get("background"):
        raise unsupported("background", "Answers are given at once: leave background out.")
    _refuse_format(document.get("text"))
    asked = {
        name: document[name] for name in ("model", "stream", "user", "metadata") if name in document
    }
    asked["messages"] = [*_messages(document)]
    if document.get("tools") is not None:
        asked["tools"] = _tools(document["tools"])
    if document.get("tool_choice") is not None:
        asked["tool_choice"] = _tool_choice(document["tool_choice"])
    try:
        return read_chat_request(asked)
    except ApiError as error:
        if error.param is not None:
            error.param = error.param.replace("messages", "input", 1)
        error.message = error.message.replace("messages", "input", 1)
        raise


def _refuse_format(text: object) -> None:
    wanted = text.get("format") if isinstance(text, Mapping) else None
    kind = wanted.get("type") if isinstance(wanted, Mapping) else None
    if kind not in (None, "text"):
        raise unsupported("text.format", "Answers are plain text: text.format is not read.")


def _messages(document: Mapping[str, Any]) -> Iterator[object]:
    """The messages as chat completions have them, the instructions first."""
    if document.get("instructions") is not None:
        yield {"role": "system", "content": document["instructions"]}
    given = document.get("input")
    if given is None:
        raise invalid("input", "input is missing.", "missing_required_parameter")
    if isinstance(given, str):
        yield {"role": "user", "content": given}
        return
    if not isinstance(given, list):
        raise invalid("input", "input must be a string or a list.", "invalid_type")
    if not given:
        raise invalid("input", "input must not be empty.", "empty_array")
    for at, item in enumerate(given):
        yield from _item(item, f"input[{at}]")


def _item(item: object, where: str) -> Iterator[object]:
    if not isinstance(item, Mapping):
        raise invalid(where, f"{where} must be an object.", "invalid_type")
    match item.get("type", "message"):
        case "message":
            yield dict(item)
        case "function_call":
            function = {"name": item.get("name"), "arguments": item.get("arguments")}
            call = {"id": item.get("call_id"), "type": "function", "function": function}
            yield {"role": "assistant", "content": None, "tool_calls": [call]}
        case "function_call_output":
            output = item.get("output")
            yield {"role": "tool", "tool_call_id": item.get("call_id"), "content": output}
        case "reasoning":
            # What another model thought: nobody here reads it.
            return
        case _:
            raise unsupported(
                f"{where}.type", "Only messages and calls of functions are read here."
            )


def _tools(tools: object) -> object:
    if not isinstance(tools, list):
        return tools
    return [
        {"type": "function", "function": {**tool}}
        if isinstance(tool, Mapping) and tool.get("type") == "function"
        else tool
        for tool in tools
    ]


def _tool_choice(choice: object) -> object:
    if isinstance(choice, Mapping) and choice.get("type") == "function":
        return {"type": "function", "function": {"name": choice.get("name")}}
    return choice
