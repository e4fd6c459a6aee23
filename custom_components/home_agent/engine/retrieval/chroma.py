"""A collection in a ChromaDB, over its HTTP API; the vectors are ours.

What each entry was made of is kept with it, so that after a pause only what differs is sent.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import OperatorError
from ..llm.errors import ModelError
from ..llm.json_api import JsonApi
from ..llm.provider import HttpClient
from ..llm.settings import ModelSettings
from .passage import Passage
from .settings import VectorDbSettings
from .table import Vector

_SECONDS = 30.0
_SECONDS_FOR_A_QUESTION = 2.0
_MOST_AT_ONCE = 256
_PAGE = 1000


class VectorDbError(OperatorError):
    """The vector database failed; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorEntry:
    """A text with its vector."""

    passage: Passage
    digest: str
    vector: Vector


class ChromaCollection:
    """One collection, which is created on the server if it is missing."""

    def __init__(
        self, settings: VectorDbSettings, collection: str, http_client: HttpClient = None
    ) -> None:
        """Use this collection of the server that is set."""
        self._name = collection
        self._where = settings.address
        root = f"/tenants/{settings.tenant}/databases/{settings.database}/collections"
        self._root = root
        server = ModelSettings(
            name=f"ChromaDB at {settings.address}",
            base_url=f"{settings.address}/api/v2",
            api_key=settings.token,
            headers={"x-chroma-token": settings.token} if settings.token else {},
        )
        self._api = JsonApi(server, http_client)
        self._id = ""

    async def sync(self, entries: Mapping[str, VectorEntry]) -> int:
        """Store exactly these entries; return how many changed. Raises `VectorDbError`."""
        there = await self._digests()
        new = [entry for id_, entry in entries.items() if there.get(id_) != entry.digest]
        await self.put(new)
        gone = [id_ for id_ in there if id_ not in entries]
        await self.remove(gone)
        return len(new) + len(gone)

    async def put(self, entries: Sequence[VectorEntry]) -> None:
        """Add or replace entries. Raises `VectorDbError`."""
        for start in range(0, len(entries), _MOST_AT_ONCE):
            some = entries[start : start + _MOST_AT_ONCE]
            body = {
                "ids": [entry.passage.id for entry in some],
                "embeddings": [entry.vector.tolist() for entry in some],
                "documents": [entry.passage.text for entry in some],
                "metadatas": [
                    {
                        "digest": entry.digest,
                        "owner": entry.passage.owner,
                        "source": entry.passage.source,
                    }
                    for entry in some
                ],
            }
            await self._post(f"/{await self._open()}/upsert", body)

    async def remove(self, ids: Sequence[str]) -> None:
        """Remove entries. Raises `VectorDbError`."""
        for start in range(0, len(ids), _MOST_AT_ONCE):
            some = list(ids[start : start + _MOST_AT_ONCE])
            await self._post(f"/{await self._open()}/delete", {"ids": some})

    async def find(
        self, vector: Vector, most: int, owners: Collection[str] | None = None
    ) -> Mapping[str, float]:
        """The similarities of the closest entries, by id. Raises `VectorDbError`."""
        body: dict[str, Any] = {
            "query_embeddings": [vector.tolist()],
            "n_results": most,
            "include": ["distances"],
        }
        if owners is not None:
            body["where"] = {"owner": {"$in": sorted(owners)}}
        answer = await self._post(f"/{await self._open()}/query", body, _SECONDS_FOR_A_QUESTION)
        return dict(_similarities(answer))

    async def close(self) -> None:
        """Close the connections."""
        await self._api.close()

    async def _digests(self) -> dict[str, str]:
        """The ids on the server, with the digests of their texts."""
        found: dict[str, str] = {}
        for page in range(1_000):
            body = {"limit": _PAGE, "offset": page * _PAGE, "include": ["metadatas"]}
            answer = await self._post(f"/{await self._open()}/get", body)
            some = dict(_entries(answer))
            found |= some
            if len(some) < _PAGE:
                break
        return found

    async def _open(self) -> str:
        """The id of the collection, which is made if there is none."""
        if not self._id:
            body = {
                "name": self._name,
                "get_or_create": True,
                "metadata": {"made_by": "home_agent", "hnsw:space": "cosine"},
            }
            answer = await self._post("", body)
            found = answer.get("id") if isinstance(answer, Mapping) else None
            if not isinstance(found, str):
                raise VectorDbError(
                    f"{self._where} does not answer as a ChromaDB does. Check host and port under"
                    " vector_db."
                )
            self._id = found
        return self._id

    async def _post(self, path: str, body: Mapping[str, Any], seconds: float = _SECONDS) -> Any:  # noqa: ANN401 - JSON
        try:
            return await self._api.post(f"{self._root}{path}", body, seconds=seconds)
        except ModelError as error:
            # It may have been made anew on the server, under another id.
            self._id = ""
            said = f": {error.said}" if error.said else "."
            raise VectorDbError(
                f"ChromaDB at {self._where} does not do what it is asked ({error.reason}){said} "
                "Check that it runs, and host, port, tls and token under vector_db."
            ) from error


def _entries(answer: object) -> Iterator[tuple[str, str]]:
    if not isinstance(answer, Mapping):
        return
    ids, about = answer.get("ids") or (), answer.get("metadatas") or ()
    for id_, metadata in zip(ids, about, strict=False):
        digest = metadata.get("digest") if isinstance(metadata, Mapping) else ""
        yield str(id_), str(digest)


def _similarities(answer: object) -> Iterator[tuple[str, float]]:
    """From the distances by cosine, which are 0 for what points the same way."""
    if not isinstance(answer, Mapping):
        return
    ids, distances = answer.get("ids") or [[]], answer.get("distances") or [[]]
    for id_, distance in zip(ids[0], distances[0], strict=False):
        if isinstance(distance, int | float):
            yield str(id_), 1.0 - float(distance)
