"""What a person may set about memory, checked once at the border."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Self

from ..validation.fields import FieldReader

_COLLECTION = "home_agent_memories"
_COLLECTION_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{1,61})[A-Za-z0-9]")
_MOST_MEMORIES = 100_000
_MOST_SHOWN = 50


class ExtractionModel(StrEnum):
    """Who looks a conversation through for what is worth remembering."""

    LOCAL = "local"
    """The model that answers."""

    EXTERNAL = "external"
    """The more capable one that it may ask."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySettings:
    """What is remembered across conversations. Nothing, until it is turned on."""

    enabled: bool = False
    automatic_extraction: bool = False
    """Whether a model looks conversations through for what is worth remembering."""

    extraction_llm: ExtractionModel = ExtractionModel.LOCAL
    max_memories: int = 100
    """When there are more, the least valuable are forgotten."""

    min_importance: float = 0.3
    """What is less important is neither taken from a conversation nor shown to a model."""

    collection_name: str = _COLLECTION
    """The collection for memories, where a vector database is used."""

    context_top_k: int = 5
    """How many memories a model is shown with a sentence at most."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known=[field.name for field in fields(cls)])
        settings = cls(
            enabled=reader.flag("enabled", default=False),
            automatic_extraction=reader.flag("automatic_extraction", default=False),
            extraction_llm=reader.choice("extraction_llm", ExtractionModel, ExtractionModel.LOCAL),
            max_memories=reader.whole("max_memories", 100, least=1, most=_MOST_MEMORIES),
            min_importance=reader.number("min_importance", 0.3, least=0, most=1),
            collection_name=reader.text("collection_name", _COLLECTION),
            context_top_k=reader.whole("context_top_k", 5, least=0, most=_MOST_SHOWN),
        )
        if _COLLECTION_NAME.fullmatch(settings.collection_name) is None:
            reader.note("collection_name", "collection_name")
        reader.check()
        return settings
