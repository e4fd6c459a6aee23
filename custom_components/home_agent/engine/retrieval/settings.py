"""Settings of embeddings, vector search and documents."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

from ..errors import SettingsError
from ..llm.settings import ModelSettings
from ..validation.fields import FieldReader

_USUAL_MODEL = "text-embedding-3-small"
_HIGHEST_PORT = 65535
_MOST_DIMENSIONS = 8192
_MOST_FOUND = 100
_SIGNS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
_LONGEST_NAME = 63
_SHORTEST_NAME = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingSettings:
    """A server for embeddings, with OpenAI's protocol."""

    server: ModelSettings
    dimensions: int = 0
    """How long a vector is to be. 0: as the model makes it."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        known = {"base_url", "model", "api_key", "headers", "dimensions"}
        reader = FieldReader(values, known=known)
        dimensions = reader.whole("dimensions", 0, least=0, most=_MOST_DIMENSIONS)
        rest = {name: value for name, value in values.items() if name != "dimensions"}
        server = ModelSettings()
        try:
            server = ModelSettings.from_mapping(
                {name: value for name, value in rest.items() if name in known}
            )
        except SettingsError as error:
            reader.problems += error.problems
        reader.check()
        if not server.model:
            server = replace(server, model=_USUAL_MODEL)
        return cls(server=server, dimensions=dimensions)


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorDbSettings:
    """How entities are searched by meaning, and an optional ChromaDB."""

    host: str = ""
    """Where ChromaDB runs. Empty: vectors are kept and searched by ourselves."""

    port: int = 8000
    tls: bool = False
    token: str = field(default="", repr=False)
    tenant: str = "default_tenant"
    database: str = "default_database"
    collection: str = "home_entities"
    top_k: int = 6
    """How many entities are told of at most."""

    similarity_threshold: float = 0.5
    """How close in meaning a thing must be, from 0 to 1, where its name is not said."""

    embedding_model: str = ""
    """Which model makes the vectors, where `embeddings` are not set: one of the first model's
    server. Empty: ours."""

    @property
    def address(self) -> str:
        """The server, as it is shown."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}"

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        default = cls()
        reader = FieldReader(values, known={entry.name for entry in fields(cls)})
        host = reader.text("host")
        if any(sign in host for sign in "/@?# \t"):
            reader.note("host", "host")
        token = reader.text("token")
        if not token.isascii() or not token.isprintable() or " " in token:
            reader.note("token", "key_signs")
        settings = cls(
            host=host.strip("[]"),
            port=reader.whole("port", default.port, most=_HIGHEST_PORT),
            tls=reader.flag("tls", default=False),
            token=token,
            tenant=read_collection(reader, "tenant", default.tenant),
            database=read_collection(reader, "database", default.database),
            collection=read_collection(reader, "collection", default.collection),
            top_k=reader.whole("top_k", default.top_k, most=_MOST_FOUND),
            similarity_threshold=reader.number(
                "similarity_threshold", default.similarity_threshold, least=0, most=1
            ),
            embedding_model=reader.text("embedding_model"),
        )
        reader.check()
        return settings


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentSettings:
    """A folder of texts of one's own."""

    folder: str
    name: str = ""
    """What to call it where something of it is told. Empty: the folder's own name."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known={entry.name for entry in fields(cls)})
        folder = reader.text("folder")
        if not Path(folder).expanduser().is_absolute():
            reader.note("folder", "folder")
        settings = cls(folder=folder, name=reader.text("name"))
        reader.check()
        return settings


def read_documents(reader: FieldReader, name: str) -> tuple[DocumentSettings, ...]:
    """A list of folders, as tables or as their paths alone."""
    listed = reader.values.get(name) or ()
    if isinstance(listed, Mapping) and "folders" in listed:
        # As a form has it.
        listed = listed["folders"]
    if isinstance(listed, str | Mapping):
        listed = (listed,)
    if not isinstance(listed, list | tuple):
        reader.note(name, "documents")
        return ()
    found = []
    for at, entry in enumerate(listed, 1):
        values = {"folder": entry} if isinstance(entry, str) else entry
        where = name if len(listed) == 1 else f"{name} {at}"
        if (folder := reader.read(where, DocumentSettings.from_mapping, values)) is not None:
            found.append(folder)
    return tuple(found)


def read_collection(reader: FieldReader, name: str, default: str) -> str:
    """A name that ChromaDB takes."""
    text = reader.text(name, default)
    if not (_SHORTEST_NAME <= len(text) <= _LONGEST_NAME and set(text) <= _SIGNS):
        reader.note(name, "collection_name")
        return default
    return text
