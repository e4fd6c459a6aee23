"""The context providers of one agent: made when they are first needed, asked together.

What none of the settings asks for is not made, and costs nothing: neither numpy nor the model that
makes vectors is loaded.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..events import ContextImpaired, EventListener
from ..home import Home
from ..llm.provider import HttpClient
from ..memory.memories import Memories
from ..retrieval.settings import EmbeddingSettings
from ..storage.store import Store
from .provider import ContextItem, ContextProvider, ContextQuery, find_context
from .settings import ContextMode, ContextSettings

if TYPE_CHECKING:
    from ..retrieval.embedding import Embedder
    from ..retrieval.index import PassageIndex
    from .memory_provider import MemoryProvider

_LOGGER = logging.getLogger(__name__)

_DOCUMENTS = "home_agent_documents"

_TRIED_AGAIN = 31.0
"""Seconds until a server that was away is tried again, whether or not anybody speaks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderParts:
    """What context providers are made of."""

    settings: ContextSettings
    embeddings: EmbeddingSettings | None
    """The server that makes vectors of texts; None: our own model does."""

    home: Home
    store: Store
    memories: Memories
    listener: EventListener
    """Hears of what is wrong with them."""

    http_client: HttpClient = None
    own: tuple[ContextProvider, ...] = ()
    """Providers that somebody wrote for themselves."""


class ContextProviders:
    """All that finds what matters to a sentence."""

    def __init__(self, parts: ProviderParts) -> None:
        """Make them of these parts, when the first is needed."""
        self._parts = parts
        self._opening = asyncio.Lock()
        self._providers: tuple[ContextProvider, ...] | None = None
        self._ours: tuple[ContextProvider, ...] = ()
        self._memory: MemoryProvider | None = None
        self._embedder: Embedder | None = None
        self._impaired: set[str] = set()
        self._recovering: asyncio.Task[None] | None = None

    @property
    def has_any(self) -> bool:
        """Whether anything is to be found beside what names tell."""
        return bool(self._parts.own or self._needs_vectors)

    async def find(self, query: ContextQuery) -> tuple[ContextItem, ...]:
        """What matters to a sentence, within the tokens that are set for it."""
        if not self.has_any:
            return ()
        return await find_context(await self._open(), query, self._parts.settings.found_tokens)

    async def memory(self) -> MemoryProvider | None:
        """What finds memories by their meaning; None where nothing is remembered."""
        if not self._parts.memories.enabled:
            return None
        await self._open()
        return self._memory

    async def start(self) -> None:
        """Index what there is. For the background; raises nothing."""
        for provider in await self._open() if self.has_any else ():
            await _make_ready(provider)

    async def reload(self) -> None:
        """Index everything anew."""
        for provider in await self._open() if self.has_any else ():
            await provider.reload()

    async def close(self) -> None:
        """Let go of the connections."""
        async with self._opening:
            providers, self._providers = self._providers or (), ()
        if self._recovering is not None:
            self._recovering.cancel()
        for provider in providers:
            await provider.close()
        if self._embedder is not None:
            await self._embedder.close()

    @property
    def _needs_vectors(self) -> bool:
        settings = self._parts.settings
        return bool(
            settings.mode is ContextMode.VECTOR_DB
            or settings.documents
            or self._parts.memories.enabled
        )

    async def _open(self) -> tuple[ContextProvider, ...]:
        async with self._opening:
            if self._providers is None:
                self._ours = await self._make() if self._needs_vectors else ()
                self._providers = (*self._ours, *self._parts.own)
            return self._providers

    async def _make(self) -> tuple[ContextProvider, ...]:
        """Ours, as far as they are on."""
        parts, settings = self._parts, self._parts.settings
        try:
            make_index = await asyncio.to_thread(self._prepare)
        except ImportError as error:
            _LOGGER.warning("Nothing is found by its meaning, since numpy is not there: %s", error)
            return ()
        from .document_provider import DocumentProvider  # noqa: PLC0415 - loaded with numpy
        from .entity_provider import EntityProvider  # noqa: PLC0415
        from .memory_provider import MemoryProvider  # noqa: PLC0415

        made: list[ContextProvider] = []
        if settings.mode is ContextMode.VECTOR_DB:
            index = make_index("entities", settings.vector_db.collection)
            made.append(EntityProvider(parts.home, index, settings.vector_db))
        if parts.memories.enabled:
            index = make_index("memories", parts.memories.settings.collection_name)
            self._memory = MemoryProvider(parts.memories, index)
            made.append(self._memory)
        if settings.documents:
            made.append(DocumentProvider(settings.documents, make_index("documents", _DOCUMENTS)))
        return tuple(made)

    def _prepare(self) -> Callable[[str, str], PassageIndex]:
        """Load what finding by meaning takes; return what makes an index of it."""
        from ..retrieval.chroma import ChromaCollection  # noqa: PLC0415 - loads numpy
        from ..retrieval.embedding import create_embedder  # noqa: PLC0415
        from ..retrieval.index import IndexParts, PassageIndex  # noqa: PLC0415

        parts, server = self._parts, self._parts.settings.vector_db
        self._embedder = create_embedder(parts.embeddings, parts.http_client)

        def make(name: str, collection: str) -> PassageIndex:
            chroma = None
            if server.host:
                chroma = ChromaCollection(server, collection, parts.http_client)
            index = IndexParts(
                embedder=self._embedder, store=parts.store, collection=chroma, listener=self._tell
            )
            return PassageIndex(name, index)

        return make

    def _tell(self, name: str, problem: str) -> None:
        """Pass on what is wrong with an index, and see to it that it catches up."""
        self._parts.listener(ContextImpaired(name=name, problem=problem))
        if not problem:
            self._impaired.discard(name)
            return
        self._impaired.add(name)
        if self._recovering is None or self._recovering.done():
            self._recovering = asyncio.get_running_loop().create_task(self._recover())

    async def _recover(self) -> None:
        """Try again now and then, until nothing is impaired."""
        while self._impaired:
            await asyncio.sleep(_TRIED_AGAIN)
            for provider in self._ours:
                await _make_ready(provider)


async def _make_ready(provider: ContextProvider) -> None:
    try:
        await provider.start()
    except Exception:
        # One that cannot be made ready is asked all the same, and says so then.
        _LOGGER.exception("%s cannot be made ready", provider.name)
