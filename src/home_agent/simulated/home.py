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
from .behaviour import Action, Effect, MisfitError
from .clock import Clock, SystemClock, after
from .demo import demo_inventory
from .domains import BEHAVIOURS
from .domains.routines import read_wanted_states, scene_calls
from .household import Household
from .inventory import Inventory
from .inventory_reader import read_inventory, read_inventory_file
from .mending import InventoryWarning
from .offers import ACROSS_DOMAINS, Offer
from .readers import Outside
from .resident import Resident


class SimulatedHome:
    """A home that exists only here. It implements `Home`."""

    def __init__(
        self, inventory: Inventory, *, clock: Clock | None = None, delay: float = 0.0
    ) -> None:
        """Build the home; every call waits so many seconds before it is accepted."""
        self._inventory = inventory
        self._clock = clock or SystemClock(inventory.time_zone)
        self._delay = delay
        self._household = Household(inventory, self._clock)
        self._book = self._household.book
        self._waiting: set[asyncio.Future[None]] = set()
        self._runs: set[asyncio.Future[None]] = set()
        self._event_handlers: dict[object, tuple[frozenset[str], EventHandler]] = {}
        self._automations = SimulatedAutomations(
            self._household, self._perform, self._pause, self._start
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
        return tuple(self._household.warnings)

    def snapshot(self) -> Snapshot:
        """The home as it is now."""
        return self._household.snapshot()

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Hear of every change, in order and at once."""
        self._household.timetable.arm()
        return self._book.subscribe(listener)

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
            entity_id: self._household.past.between(entity_id, start, end)
            for entity_id in entity_ids
        }

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:  # noqa: ARG002 - for homes that can
        """Templates are Home Assistant's."""
        raise TemplatesUnavailableError("A simulated home reads no templates.")

    def apply(
        self, entity_id: str, *, state: Outside = None, attributes: Mapping[str, Any] = NOTHING
    ) -> None:
        """Lay a state and attributes over what the inventory gives, and begin the entity anew."""
        self._household.apply(entity_id, state, attributes)

    def behave(self, entity_id: str, behaviour: Outside) -> None:
        """Make a device misbehave from now on, in the words of an inventory; `None` mends it."""
        self._household.behave(entity_id, behaviour)

    @property
    def automations(self) -> SimulatedAutomations:
        """What it carries out by itself, for as long as it is open."""
        return self._automations

    def close(self) -> None:
        """Stop: nothing changes any more, and whoever waits for an answer is refused."""
        self._closed = True
        self._household.close()
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
        self._household.timetable.catch_up()
        if call.full_name.lower() == "scene.apply":
            return await self._apply(call)
        call = self._household.addressed(call)
        if call.domain == "homeassistant" and call.service in ACROSS_DOMAINS:
            return await self._perform_across(call)
        offer = self._household.offers.get(call.full_name.lower())
        if offer is None:
            raise CallRefusedError(f"Action {call.full_name} not found.")
        data = offer.checked(call.data)
        return await self._carry_out(offer, self._effects(offer, call, data), data)

    async def _apply(self, call: ServiceCall) -> Mapping[str, Any]:
        """Bring things to the states that a call holds, groups by their members."""
        try:
            wanted = read_wanted_states(call.data.get("entities"))
        except MisfitError as error:
            raise CallRefusedError(str(error)) from error
        states = {
            member: facts
            for entity_id, facts in wanted.items()
            for member in self._household.with_members([entity_id])
            if not member.startswith("group.")
        }
        for scene_call in scene_calls(states, BEHAVIOURS):
            await self._perform(scene_call)
        return {}

    async def _perform_across(self, call: ServiceCall) -> Mapping[str, Any]:
        """Hand each domain its own targets; those of a domain without the service are left out."""
        by_domain = groupby(sorted(call.targets), lambda target: target.partition(".")[0])
        for domain, targets in by_domain:
            if f"{domain}.{call.service}" in self._household.offers:
                await self._perform(replace(call, domain=domain, targets=tuple(targets)))
        return {}

    def _effects(
        self, offer: Offer, call: ServiceCall, data: Mapping[str, Any]
    ) -> list[tuple[Resident, Effect]]:
        """What would come of the call; nothing has changed yet.

        Targets that are not there, of another domain or not available are left out in silence.
        """
        effects = []
        for target in offer.targets(call):
            resident = self._household.residents.get(target)
            if not resident or resident.behaviour is not offer.behaviour or not resident.available:
                continue
            if not offer.service.suits(resident.features):
                raise CallRefusedError(
                    f"Entity {target} does not support action {offer.service.full_name}."
                )
            if resident.faults.refuses is not None:
                raise CallRefusedError(resident.faults.refuses)
            effects.append((resident, offer.action.run(resident.at(self._clock.now()), data)))
        if offer.action.responds and not effects:
            raise CallRefusedError(
                "Service call requested response data but did not match any entities"
            )
        return effects

    async def _carry_out(
        self, offer: Offer, effects: list[tuple[Resident, Effect]], data: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        response = {}
        for resident, effect in effects:
            if effect.response is not None:
                response[resident.entity_id] = effect.response
            if resident.faults.ignores:
                continue
            if effect.calls:
                await self._run_through(resident, effect)
            elif resident.faults.late:
                self._act_later(resident, offer.action, data)
            else:
                self._household.change(resident, effect.changes)
        return response

    async def _run_through(self, resident: Resident, effect: Effect) -> None:
        """Make the calls of a scene or script, one after the other, unless it is stopped."""
        if resident.faults.late:
            await self._pause(resident.faults.late)
        self._household.change(resident, effect.changes)
        started = resident.facts["state"]
        try:
            for call in effect.calls:
                if resident.facts["state"] != started:
                    return
                await self._perform(call)
        finally:
            if resident.facts["state"] == started:
                self._household.change(resident, effect.afterwards)

    def _act_later(self, resident: Resident, action: Action, data: Mapping[str, Any]) -> None:
        """Act once the device got round to it, on what it is by then."""

        def act() -> None:
            with suppress(CallRefusedError):
                effect = action.run(resident.at(self._clock.now()), data)
                self._household.change(resident, effect.changes)

        self._late_answers += 1
        due = after(self._clock.now(), resident.faults.late)
        self._household.timetable.put((resident.entity_id, self._late_answers), due, act)

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
