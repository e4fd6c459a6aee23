"""A searchable collection of texts: in memory, on disk, and in a ChromaDB if one is set.

The texts are somebody else's: entities, memories, documents. `update` is told what there is, and
sees to what differs. The table in memory always has all of it, so that it answers alone when the
server of vectors is away, and by words alone when nobody makes vectors.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from ..storage.store import Store
from .chroma import ChromaCollection, VectorDbError, VectorEntry
from .embedding import Embedder, EmbeddingError
from .passage import Match, Passage
from .table import PassageTable, Vector
from .vector_file import Entry, VectorFile

_LOGGER = logging.getLogger(__name__)

_AT_ONCE = 512
"""Texts between two lines that tell how far it is."""

_TOLD_FROM = 2000
"""With fewer texts nobody waits long enough to be told."""

_PAUSE = 30.0
"""Seconds after which a server that was away is asked again."""

_WIDER = 4
"""How many more a server is asked for than are wanted: words change the order."""

type ProblemListener = Callable[[str, str], None]
"""Is told the collection and what is wrong with it; nothing: it is well again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexParts:
    """What an index is made of."""

    embedder: Embedder | None
    """None: texts are found by their words alone."""

    store: Store
    collection: ChromaCollection | None = None
    listener: ProblemListener = lambda _name, _problem: None
    clock: Callable[[], float] = monotonic


class PassageIndex:
    """Texts of one kind, updated and searched."""

    def __init__(self, name: str, parts: IndexParts) -> None:
        """Find texts with these parts; nothing is read yet."""
        self.name = name
        self._parts = parts
        self._table = PassageTable()
        self._table_lock = Lock()
        self._updating = asyncio.Lock()
        self._file = VectorFile(parts.store, name, parts.embedder.name if parts.embedder else "")
        self._vectors: dict[str, Entry] = {}
        self._lacking: dict[str, Passage] = {}
        """Texts of which no vector was made yet."""

        self._loaded = False
        self._problem = ""
        self._behind = parts.collection is not None
        self._asked_at = -_PAUSE

    def __len__(self) -> int:
        """How many texts can be found."""
        return len(self._table)

    @property
    def problem(self) -> str:
        """Why the search is limited; empty if it is not."""
        return self._problem

    async def update(self, passages: Iterable[Passage]) -> int:
        """Replace all texts; return how many were added, changed or removed."""
        async with self._updating:
            wanted = {passage.id: passage for passage in passages}
            changed, gone = await asyncio.to_thread(self._compare, wanted)
            return await self._apply(changed, gone)

    async def change(self, put: Sequence[Passage] = (), remove: Sequence[str] = ()) -> None:
        """Add or replace some texts, and remove others."""
        async with self._updating:
            await self._apply(list(put), [id_ for id_ in remove if id_ in self._table])

    async def rebuild(self) -> None:
        """Make all vectors again, and send them to the server."""
        async with self._updating:
            passages = list(self._table.passages.values())
            self._vectors.clear()
            self._file.keep_only(())
            self._behind, self._asked_at = self._parts.collection is not None, -_PAUSE
            await self._apply(passages, [])

    async def search(
        self,
        text: str,
        *,
        most: int,
        owners: Collection[str] | None = None,
    ) -> tuple[Match, ...]:
        """The texts that match best, best first; only those of `owners`, if given."""
        found = await self._similar(text, most * _WIDER, owners)
        return await asyncio.to_thread(self._search, text, found, most, owners)

    async def close(self) -> None:
        """Close the connections."""
        if self._parts.collection is not None:
            await self._parts.collection.close()

    def _search(
        self,
        text: str,
        vector: Vector | Mapping[str, float] | None,
        most: int,
        owners: Collection[str] | None,
    ) -> tuple[Match, ...]:
        with self._table_lock:
            return self._table.search(text, vector, most=most, owners=owners)

    async def _similar(
        self, text: str, most: int, owners: Collection[str] | None
    ) -> Vector | Mapping[str, float] | None:
        if self._parts.embedder is None or not len(self._table):
            return None
        try:
            vector = await self._parts.embedder.embed_question(text)
        except EmbeddingError as error:
            self._note(str(error))
            return None
        collection = self._parts.collection
        if collection is None or self._behind:
            return vector
        try:
            return await collection.find(vector, most, owners)
        except VectorDbError as error:
            self._behind, self._asked_at = True, self._parts.clock()
            self._note(str(error))
            return vector

    def _compare(self, wanted: Mapping[str, Passage]) -> tuple[list[Passage], list[str]]:
        known = self._table.passages
        changed = [
            passage
            for id_, passage in wanted.items()
            if (kept := known.get(id_)) is not passage and kept != passage
        ]
        return changed, [id_ for id_ in known if id_ not in wanted]

    async def _apply(self, changed: Sequence[Passage], gone: Sequence[str]) -> int:
        await self._load()
        for id_ in gone:
            self._vectors.pop(id_, None)
            self._lacking.pop(id_, None)
        self._file.remove(gone)
        await asyncio.to_thread(self._take_in, changed, gone)
        made = await self._embed(list(self._lacking.values()))
        await self._file.write()
        await self._send(changed, gone)
        if made and not self._behind:
            self._note("")
        return len(changed) + len(gone)

    def _take_in(self, changed: Sequence[Passage], gone: Sequence[str]) -> None:
        for start in range(0, len(changed), _AT_ONCE):
            with self._table_lock:
                for passage in changed[start : start + _AT_ONCE]:
                    known = self._vectors.get(passage.id)
                    if known is not None and known[0] == passage.digest:
                        self._table.put(passage, known[1])
                        continue
                    self._table.put(passage)
                    self._lacking[passage.id] = passage
        with self._table_lock:
            self._table.remove(gone)

    async def _embed(self, passages: Sequence[Passage]) -> bool:
        """Make vectors of these texts; return whether all could be made."""
        embedder = self._parts.embedder
        if embedder is None:
            return True
        for start in range(0, len(passages), _AT_ONCE):
            some = passages[start : start + _AT_ONCE]
            try:
                vectors = await embedder.embed_texts([passage.words for passage in some])
            except EmbeddingError as error:
                self._note(str(error))
                return False
            entries = {
                passage.id: (passage.digest, vector)
                for passage, vector in zip(some, vectors, strict=True)
            }
            with self._table_lock:
                for id_, (_, vector) in entries.items():
                    self._table.set_vector(id_, vector)
            self._vectors |= entries
            for id_ in entries:
                self._lacking.pop(id_, None)
            self._file.put(entries)
            if len(passages) >= _TOLD_FROM:
                done = start + len(some)
                _LOGGER.info("Indexing %s: %s of %s", self.name, done, len(passages))
        return True

    async def _send(self, changed: Sequence[Passage], gone: Sequence[str]) -> None:
        """Send new vectors to the server; all that differ, if it was unreachable."""
        collection, clock = self._parts.collection, self._parts.clock
        if collection is None or (self._behind and clock() - self._asked_at < _PAUSE):
            return
        try:
            if self._behind:
                count = await collection.sync(self._entries(self._table.passages))
                self._behind = False
                if count:
                    _LOGGER.info("ChromaDB has %s again; %s entries differed", self.name, count)
            else:
                await collection.put(list(self._entries([p.id for p in changed]).values()))
                await collection.remove(gone)
        except VectorDbError as error:
            self._behind, self._asked_at = True, clock()
            self._note(str(error))

    def _entries(self, ids: Iterable[str]) -> dict[str, VectorEntry]:
        found = {}
        for id_ in ids:
            passage, kept = self._table.get(id_), self._vectors.get(id_)
            if passage is not None and kept is not None:
                found[id_] = VectorEntry(passage=passage, digest=kept[0], vector=kept[1])
        return found

    async def _load(self) -> None:
        if not self._loaded:
            self._vectors = dict(await self._file.load())
            self._loaded = True

    def _note(self, problem: str) -> None:
        """Log a problem once, and its end."""
        if problem == self._problem:
            return
        if problem:
            _LOGGER.warning("%s. Until then we find by what we have.", problem.rstrip("."))
        elif self._problem:
            _LOGGER.info("The index %s is whole again", self.name)
        self._problem = problem
        self._parts.listener(self.name, problem)
