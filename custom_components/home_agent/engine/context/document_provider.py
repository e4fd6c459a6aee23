"""Texts of one's own that matter to a sentence, told with where they stand."""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic

from ..retrieval.documents import FileState, list_files, read_passages
from ..retrieval.index import PassageIndex
from ..retrieval.passage import Passage
from ..retrieval.settings import DocumentSettings
from .provider import ContextItem, ContextQuery, ItemKind

_LOOKED_AGAIN = 30.0
"""Seconds after which it is looked whether a file was changed."""

_MOST = 3
_ENOUGH = 0.35


class DocumentProvider:
    """Finds passages in folders of texts."""

    name = "documents"

    def __init__(
        self,
        folders: tuple[DocumentSettings, ...],
        index: PassageIndex,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Find what is in these folders; nothing is read yet."""
        self._folders = folders
        self._index = index
        self._clock = clock
        self._looked: float | None = None
        self._passages: dict[FileState, tuple[Passage, ...]] = {}
        self._looking = asyncio.Lock()

    async def find(self, query: ContextQuery) -> Sequence[ContextItem]:
        """The passages that fit well enough."""
        await self._look()
        return [
            ContextItem(
                kind=ItemKind.DOCUMENT,
                id=match.passage.id,
                text=match.passage.text,
                score=match.score,
                source=match.passage.source,
            )
            for match in await self._index.search(query.text, most=_MOST)
            if match.score >= _ENOUGH
        ]

    async def start(self) -> None:
        """Index what there is, ahead of the first sentence."""
        await self._look()

    async def reload(self) -> None:
        """Read every file anew."""
        self._looked = None
        self._passages = {}
        await self._look()
        await self._index.rebuild()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._index.close()

    async def _look(self) -> None:
        """Read the files that were changed since we looked."""
        async with self._looking:
            now = self._clock()
            if self._looked is not None and now - self._looked < _LOOKED_AGAIN:
                return
            self._looked = now
            before = self._passages
            self._passages = await asyncio.to_thread(self._read, before)
            if self._passages.keys() != before.keys() or self._index.problem:
                await self._index.update(
                    passage for passages in self._passages.values() for passage in passages
                )

    def _read(
        self, known: dict[FileState, tuple[Passage, ...]]
    ) -> dict[FileState, tuple[Passage, ...]]:
        return {
            file: known[file] if file in known else read_passages(file)
            for file in list_files(self._folders)
        }
