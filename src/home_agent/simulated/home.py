"""The simulated home: as good as a real one to whoever talks to it."""

import asyncio
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, tzinfo
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from home_agent.engine.errors import CallRefusedError, TemplatesUnavailableError
from home_agent.engine.home.history import RecordedState
from home_agent.engine.home.model import NOTHING
from home_agent.engine.home.protocol import EventHandler, HomeEvent, Listener, Unsubscribe
from home_agent.engine.home.service import ServiceCall
from home_agent.engine.home.snapshot import Snapshot

from .automations import SimulatedAutomations
from .behaviour import ActionEffect, InvalidFactError, SimulatedAction
from .clock import Clock, SystemClock, after
from .corrections import InventoryWarning
from .demo import demo_inventory
from .domains import BEHAVIOURS
from .domains.routines import read_wanted_states, scene_calls
from .inventory import Inventory
from .inventory_reader import read_inventory, read_inventory_file
from .offered_services import ACROSS_DOMAINS, OfferedService
from .readers import Outside
from .simulated_entities import SimulatedEntities
from .simulated_entity import SimulatedEntity


class SimulatedHome:
    """A home that exists only here. It implements `Home`."""

    def __init__(
        self, inventory: Inventory, *, clock: Clock | None = None, delay: float = 0.0
    ) -> None:
        """Build the home; every call waits so many seconds before it is accepted."""
        self._inventory = inventory
        self._clock = clock or SystemClock(inventory.time_zone)
        self._delay = delay
        self._entities = SimulatedEntities(inventory, self._clock)
        self._live = self._entities.live
        self._waiting: set[asyncio.Future[None]] = set()
        self._runs: set[asyncio.Future[None]] = set()
        self._event_handlers: dict[object, tuple[frozenset[str], EventHandler]] = {}
        self._automations = SimulatedAutomations(
            self._entities, self._perform, self._pause, self._start
        )
        self._late_answers = 0
        self._closed = False

    @classmethod
    def from_file(cls, path: str | Path, *, clock: Clock | None = None, delay: float = 0.0) -> Self:
        """A home from a YAML file; raises `InventoryError`."""
        return cls(read_inventory_file(Path(path)), clock=clock, delay=delay)

    @classmethod
    def from_inventory(
        cls,
        content: Mapping[str, Any],
        *,
        clock: Clock | None = None,
        delay: float = 0.0,
        source: str = "inventory",
    ) -> Self:
        """A home from what a YAML file would hold; raises `InventoryError`."""
        return cls(read_inventory(content, source=source), clock=clock, delay=delay)

    @classmethod
    def demo(cls, language: str = "en", *, clock: Clock | None = None, delay: float = 0.0) -> Self:
        """A house worth talking to, in the machine's own time zone, and in one of its languages."""
        return cls(demo_inventory(language), clock=clock, delay=delay)

    @property
    def language(self) -> str:
        """The language that its names are in."""
        return self._inventory.language

    @property
    def time_zone(self) -> tzinfo:
        """Where it stands."""
        return self._inventory.time_zone

    @property
    def warnings(self) -> tuple[InventoryWarning, ...]:
        """What is wrong with the inventory, or with what was laid over it."""
        return tuple(self._entities.warnings)

    def snapshot(self) -> Snapshot:
        """The home as it is now."""
        return self._entities.snapshot()

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Hear of every change, in order and at once."""
        self._entities.timetable.arm()
        return self._live.subscribe(listener)

    def subscribe_events(self, event_types: frozenset[str], handler: EventHandler) -> Unsubscribe:
        """Hear of events that somebody has this home fire."""
        key = object()
        self._event_handlers[key] = (event_types, handler)

        def stop() -> None:
            self._event_handlers.pop(key, None)

        return stop

    def fire(self, event_type: str, **data: Any) -> None:  # noqa: ANN401 - JSON
        """Have something happen that is no state, such as a button that is pressed."""
        event = HomeEvent(event_type=event_type, data=data, at=self.snapshot().now)
        for event_types, handler in tuple(self._event_handlers.values()):
            if event_type in event_types:
                handler(event)

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        """Do what is asked, or raise `CallRefusedError` and change nothing.

        A real Home Assistant would already have changed some of several targets when another
        one refuses; here it is all or nothing, but for what scenes and scripts call in turn.
        """
        self._refuse_when_closed()
        if self._delay:
            await self._pause(self._delay)
        return await self._perform(call)

    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[RecordedState, ...]]:
        """How things were, as far back as this home remembers."""
        self.snapshot()
        return {
            entity_id: self._entities.history.between(entity_id, start, end)
            for entity_id in entity_ids
        }

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:  # noqa: ARG002 - for homes that can
        """Templates are Home Assistant's."""
        raise TemplatesUnavailableError("A simulated home reads no templates.")

    def apply(
        self, entity_id: str, *, state: Outside = None, attributes: Mapping[str, Any] = NOTHING
    ) -> None:
        """Lay a state and attributes over what the inventory gives, and begin the entity anew."""
        self._entities.apply(entity_id, state, attributes)

    def behave(self, entity_id: str, behaviour: Outside) -> None:
        """Make a device misbehave from now on, in the words of an inventory; `None` mends it."""
        self._entities.behave(entity_id, behaviour)

    @property
    def automations(self) -> SimulatedAutomations:
        """What it carries out by itself, for as long as it is open."""
        return self._automations

    def close(self) -> None:
        """Stop: nothing changes any more, and whoever waits for an answer is refused."""
        self._closed = True
        self._entities.close()
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    def _start(self, run: Awaitable[None]) -> None:
        """Have an automation run; it ends with the home."""

        async def see_through() -> None:
            with suppress(CallRefusedError):
                await run

        task = asyncio.ensure_future(see_through())
        self._runs.add(task)
        task.add_done_callback(self._runs.discard)

    async def _perform(self, call: ServiceCall) -> Mapping[str, Any]:
        self._entities.timetable.catch_up()
        if call.full_name.lower() == "scene.apply":
            return await self._apply(call)
        call = self._entities.addressed(call)
        if call.domain == "homeassistant" and call.service in ACROSS_DOMAINS:
            return await self._perform_across(call)
        offered = self._entities.services.get(call.full_name.lower())
        if offered is None:
            raise CallRefusedError(f"Action {call.full_name} not found.")
        data = offered.check(call.data)
        return await self._carry_out(offered, self._effects(offered, call, data), data)

    async def _apply(self, call: ServiceCall) -> Mapping[str, Any]:
        """Bring things to the states that a call holds, groups by their members."""
        try:
            wanted = read_wanted_states(call.data.get("entities"))
        except InvalidFactError as error:
            raise CallRefusedError(str(error)) from error
        states = {
            member: facts
            for entity_id, facts in wanted.items()
            for member in self._entities.with_members([entity_id])
            if not member.startswith("group.")
        }
        for scene_call in scene_calls(states, BEHAVIOURS):
            await self._perform(scene_call)
        return {}

    async def _perform_across(self, call: ServiceCall) -> Mapping[str, Any]:
        """Hand each domain its own targets; those of a domain without the service are left out."""
        by_domain = groupby(sorted(call.targets), lambda target: target.partition(".")[0])
        for domain, targets in by_domain:
            if f"{domain}.{call.service}" in self._entities.services:
                await self._perform(replace(call, domain=domain, targets=tuple(targets)))
        return {}

    def _effects(
        self, offered: OfferedService, call: ServiceCall, data: Mapping[str, Any]
    ) -> list[tuple[SimulatedEntity, ActionEffect]]:
        """What would come of the call; nothing has changed yet.

        Targets that are not there, of another domain or not available are left out in silence.
        """
        effects = []
        for target in offered.targets(call):
            entity = self._entities.entities.get(target)
            if not entity or entity.behaviour is not offered.behaviour or not entity.available:
                continue
            if not offered.service.suits(entity.features):
                raise CallRefusedError(
                    f"Entity {target} does not support action {offered.service.full_name}."
                )
            if entity.faults.refuses is not None:
                raise CallRefusedError(entity.faults.refuses)
            effects.append((entity, offered.action.run(entity.at(self._clock.now()), data)))
        if offered.action.responds and not effects:
            raise CallRefusedError(
                "Service call requested response data but did not match any entities"
            )
        return effects

    async def _carry_out(
        self,
        offered: OfferedService,
        effects: list[tuple[SimulatedEntity, ActionEffect]],
        data: Mapping[str, Any],
    ) -> Mapping[str, Any]:
        response = {}
        for entity, effect in effects:
            if effect.response is not None:
                response[entity.entity_id] = effect.response
            if entity.faults.ignores:
                continue
            if effect.calls:
                await self._run_through(entity, effect)
            elif entity.faults.late:
                self._act_later(entity, offered.action, data)
            else:
                self._entities.change(entity, effect.changes)
        return response

    async def _run_through(self, entity: SimulatedEntity, effect: ActionEffect) -> None:
        """Make the calls of a scene or script, one after the other, unless it is stopped."""
        if entity.faults.late:
            await self._pause(entity.faults.late)
        self._entities.change(entity, effect.changes)
        started = entity.facts["state"]
        try:
            for call in effect.calls:
                if entity.facts["state"] != started:
                    return
                await self._perform(call)
        finally:
            if entity.facts["state"] == started:
                self._entities.change(entity, effect.afterwards)

    def _act_later(
        self, entity: SimulatedEntity, action: SimulatedAction, data: Mapping[str, Any]
    ) -> None:
        """Act once the device got round to it, on what it is by then."""

        def act() -> None:
            with suppress(CallRefusedError):
                effect = action.run(entity.at(self._clock.now()), data)
                self._entities.change(entity, effect.changes)

        self._late_answers += 1
        due = after(self._clock.now(), entity.faults.late)
        self._entities.timetable.put((entity.entity_id, self._late_answers), due, act)

    async def _pause(self, seconds: float) -> None:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        cancel = self._clock.call_later(
            seconds, lambda: None if waiting.done() else waiting.set_result(None)
        )
        try:
            await waiting
        finally:
            cancel()
            self._waiting.discard(waiting)
        self._refuse_when_closed()

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise CallRefusedError("The home is closed.")
