"""What a model is shown of a home, as a family may set it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Self

from ..errors import SettingsError
from ..retrieval.settings import (
    DocumentSettings,
    EmbeddingSettings,
    VectorDbSettings,
    read_documents,
)
from ..validation.fields import FieldReader
from .custom_prompt import CustomPrompt

_MOST_MESSAGES = 200
_MOST_RELEVANT = 200
_MOST_TOKENS = 1_000_000
_MOST_HOURS = 24 * 366


class ContextMode(StrEnum):
    """Whose states a model is told."""

    RELEVANCE = "relevance"
    """The entities that the sentence speaks of, and the listed ones."""

    DIRECT = "direct"
    """The listed entities, always."""

    VECTOR_DB = "vector_db"
    """The same, and those whose meaning is close to that of the sentence."""

    ALL = "all"
    """Every entity that there is room for, in a short form: a small model need not ask."""

    OFF = "off"
    """None: it asks for what it wants to know."""


class StateFormat(StrEnum):
    """How states are written."""

    JSON = "json"
    NATURAL_LANGUAGE = "natural_language"
    """`light.kitchen 'Kitchen' = on; brightness 80 %`: read by any model, in half the tokens."""

    HYBRID = "hybrid"
    """JSON, with the same in plain words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEntity:
    """Entities that a model is always told of."""

    entity_id: str
    """May have wildcards: `climate.*`."""

    attributes: tuple[str, ...] = ()
    """The attributes to tell; empty: those that people ask about. `state` is the state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySettings:
    """How much of a conversation a model is shown, and how long it is kept."""

    enabled: bool = True
    max_messages: int = 10
    """A sentence and its reply are two."""

    max_tokens: int = 4000
    persist: bool = True
    """Whether it outlives the process."""

    expire: float = 24.0
    """After so many hours without a word a conversation is over, and forgotten. 0: never."""

    summary: bool = False
    """Whether a model sums up what no longer fits, rather than it being left out."""

    @property
    def exchanges(self) -> int:
        """How many sentences with their replies are shown at most."""
        return self.max_messages // 2 if self.enabled else 0

    @classmethod
    def from_mapping(cls, values: object) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = _ContextReader(values, known=_names(cls))
        history = cls(
            enabled=reader.flag("enabled", default=True),
            max_messages=reader.whole("max_messages", 10, least=0, most=_MOST_MESSAGES),
            max_tokens=reader.whole("max_tokens", 4000, least=0, most=_MOST_TOKENS),
            persist=reader.flag("persist", default=True),
            expire=reader.number("expire", 24.0, least=0, most=_MOST_HOURS),
            summary=reader.flag("summary", default=False),
        )
        reader.check()
        return history


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSettings:
    """What a model is told to be."""

    custom_additions: str = ""
    """Said after our own instructions; with the sentence, where it may change from turn to turn."""

    custom: str = ""
    """A template of one's own, in place of our instructions and of everything that goes with them.
    `context.custom_prompt` has the variables."""

    @classmethod
    def from_mapping(cls, values: object) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field.

        `use_default` may be reader as well: false is to have a `custom` prompt.
        """
        reader = _ContextReader(values, known=_names(cls) | {"use_default"})
        custom = reader.text("custom")
        default = reader.flag("use_default", default=not custom)
        additions = reader.text("custom_additions")
        if not default and not custom.strip():
            reader.note("custom", "prompt")
        elif not default:
            reader.problems += _problems_in(custom, "custom")
        reader.problems += _problems_in(additions, "custom_additions")
        prompt = cls(custom_additions=additions, custom="" if default else custom)
        reader.check()
        return prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSettings:
    """What a model is shown. The defaults are cheap, and suit a home of any size."""

    mode: ContextMode = ContextMode.RELEVANCE
    entities: tuple[ListedEntity, ...] = ()
    format: StateFormat = StateFormat.NATURAL_LANGUAGE
    relevant: int = 6
    """How many entities are told of at most because the sentence speaks of them."""

    inventory_tokens: int = 900
    """How long the list of what there is may be. 0: there is none."""

    max_tokens: int = 8000
    """How long a whole prompt may be, the tools included. States lose their details before
    anything that was said is left out; the instructions and the sentence always stay."""

    found_tokens: int = 800
    """How much may be told of memories and documents."""

    vector_db: VectorDbSettings = field(default_factory=VectorDbSettings)
    embeddings: EmbeddingSettings | None = None
    """The server that makes vectors of texts. None: our own small model does."""

    documents: tuple[DocumentSettings, ...] = ()
    """Folders of texts of one's own."""

    home_name: str = ""
    history: HistorySettings = field(default_factory=HistorySettings)
    prompt: PromptSettings = field(default_factory=PromptSettings)

    @classmethod
    def from_mapping(cls, values: object) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = _ContextReader(values, known=_names(cls))
        settings = cls(
            mode=reader.choice("mode", ContextMode, ContextMode.RELEVANCE),
            entities=reader.listed("entities"),
            format=reader.choice("format", StateFormat, StateFormat.NATURAL_LANGUAGE),
            relevant=reader.whole("relevant", 6, least=0, most=_MOST_RELEVANT),
            inventory_tokens=reader.whole("inventory_tokens", 900, least=0, most=_MOST_TOKENS),
            max_tokens=reader.whole("max_tokens", 8000, most=_MOST_TOKENS, least=500),
            found_tokens=reader.whole("found_tokens", 800, least=0, most=_MOST_TOKENS),
            vector_db=reader.part("vector_db", VectorDbSettings.from_mapping, VectorDbSettings()),
            embeddings=reader.read("embeddings", EmbeddingSettings.from_mapping, written)
            if (written := reader.values.get("embeddings"))
            else None,
            documents=read_documents(reader, "documents"),
            home_name=reader.text("home_name"),
            history=reader.part("history", HistorySettings.from_mapping, HistorySettings()),
            prompt=reader.part("prompt", PromptSettings.from_mapping, PromptSettings()),
        )
        reader.check()
        return settings


def _problems_in(source: str, name: str) -> tuple[str, ...]:
    try:
        CustomPrompt(source, name)
    except SettingsError as error:
        return error.problems
    return ()


def _names(settings: type[Any]) -> frozenset[str]:
    return frozenset(setting.name for setting in fields(settings))


class _ContextReader(FieldReader):
    """Reads a list of entities as well."""

    def listed(self, name: str) -> tuple[ListedEntity, ...]:
        """A list of entities: ids, or tables with an id and attributes."""
        listed = self.values.get(name) or ()
        if not isinstance(listed, list | tuple):
            self.note(name, "entities")
            return ()
        read = (self._entity(f"{name}, number {at}", entity) for at, entity in enumerate(listed, 1))
        return tuple(entity for entity in read if entity is not None)

    def _entity(self, name: str, value: object) -> ListedEntity | None:
        if isinstance(value, str):
            value = {"entity_id": value}
        if not isinstance(value, Mapping) or value.keys() - {"entity_id", "attributes"}:
            self.note(name, "entity")
            return None
        entity_id, attributes = value.get("entity_id"), value.get("attributes") or ()
        if not isinstance(entity_id, str) or ("." not in entity_id and entity_id.strip() != "*"):
            self.note(name, "entity_id")
            return None
        if not isinstance(attributes, list | tuple):
            self.note(name, "attributes")
            return None
        return ListedEntity(
            entity_id=entity_id.strip().casefold(), attributes=tuple(map(str, attributes))
        )
