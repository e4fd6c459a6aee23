"""Entities whose meaning is close to that of a sentence, for the mode `vector_db`."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextvars import Context

from ..errors import HomeAgentError
from ..home import Change, Entity, Home, Layout, LayoutChanged
from ..home.protocol import Unsubscribe
from ..retrieval.index import PassageIndex
from ..retrieval.passage import Passage
from ..retrieval.settings import VectorDbSettings
from ..semantics.description import describe
from .provider import ContextItem, ContextQuery, ItemKind

_LOGGER = logging.getLogger(__name__)


class EntityProvider:
    """Finds entities by vectors; names are then ranked with them by `relevance`.

    From the first time on, the index follows the home: what is renamed, added or moved is indexed
    when that happens, and not when somebody speaks.
    """

    name = "entities"

    def __init__(self, home: Home, index: PassageIndex, settings: VectorDbSettings) -> None:
        """Find what is exposed in this home."""
        self._home = home
        self._index = index
        self._settings = settings
        self._layout: Layout | None = None
        self._known: dict[str, tuple[Entity, str, Passage]] = {}
        self._indexing = asyncio.Lock()
        self._has_changed = False
        self._following: asyncio.Task[None] | None = None
        self._unsubscribe: Unsubscribe | None = None

    async def find(self, query: ContextQuery) -> Sequence[ContextItem]:
        """The entities that are close enough, the closest first, of those that the person sees."""
        await self._update()
        matches = await self._index.search(query.text, most=self._settings.top_k)
        entities = query.home.layout.entities
        close = [
            ContextItem(kind=ItemKind.ENTITY, id=match.passage.id, score=match.similarity)
            for match in matches
            if match.similarity >= self._settings.similarity_threshold
            and (entity := entities.get(match.passage.id)) is not None
            and entity.exposed
        ]
        return sorted(close, key=lambda item: -item.score)

    async def start(self) -> None:
        """Index what there is, ahead of the first sentence."""
        await self._update()

    async def reload(self) -> None:
        """Index everything anew."""
        self._layout = None
        await self._update()
        await self._index.rebuild()

    async def close(self) -> None:
        """Follow the home no more, and let go of the connections."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        await self.settled()
        await self._index.close()

    async def settled(self) -> None:
        """Wait until what has changed so far is indexed."""
        if self._following is not None:
            await self._following

    async def _update(self) -> None:
        """Index what has changed. All of the home: who asks may see less of it."""
        if self._unsubscribe is None:
            self._unsubscribe = self._home.subscribe(self._note)
        await asyncio.create_task(self._index_home(), context=Context())

    def _note(self, change: Change) -> None:
        """Index a change at once; several while that goes on are one."""
        if not isinstance(change, LayoutChanged):
            return
        self._has_changed = True
        if self._following is None:
            loop = asyncio.get_running_loop()
            self._following = loop.create_task(self._follow(), context=Context())

    async def _follow(self) -> None:
        try:
            while self._has_changed:
                self._has_changed = False
                await self._index_home()
        except HomeAgentError as error:
            _LOGGER.warning("The index of entities is behind: %s", error)
        finally:
            self._following = None

    async def _index_home(self) -> None:
        async with self._indexing:
            layout = self._home.snapshot().layout
            if layout is self._layout and not self._index.problem:
                return
            await self._index.update(await asyncio.to_thread(self._passages, layout))
            self._layout = layout

    def _passages(self, layout: Layout) -> list[Passage]:
        self._known = {
            entity.entity_id: (entity, area, passage)
            for entity, area, passage in self._described(layout)
        }
        return [passage for _, _, passage in self._known.values()]

    def _described(self, layout: Layout) -> Iterator[tuple[Entity, str, Passage]]:
        for entity_id, entity in layout.entities.items():
            if not entity.exposed:
                continue
            room = layout.area_of(entity)
            area = room.name if room else ""
            known = self._known.get(entity_id)
            if known is not None and known[0] == entity and known[1] == area:
                yield known
                continue
            names = tuple(dict.fromkeys((entity.name, *entity.names)))
            text = describe((), area, entity.domain, entity.device_class or "")
            yield entity, area, Passage(id=entity_id, text=text, names=names)
