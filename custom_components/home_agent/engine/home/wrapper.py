"""A home around another home, which passes everything on."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from .history import RecordedState
from .protocol import (
    AutomationStore,
    EventHandler,
    Home,
    HomeWithAutomations,
    HomeWithEvents,
    Listener,
    Unsubscribe,
)
from .service import ServiceCall
from .snapshot import Snapshot


class HomeWrapper:
    """A `Home` that passes everything on to another; subclasses change what is seen of it."""

    def __init__(self, home: Home) -> None:
        """Pass everything on to this home."""
        self._home = home

    def snapshot(self) -> Snapshot:
        """The home as it is now."""
        return self._home.snapshot()

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Call the listener for every change."""
        return self._home.subscribe(listener)

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        """Call a service, which the gate has judged."""
        return await self._home.call(call)

    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[RecordedState, ...]]:
        """The recorded states of each entity."""
        return await self._home.history(entity_ids, start, end)

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:
        """Render a template of the owner."""
        return await self._home.render(template, variables)

    def subscribe_events(self, event_types: frozenset[str], handler: EventHandler) -> Unsubscribe:
        """Call the handler for events of these types, if the home fires any."""
        if isinstance(self._home, HomeWithEvents):
            return self._home.subscribe_events(event_types, handler)
        return lambda: None

    @property
    def automations(self) -> AutomationStore | None:
        """The automations of the home; None if they cannot be written."""
        return self._home.automations if isinstance(self._home, HomeWithAutomations) else None
