"""How what matters is found: by vectors, of whom, and in which texts of one's own."""

from collections.abc import Mapping
from typing import Any

from homeassistant.helpers.selector import BooleanSelector

from ..engine.retrieval.settings import (
    DocumentSettings,
    EmbeddingSettings,
    VectorDbSettings,
    read_documents,
)
from ..engine.validation.fields import FieldReader
from .section import PASSWORD, TEXTS, Section, defaults_of, number, text

_FOLDERS = "folders"

VECTOR_DB = Section(
    name="vector_db",
    fields={
        "top_k": number(1, 100),
        "similarity_threshold": number(0, 1, step=None),
        "host": text(),
        "port": number(1, 65535),
        "tls": BooleanSelector(),
        "token": PASSWORD,
        "collection": text(),
        "embedding_model": text(),
    },
    read=VectorDbSettings.from_mapping,
    defaults=defaults_of(
        VectorDbSettings(), "top_k", "similarity_threshold", "port", "tls", "collection"
    ),
)


def _read_embeddings(values: Mapping[str, Any]) -> EmbeddingSettings | None:
    """Nothing at all is to have our own model do it."""
    return EmbeddingSettings.from_mapping(values) if values else None


EMBEDDINGS = Section(
    name="embeddings",
    fields={
        "base_url": text(),
        "model": text(),
        "api_key": PASSWORD,
        "dimensions": number(0, 8192),
    },
    read=_read_embeddings,
    defaults={},
)


def _read_folders(values: Mapping[str, Any]) -> tuple[DocumentSettings, ...]:
    reader = FieldReader(values, known=(_FOLDERS,))
    folders = read_documents(reader, _FOLDERS)
    reader.check()
    return folders


DOCUMENTS = Section(
    name="documents",
    fields={_FOLDERS: TEXTS},
    read=_read_folders,
    defaults={},
)
