"""Which model to ask, and how: settings, checked at the border."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Self

from ..home.model import NOTHING
from ..validation.fields import FieldReader, is_header_name, is_header_value, shown_header_name
from .address import OPENAI, read_address, read_server

type Kind = Literal["openai", "google"]
type ToolProtocol = Literal["tools", "inline", "schema"]
type CallFormat = Literal["homeassistant", "tool_call", "json"]
type Uses = Literal["all", "tools", "talk"]

_LONGEST = 3600
_OURS = ("messages", "model", "stream", "tools")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """One model that can be asked. Everything but where it is has a default."""

    kind: Kind = "openai"
    """Who speaks to it: anything that speaks OpenAI's protocol, or Google's own."""

    name: str = ""
    """Its name in messages. Empty: that of the model."""

    base_url: str = ""
    """Its address. Empty: that of OpenAI, or Google."""

    api_key: str = field(default="", repr=False)
    """Empty for a server that asks for none."""

    model: str = ""
    """Empty: the only one of the server."""

    temperature: float = 0.7
    top_p: float = 1.0
    max_tokens: int = 500
    """The most that it may answer with."""

    headers: Mapping[str, str] = field(default_factory=lambda: NOTHING, repr=False)
    """Sent with every request. They may hold secrets."""

    parameters: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """Further fields of the request, as the server knows them."""

    protocol: ToolProtocol = "tools"
    """How it asks for tools: as such, in its words, or in words held to a schema by the server."""

    leaked_calls: bool = False
    """With tools: whether calls that the server lets through as words are carried out."""

    tool_call_format: CallFormat = "homeassistant"
    """Inline: the mark that it is told to put around a call; "json": none, and no words either."""

    tool_call_retries: int = 3
    """Inline and schema: how often it is told what is wrong with an answer."""

    one_pass: bool = False
    """Whether it is asked once where it acts: our report takes the place of its words."""

    uses: Uses = "all"
    """What it is asked first for: what is to be done or looked up, plain talk, or either."""

    first_token_timeout: float = 30.0
    """The most seconds to wait until it begins to answer."""

    total_timeout: float = 120.0
    """The most seconds until it has answered."""

    price_prompt: float = 0.0
    """What a million tokens cost, in the currency of the budgets."""

    price_cached: float = 0.0
    price_completion: float = 0.0

    vertex: bool = False
    """Google: whether it is asked through Vertex AI instead of the Developer API."""

    project: str = ""
    location: str = ""

    @property
    def title(self) -> str:
        """Its name in messages."""
        return self.name or self.model or self.kind

    @property
    def address(self) -> str:
        """Its address; empty if the provider's package knows it."""
        return self.base_url or (OPENAI if self.kind == "openai" else "")

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known={field.name for field in fields(cls)})
        kind: Kind = reader.choice("kind", ("openai", "google"), "openai")
        settings = cls(
            kind=kind,
            name=reader.text("name"),
            base_url=_address(reader, kind),
            api_key=_key(reader),
            model=reader.text("model"),
            temperature=reader.number("temperature", 0.7, least=0, most=2),
            top_p=reader.number("top_p", 1.0, least=0, most=1),
            max_tokens=reader.whole("max_tokens", 500),
            headers=_headers(reader),
            parameters=_parameters(reader),
            protocol=reader.choice("protocol", ("tools", "inline", "schema"), "tools"),
            leaked_calls=reader.flag("leaked_calls", default=False),
            tool_call_format=reader.choice(
                "tool_call_format", ("homeassistant", "tool_call", "json"), "homeassistant"
            ),
            tool_call_retries=reader.whole("tool_call_retries", 3, least=0, most=10),
            one_pass=reader.flag("one_pass", default=False),
            uses=reader.choice("uses", ("all", "tools", "talk"), "all"),
            first_token_timeout=reader.number(
                "first_token_timeout", 30.0, least=0.1, most=_LONGEST
            ),
            total_timeout=reader.number("total_timeout", 120.0, least=0.1, most=_LONGEST),
            price_prompt=_price(reader, "price_prompt"),
            price_cached=_price(reader, "price_cached"),
            price_completion=_price(reader, "price_completion"),
            vertex=reader.flag("vertex", default=False),
            project=reader.text("project"),
            location=reader.text("location"),
        )
        if settings.vertex and not (settings.project or settings.api_key):
            reader.note("project", "project")
        reader.check()
        return settings


def _address(reader: FieldReader, kind: Kind) -> str:
    written = reader.text("base_url")
    if not written:
        return ""
    read = read_server if kind == "google" else read_address
    return reader.written("base_url", read, written) or ""


def _key(reader: FieldReader) -> str:
    """It is never repeated in a message."""
    key = reader.text("api_key").removeprefix("Bearer ").strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        reader.note("api_key", "key_signs")
    return key


def _headers(reader: FieldReader) -> Mapping[str, str]:
    """Their values are never repeated in a message."""
    headers = reader.table("headers")
    for name, value in headers.items():
        if not is_header_name(name):
            reader.note(f"headers, {shown_header_name(name)}", "header_name")
        elif not is_header_value(value):
            reader.note(f"headers, {name}", "header")
    return headers


def _parameters(reader: FieldReader) -> Mapping[str, Any]:
    parameters = reader.table("parameters")
    for name in _OURS:
        if name in parameters:
            reader.note(f"parameters, {name}", "parameter_ours")
    return parameters


def _price(reader: FieldReader, name: str) -> float:
    return reader.number(name, 0.0, least=0, most=1_000_000)
