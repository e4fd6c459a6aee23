"""Memories that matter to a sentence, found by words and by meaning."""

import asyncio
import logging
from collections.abc import Sequence

from ..errors import HomeAgentError
from ..memory.changes import MemoryChange
from ..memory.memories import Memories
from ..memory.memory import Memory
from ..retrieval.index import PassageIndex
from ..retrieval.passage import Passage
from .provider import ContextItem, ContextQuery, ItemKind

_LOGGER = logging.getLogger(__name__)

ENOUGH = 0.3
"""How well a memory must fit to be told: what was said, or nearly, is in it."""


class MemoryProvider:
    """Finds memories, of whoever asks and of the household alone."""

    name = "memories"

    def __init__(self, memories: Memories, index: PassageIndex) -> None:
        """Find what is remembered here, and hear of what changes."""
        self._memories = memories
        self._index = index
        self._put: dict[str, Memory] = {}
        self._forgotten: set[str] = set()
        self._is_loaded = False
        self._flushing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._end = memories.listen(self._note)

    async def find(self, query: ContextQuery) -> Sequence[ContextItem]:
        """The memories that fit well enough, as many as are set."""
        settings = self._memories.settings
        if not settings.enabled or not settings.context_top_k:
            return ()
        found = await self.search(
            query.text, query.person, settings.context_top_k, least=settings.min_importance
        )
        return [
            ContextItem(kind=ItemKind.MEMORY, id=memory.id, text=memory.content, score=score)
            for memory, score in found
            if score >= ENOUGH
        ]

    async def search(
        self, text: str, person: str | None, most: int, *, least: float = 0.0
    ) -> tuple[tuple[Memory, float], ...]:
        """What somebody may have that fits, with how well, the best first. Raises `StoreError`."""
        await self._flush()
        owners = {"", person} if person else {""}
        # Some may be of too little importance.
        matches = await self._index.search(text, most=most * 2, owners=owners)
        found = []
        for match in matches:
            memory = await self._memories.get(match.passage.id, person)
            if memory is not None and memory.importance >= least:
                found.append((memory, match.score))
        await self._memories.touch(memory for memory, score in found[:most] if score >= ENOUGH)
        return tuple(found[:most])

    async def start(self) -> None:
        """Index what is remembered, ahead of the first sentence."""
        await self._flush()

    async def reload(self) -> None:
        """Index everything anew."""
        async with self._flushing:
            self._is_loaded = False
        await self._flush()
        await self._index.rebuild()

    async def close(self) -> None:
        """Have the index as the memories are, and let go of the connections."""
        self._end()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._index.close()

    def _note(self, change: MemoryChange) -> None:
        for memory in change.put:
            self._put[memory.id] = memory
            self._forgotten.discard(memory.id)
        for memory in change.forgotten:
            self._put.pop(memory.id, None)
            self._forgotten.add(memory.id)
        task = asyncio.get_running_loop().create_task(self._follow())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self) -> None:
        try:
            await self._flush()
        except HomeAgentError as error:
            _LOGGER.warning("The index of memories is behind: %s", error)

    async def _flush(self) -> None:
        """Bring the index to what is remembered."""
        async with self._flushing:
            if not self._is_loaded:
                self._put.clear()
                self._forgotten.clear()
                await self._index.update(map(_passage, await self._memories.everything()))
                self._is_loaded = True
            put, self._put = list(self._put.values()), {}
            gone, self._forgotten = list(self._forgotten), set()
            if put or gone:
                await self._index.change(list(map(_passage, put)), gone)
            elif self._index.problem:
                await self._index.change()


def _passage(memory: Memory) -> Passage:
    about = memory.metadata
    return Passage(
        id=memory.id,
        text=memory.content,
        names=(*about.people, *about.topics),
        owner=memory.owner or "",
    )
