"""What a scripted server is to answer, as plain values.

`Says` is what a model says; the server puts it into the wire format of whoever asks, OpenAI's or
Google's. `Sends` is a body of one's own, byte by byte. `Fails` is an HTTP error. How an answer
travels, and where it breaks, is a `Delivery`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """How the bytes of an answer travel."""

    chunks: tuple[int, ...] = ()
    """The sizes of the pieces, the last again and again. Nothing: one event a piece."""

    before: float = 0.0
    """Seconds before anything is sent at all."""

    stall_after: int | None = None
    """So many bytes, and then nothing more until the other side gives up."""

    cut_after: int | None = None
    """So many bytes, and then the connection is cut."""


AT_ONCE = Delivery()


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A tool call, as a model writes it."""

    name: str
    arguments: Mapping[str, Any] | str
    id: str
    signature: str = ""
    """Google: the thought's signature, in base64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """The tokens that the server says it took."""

    prompt: int = 20
    cached: int = 0
    completion: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """An answer of a model."""

    text: str = ""
    reasoning: str = ""
    calls: tuple[Called, ...] = ()
    used: Used | None = field(default_factory=Used)
    """Nothing: the server does not tell."""

    finish: str = ""
    """OpenAI's word for why it ended. Nothing: as fits."""

    streams: bool = True
    """Whether the server does stream when it is asked to."""

    delivery: Delivery = AT_ONCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Sends:
    """A body, byte by byte."""

    events: tuple[bytes, ...]
    kind: str = "text/event-stream"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delivery: Delivery = AT_ONCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Fails:
    """An HTTP error, with the body that OpenAI or Google would send."""

    status: int
    message: str = "It did not work."
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    delivery: Delivery = AT_ONCE


type Answer = Says | Sends | Fails
