"""Text → vector: by a server that is set, else by the small model that ships with us."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from ..errors import OperatorError
from ..llm.errors import ModelError
from ..llm.json_api import JsonApi
from ..llm.provider import HttpClient
from ..semantics.loading import load_model
from ..semantics.model import Model
from .settings import EmbeddingSettings
from .table import Vector

_WINDOW = 16
"""Words that our own model sees at once: a longer text is looked at piece by piece."""

_MOST_AT_ONCE = 128
_SECONDS = 60.0
_SECONDS_FOR_A_QUESTION = 3.0


class EmbeddingError(OperatorError):
    """Vectors cannot be made now; the message says why."""


class Embedder(Protocol):
    """Makes comparable vectors of length 1 from texts."""

    @property
    def name(self) -> str:
        """Identifies the model that made a vector."""
        ...

    async def embed_texts(self, texts: Sequence[str]) -> Sequence[Vector]:
        """A vector for each text. Raises `EmbeddingError`."""
        ...

    async def embed_question(self, text: str) -> Vector:
        """The vector of a query. Raises `EmbeddingError`."""
        ...

    async def close(self) -> None:
        """Close its connections."""
        ...


class ReaderEmbedder:
    """Our own model: no network, about a millisecond a question."""

    def __init__(self, model: Model) -> None:
        """Ask this one."""
        self._model = model
        self.name = f"reader-{model.fingerprint}"

    async def embed_texts(self, texts: Sequence[str]) -> Sequence[Vector]:
        """A vector for each text."""
        return await asyncio.to_thread(self._embed, texts)

    async def embed_question(self, text: str) -> Vector:
        """The vector of a query."""
        return await asyncio.to_thread(lambda: _unit(self._model.embed_question(text)))

    async def close(self) -> None:
        """Do nothing: it has no connections."""

    def _embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        pieces = [_windows(text) for text in texts]
        rows = self._model.embed_texts(piece for found in pieces for piece in found)
        vectors, at = [], 0
        for found in pieces:
            vectors.append(_unit(rows[at : at + len(found)].mean(axis=0)))
            at += len(found)
        return vectors


class ServerEmbedder:
    """Embeddings of a server that speaks OpenAI's protocol."""

    def __init__(self, settings: EmbeddingSettings, http_client: HttpClient = None) -> None:
        """Ask this one."""
        self._settings = settings
        self._api = JsonApi(settings.server, http_client)
        self.name = f"{settings.server.model}@{settings.server.address}/{settings.dimensions}"

    async def embed_texts(self, texts: Sequence[str]) -> Sequence[Vector]:
        """A vector for each text, some at a time. Raises `EmbeddingError`."""
        vectors: list[Vector] = []
        for start in range(0, len(texts), _MOST_AT_ONCE):
            vectors += await self._ask(texts[start : start + _MOST_AT_ONCE], _SECONDS)
        return vectors

    async def embed_question(self, text: str) -> Vector:
        """The vector of a query. Raises `EmbeddingError`, also if it takes too long."""
        (vector,) = await self._ask((text,), _SECONDS_FOR_A_QUESTION)
        return vector

    async def close(self) -> None:
        """Close the connections."""
        await self._api.close()

    async def _ask(self, texts: Sequence[str], seconds: float) -> list[Vector]:
        body: dict[str, Any] = {
            "model": self._settings.server.model,
            # A server may refuse a text of nothing.
            "input": [text.strip() or "-" for text in texts],
            "encoding_format": "float",
        }
        if self._settings.dimensions:
            body["dimensions"] = self._settings.dimensions
        try:
            answer = await self._api.post("/embeddings", body, seconds=seconds)
        except ModelError as error:
            raise EmbeddingError(f"No vectors can be made of texts: {error}") from error
        vectors = list(_read(answer))
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) != 1:
            raise EmbeddingError(
                f"{self._settings.server.address} answers with something else than a vector for"
                " each text. Check embeddings: the model must be one for embeddings."
            )
        return vectors


def create_embedder(
    settings: EmbeddingSettings | None, http_client: HttpClient = None
) -> Embedder | None:
    """The embedder of the settings, else our own; None without numpy or the weights.

    Reads that file: for a thread.
    """
    if settings is not None:
        return ServerEmbedder(settings, http_client)
    model = load_model()
    return None if model is None else ReaderEmbedder(model)


def _windows(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[at : at + _WINDOW]) for at in range(0, len(words), _WINDOW)] or [""]


def _read(answer: object) -> Iterable[Vector]:
    data = answer.get("data") if isinstance(answer, Mapping) else None
    entries = [entry for entry in data or () if isinstance(entry, Mapping)]
    entries.sort(key=_place)
    for entry in entries:
        try:
            vector = np.asarray(entry.get("embedding"), dtype=np.float32)
        except TypeError, ValueError:
            continue
        if vector.ndim == 1 and len(vector) and np.isfinite(vector).all():
            yield _unit(vector)


def _place(entry: Mapping[str, Any]) -> int:
    place = entry.get("index", 0)
    return place if isinstance(place, int) else 0


def _unit(vector: Any) -> Vector:  # noqa: ANN401 - an array of any floats
    row: Vector = np.asarray(vector, dtype=np.float32)
    length = float(np.linalg.norm(row))
    return row / length if length else row
