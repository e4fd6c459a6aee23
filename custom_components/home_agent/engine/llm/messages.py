"""What goes to a model and what comes back from it, as plain values that no provider owns."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..home.model import NOTHING

PDF = "application/pdf"


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemMessage:
    """The instructions. The same, byte for byte, from turn to turn."""

    text: str
    owners: str = field(default="", repr=False, compare=False)
    """What of the conversation the owner of the house wrote, as they wrote it. It is not sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A picture or a document that goes along with words."""

    mime_type: str
    data: bytes = field(repr=False)
    name: str = ""


def can_attach(mime_type: str) -> bool:
    """Whether models can be sent such a file: a picture, or a document in PDF."""
    return mime_type == PDF or mime_type.startswith("image/")


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMessage:
    """What the person said, or what we tell the model in their place."""

    text: str
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool call of the model."""

    id: str
    name: str
    arguments: Mapping[str, Any] | None
    """`None` if what the model wrote is no JSON object; `raw` has what it wrote."""

    raw: str = ""
    extra: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """What the provider wants back unread with its result, such as a thought's signature."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistantMessage:
    """What the model said, and its tool calls."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolMessage:
    """The result of a tool call, as JSON."""

    call_id: str
    name: str
    content: str


type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool as a model is told of it."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """A JSON schema of type object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request to a model."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    schema: Mapping[str, Any] | None = None
    """The JSON schema that the answer must fit, if the server supports that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta:
    """Some text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningDelta:
    """Some reasoning. It never reaches the person."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallDelta:
    """A piece of a tool call: its name comes whole, its arguments may not."""

    index: int
    """Which of the calls of this response."""

    id: str = ""
    name: str = ""
    arguments: str = ""
    extra: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """The tokens of a response."""

    prompt: int = 0
    cached: int = 0
    """How many of the prompt's came from the provider's prefix cache."""

    completion: int = 0
    estimated: bool = False
    """Whether the server did not say, and we counted ourselves."""

    def __add__(self, more: Usage) -> Usage:
        return Usage(
            prompt=self.prompt + more.prompt,
            cached=self.cached + more.cached,
            completion=self.completion + more.completion,
            estimated=self.estimated or more.estimated,
        )

    @property
    def total(self) -> int:
        """Prompt and answer."""
        return self.prompt + self.completion


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The response is complete. Always the last delta, and there is always one."""

    usage: Usage
    reason: str = "stop"
    """stop, tool_calls, length (cut off at the most tokens), or content_filter."""

    provider: str = ""
    model: str = ""
    wrote_call: bool = False
    """Whether it wrote a call as words, which was neither carried out nor passed on."""


type Delta = TextDelta | ReasoningDelta | ToolCallDelta | Finished
