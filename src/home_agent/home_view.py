"""A home as whoever asks may see it: behind a key for some areas, the others are not there."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from home_agent.engine.act import ScheduleBackend
from home_agent.engine.act.gate.key_scope import is_in_areas
from home_agent.engine.act.schedule import DeferredStep
from home_agent.engine.authority import AccessKey, Authority
from home_agent.engine.home import Home, Layout, ServiceCall, Snapshot
from home_agent.engine.home.history import Recorded
from home_agent.engine.home.protocol import (
    AutomationStore,
    EventHandler,
    HomeWithAutomations,
    HomeWithEvents,
    Listener,
    Unsubscribe,
)
from home_agent.engine.outcome import Outcome

_MOST_VIEWS = 8

_looking: ContextVar[AccessKey | None] = ContextVar("looking", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """A layout as it is seen, and the whole that it was made of."""

    whole: Layout
    layout: Layout


class HomeView:
    """The engine's `Home`, of which each key sees its own areas. The gate judges all the same."""

    def __init__(self, home: Home) -> None:
        """Show this home."""
        self._home = home
        self._views: dict[tuple[str, ...], _View] = {}

    @contextmanager
    def seen_by(self, key: AccessKey | None) -> Iterator[None]:
        """Have whatever is looked at meanwhile be what this key may see."""
        token = _looking.set(key)
        try:
            yield
        finally:
            _looking.reset(token)

    def look_as(self, key: AccessKey | None) -> None:
        """Have whatever this task looks at from now on be what this key may see."""
        _looking.set(key)

    @asynccontextmanager
    async def on_behalf(self, authority: Authority) -> AsyncIterator[None]:
        """Likewise for what is done in its time."""
        with self.seen_by(authority.key):
            yield

    def snapshot(self) -> Snapshot:
        """The home as it is now, as far as whoever looks may see it."""
        snapshot = self._home.snapshot()
        key = _looking.get()
        if key is None or not key.areas:
            return snapshot
        return replace(snapshot, layout=self._layout_for(key, snapshot.layout))

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Hear of every change."""
        return self._home.subscribe(listener)

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        """Ask for something, which the gate has judged."""
        return await self._home.call(call)

    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[Recorded, ...]]:
        """How each was."""
        return await self._home.history(entity_ids, start, end)

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:
        """The text that a template of the owner makes."""
        return await self._home.render(template, variables)

    def subscribe_events(self, event_types: frozenset[str], handler: EventHandler) -> Unsubscribe:
        """Hear of events of these types, where the home tells any."""
        if isinstance(self._home, HomeWithEvents):
            return self._home.subscribe_events(event_types, handler)
        return lambda: None

    @property
    def automations(self) -> AutomationStore | None:
        """Who writes the automations of the home; None where nobody can."""
        return self._home.automations if isinstance(self._home, HomeWithAutomations) else None

    def _layout_for(self, key: AccessKey, whole: Layout) -> Layout:
        """The same object until the home changes, so that what rests on it can be kept."""
        known = self._views.pop(key.areas, None)
        if known is None or known.whole is not whole:
            known = _View(whole=whole, layout=_limited(key, whole))
        self._views[key.areas] = known
        while len(self._views) > _MOST_VIEWS:
            self._views.pop(next(iter(self._views)))
        return known.layout


class ViewedSchedule:
    """The schedule of a home, in which each key sees what it may of what is planned."""

    def __init__(self, backend: ScheduleBackend, view: HomeView) -> None:
        """Have this backend see to it, looking at the home through the view."""
        self._backend = backend
        self._view = view

    async def handle(self, step: DeferredStep, authority: Authority) -> list[Outcome]:
        """Do what the step says of things that are for later."""
        async with self._view.on_behalf(authority):
            return await self._backend.handle(step, authority)

    async def cancel(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        """Cancel these jobs, as far as they are still to come."""
        return await self._backend.cancel(job_ids)


def _limited(key: AccessKey, whole: Layout) -> Layout:
    entities = {
        entity_id: entity
        if is_in_areas(key, entity, whole)
        else replace(entity, exposed=False, controllable=False)
        for entity_id, entity in whole.entities.items()
    }
    return replace(whole, entities=MappingProxyType(entities))
