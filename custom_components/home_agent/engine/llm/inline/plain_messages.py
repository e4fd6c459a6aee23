"""A conversation with tools, told in words to a model that knows none."""

from collections.abc import Iterable, Iterator, Mapping

from ..messages import AssistantMessage, Message, SystemMessage, ToolCall, ToolMessage, UserMessage
from ..settings import CallFormat
from .calls import InlineCall
from .instructions import as_document, write_block


def without_tool_calls(
    messages: Iterable[Message], instructions: str, format_: CallFormat = "homeassistant"
) -> tuple[Message, ...]:
    """The same messages without tools, the instructions at the end of the first.

    The templates of many small models want one system message, and then person and model by
    turns, so whatever follows upon its like becomes one message with it.
    """
    plain = list(_as_plain(messages, format_))
    if not plain or not isinstance(plain[0], SystemMessage):
        plain.insert(0, SystemMessage(text=""))
    joined: list[Message] = []
    for message in plain:
        last = joined[-1] if joined else None
        if isinstance(last, UserMessage) and isinstance(message, UserMessage):
            joined[-1] = UserMessage(
                text=f"{last.text}\n\n{message.text}",
                attachments=(*last.attachments, *message.attachments),
            )
        elif isinstance(last, AssistantMessage) and isinstance(message, AssistantMessage):
            joined[-1] = AssistantMessage(text=f"{last.text}\n\n{message.text}")
        elif isinstance(message, SystemMessage) and not joined:
            text = "\n\n".join(part for part in (message.text, instructions) if part)
            joined += [SystemMessage(text=text)] if text else []
        else:
            joined.append(message)
    return tuple(joined)


def _as_plain(messages: Iterable[Message], format_: CallFormat) -> Iterator[Message]:
    calls: dict[str, ToolCall] = {}
    for number, message in enumerate(messages):
        match message:
            case AssistantMessage():
                calls |= {call.id: call for call in message.calls}
                blocks = (
                    write_block(as_document(_inline(call)), format_) for call in message.calls
                )
                yield AssistantMessage(
                    text="\n".join(part for part in (message.text, *blocks) if part)
                )
            case ToolMessage():
                yield UserMessage(text=_result(message, calls.get(message.call_id)))
            case SystemMessage() if number:
                yield UserMessage(text=message.text)
            case _:
                yield message


def _result(message: ToolMessage, call: ToolCall | None) -> str:
    asked: Mapping[str, object] = {} if call is None else as_document(_inline(call))
    about = (
        " ".join(str(asked[key]) for key in ("service", "target_device") if key in asked)
        or message.name
    )
    return f"Result of {about}: {message.content}"


def _inline(call: ToolCall) -> InlineCall:
    return InlineCall(name=call.name, arguments=call.arguments or {})
