"""What is remembered across conversations."""

from dataclasses import fields

from homeassistant.helpers.selector import BooleanSelector

from ..const import CONF_MEMORY
from ..engine.memory.settings import ExtractionModel, MemorySettings
from .section import Section, choice, defaults_of, number, text

_MOST_MEMORIES = 100_000
_MOST_SHOWN = 50

MEMORY = Section(
    name=CONF_MEMORY,
    fields={
        "enabled": BooleanSelector(),
        "automatic_extraction": BooleanSelector(),
        "extraction_llm": choice("extraction_llm", *ExtractionModel),
        "max_memories": number(1, _MOST_MEMORIES),
        "min_importance": number(0, 1, step=0.05),
        "context_top_k": number(0, _MOST_SHOWN),
        "collection_name": text(),
    },
    read=MemorySettings.from_mapping,
    defaults=defaults_of(MemorySettings(), *(field.name for field in fields(MemorySettings))),
    needs_model=False,
)
