"""A home as whoever asks may see it: behind a key for some areas, the others are not there."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import override

from home_agent.engine.act import ScheduleBackend
from home_agent.engine.act.gate.key_scope import is_area_of, is_in_areas
from home_agent.engine.act.schedule import DeferredStep
from home_agent.engine.authority import AccessKey, Authority
from home_agent.engine.home import Home, Layout, Snapshot
from home_agent.engine.home.wrapper import HomeWrapper
from home_agent.engine.outcome import Outcome

_MOST_VIEWS = 8

_looking: ContextVar[AccessKey | None] = ContextVar("looking", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """A layout as it is seen, and the whole that it was made of."""

    whole: Layout
    layout: Layout


class HomeView(HomeWrapper):
    """The engine's `Home`, of which each key sees its own areas. The gate judges all the same."""

    def __init__(self, home: Home) -> None:
        """Show this home."""
        super().__init__(home)
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

    @override
    def snapshot(self) -> Snapshot:
        """The home as it is now, as far as whoever looks may see it."""
        snapshot = self._home.snapshot()
        key = _looking.get()
        if key is None or not key.areas:
            return snapshot
        return replace(snapshot, layout=self._layout_for(key, snapshot.layout))

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
    others = {id_ for id_, area in whole.areas.items() if not is_area_of(key, area)}
    return replace(whole, entities=MappingProxyType(entities)).hiding(others)
