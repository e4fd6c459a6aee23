"""Telling clients of what changed in the home, as far as they asked and may see it.

Changes are gathered for a moment, so that a home full of sensors makes one notification of many.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import mcp_types as types
from mcp.server import ServerRequestContext
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    ResourcesListChanged,
    ResourceUpdated,
)

from home_agent.engine.home import Change, StateChanged
from home_agent.session import Session

from .resources import uris_of

_LOGGER = logging.getLogger(__name__)

_MOMENT = 0.2
_MOST_SUBSCRIPTIONS = 2000

type Context = ServerRequestContext[Any, Any]
type ResourceNotifier = Callable[[str], Awaitable[None]]
type ReadCheck = Callable[[str], bool]


class ResourceChanges:
    """Knows who wants to hear of which resource. Whoever enters it has it listen."""

    def __init__(self, session: Session) -> None:
        """Hear of changes in the home of this session."""
        self._session = session
        self._bus = InMemorySubscriptionBus()
        self._listen = ListenHandler(self._bus)
        self._subscribers: dict[tuple[str, str], ResourceNotifier] = {}
        self._changed: dict[str, None] = {}
        self._layout_changed = False
        self._woken = asyncio.Event()

    async def run(self) -> None:
        """Tell of changes until cancelled."""
        unsubscribe = self._session.subscribe(self._hear)
        try:
            while True:
                await self._woken.wait()
                await asyncio.sleep(_MOMENT)
                self._woken.clear()
                await self._tell()
        finally:
            unsubscribe()
            self._listen.close()

    async def listen(
        self, context: Context, params: types.SubscriptionsListenRequestParams, may_read: ReadCheck
    ) -> types.SubscriptionsListenResult:
        """Serve a stream of changes, of those resources that may be read."""
        wanted = params.notifications
        uris = [uri for uri in wanted.resource_subscriptions or () if may_read(uri)]
        allowed = wanted.model_copy(update={"resource_subscriptions": uris or None})
        params = params.model_copy(update={"notifications": allowed})
        return await self._listen(context, params)

    def subscribe(self, connection: str, uri: str, notify: ResourceNotifier) -> None:
        """Have a connection be told of a resource."""
        self._subscribers.pop((connection, uri), None)
        while len(self._subscribers) >= _MOST_SUBSCRIPTIONS:
            self._subscribers.pop(next(iter(self._subscribers)))
        self._subscribers[connection, uri] = notify

    def unsubscribe(self, connection: str, uri: str) -> None:
        """Have it be told no more."""
        self._subscribers.pop((connection, uri), None)

    def _hear(self, change: Change) -> None:
        if isinstance(change, StateChanged):
            self._changed[change.entity_id] = None
        else:
            self._layout_changed = True
        self._woken.set()

    def _take_changed(self) -> frozenset[str]:
        """The resources that changed since somebody last looked."""
        entity_ids, self._changed = self._changed, {}
        entities = self._session.snapshot.layout.entities
        return frozenset(
            uri
            for entity_id in entity_ids
            if (entity := entities.get(entity_id)) is not None and entity.exposed
            for uri in uris_of(entity)
        )

    async def _tell(self) -> None:
        changed = self._take_changed()
        for uri in changed:
            await self._bus.publish(ResourceUpdated(uri=uri))
        if self._layout_changed:
            self._layout_changed = False
            await self._bus.publish(ResourcesListChanged())
        for (connection, uri), notify in tuple(self._subscribers.items()):
            if uri in changed:
                try:
                    await notify(uri)
                except Exception as error:  # noqa: BLE001 - a client that is gone is no trouble of ours
                    _LOGGER.debug("A client is told nothing more: %s", error)
                    self._subscribers.pop((connection, uri), None)
