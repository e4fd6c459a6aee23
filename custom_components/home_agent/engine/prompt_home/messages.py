"""What the messages of a request hold: who said what, what was called, and what came of it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import PersonError
from ..home.model import NOTHING

_INSTRUCTIONS = frozenset({"developer", "system"})


class RequestError(PersonError):
    """The messages hold nothing that could be answered; says what is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeCall:
    """A call of a tool that was made earlier."""

    call_id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    @property
    def bare_name(self) -> str:
        """The name without the words that Home Assistant puts before it."""
        return self.name.rpartition("__")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestMessage:
    """A message of a request, whichever API it came by."""

    role: str
    """system, developer, user, assistant or tool."""

    text: str = ""
    calls: tuple[MadeCall, ...] = ()
    call_id: str = ""
    """Of a tool: the call whose result it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What a person said, and all that came after it."""

    said: str
    answered: str = ""
    """What was answered last, in words."""

    calls: tuple[MadeCall, ...] = ()
    results: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """By the id of a call, what the caller reports of it."""


def find_instructions(messages: Sequence[RequestMessage]) -> Iterator[str]:
    """What whoever runs the caller wrote, in order: never what a person or a tool said."""
    return (message.text for message in messages if message.role in _INSTRUCTIONS)


def read_exchanges(messages: Sequence[RequestMessage]) -> tuple[Exchange, ...]:
    """Everything that was said, oldest first. Raises `RequestError` if nothing was."""
    starts = [at for at, message in enumerate(messages) if message.role == "user"]
    if not starts:
        raise RequestError("messages: there is no message with the role user.")
    ends = (*starts[1:], len(messages))
    return tuple(
        _read_exchange(messages[start:end]) for start, end in zip(starts, ends, strict=True)
    )


def _read_exchange(messages: Sequence[RequestMessage]) -> Exchange:
    said, *after = messages
    answers = [message for message in after if message.role == "assistant"]
    texts = [message.text.strip() for message in answers if message.text.strip()]
    return Exchange(
        said=said.text.strip(),
        answered=texts[-1] if texts else "",
        calls=tuple(call for message in answers for call in message.calls),
        results={message.call_id: message.text for message in after if message.role == "tool"},
    )


def read_json(text: str) -> Any:  # noqa: ANN401 - any JSON
    """What a text holds as JSON; `None` if it is none."""
    try:
        return json.loads(text)
    except ValueError, RecursionError:
        return None


def read_arguments(text: str) -> Mapping[str, Any]:
    """The arguments of a call; none where they cannot be read."""
    arguments = read_json(text)
    return arguments if isinstance(arguments, Mapping) else NOTHING
