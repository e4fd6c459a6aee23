"""Automations that a simulated home keeps and carries out, as far as we write them.

They are there to be tried: written, set off by what happens in the home, switched and removed. They
last as long as the home is open, like everything in it.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from home_agent.engine.automations.configuration import entity_ids_in
from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home.model import Entity
from home_agent.engine.home.protocol import Change, StateChanged, StoredAutomation
from home_agent.engine.home.service import ServiceCall

from .automation_reading import check_config, is_so, next_moment, was_set_off
from .clock import after
from .faults import Faults
from .inventory import ListedEntity
from .simulated_entities import SimulatedEntities

_LOGGER = logging.getLogger(__name__)

type CallRunner = Callable[[ServiceCall], Awaitable[Mapping[str, Any]]]
type SleepFunction = Callable[[float], Awaitable[None]]
type TaskStarter = Callable[[Awaitable[None]], None]
"""Has something done without waiting for it."""


class SimulatedAutomations:
    """The automations of one simulated home."""

    def __init__(
        self,
        entities: SimulatedEntities,
        perform: CallRunner,
        sleep: SleepFunction,
        start: TaskStarter,
    ) -> None:
        """Carry them out with these."""
        self._simulated = entities
        self._perform = perform
        self._sleep = sleep
        self._start = start
        self._configs: dict[str, Mapping[str, Any]] = {}
        self._entities: dict[str, str] = {}
        self._running: set[str] = set()
        self._hears = False

    async def list(self) -> tuple[StoredAutomation, ...]:
        """All of them, in the order in which they were made."""
        states = self._simulated.live.states
        return tuple(
            StoredAutomation(
                automation_id=automation_id,
                alias=str(config["alias"]),
                description=str(config.get("description", "")),
                entity_id=self._entities[automation_id],
                is_on=states[self._entities[automation_id]].value == "on",
                entity_ids=entity_ids_in(config),
            )
            for automation_id, config in self._configs.items()
        )

    async def read(self, automation_id: str) -> Mapping[str, Any] | None:
        """What was written of one."""
        return self._configs.get(automation_id)

    async def check(self, automation_id: str, config: Mapping[str, Any]) -> None:  # noqa: ARG002 - for homes that look
        """Raise `CallRefusedError` for what is no automation, or names what is not there."""
        check_config(config, self._simulated.live.layout)

    async def write(self, automation_id: str, config: Mapping[str, Any], label: str) -> str:
        """Keep it, or keep it anew; return its entity."""
        await self.check(automation_id, config)
        if not self._hears:
            self._hears = True
            self._simulated.live.subscribe(self._hear)
        entity_id = self._entities.get(automation_id) or self._free_id(str(config["alias"]))
        self._configs[automation_id] = config
        self._entities[automation_id] = entity_id
        alias = str(config["alias"])
        entity = Entity(entity_id=entity_id, name=alias, labels=frozenset({label}), exposed=False)
        given = {
            "state": "on",
            "friendly_name": alias,
            "id": automation_id,
            "sequence": [step for step in config["actions"] if "action" in step],
        }
        self._simulated.add(
            ListedEntity(entity=entity, given=given, faults=Faults(), written_id=entity_id, path=())
        )
        self._wait(automation_id)
        return entity_id

    async def delete(self, automation_id: str) -> None:
        """Keep it no longer."""
        self._configs.pop(automation_id, None)
        if entity_id := self._entities.pop(automation_id, None):
            self._simulated.timetable.drop((automation_id, "time"))
            self._simulated.remove(entity_id)

    def _free_id(self, alias: str) -> str:
        slug = re.sub(r"[^a-z0-9]+", "_", alias.casefold()).strip("_") or "automation"
        number, entity_id = 1, f"automation.{slug}"
        while entity_id in self._simulated.entities:
            number += 1
            entity_id = f"automation.{slug}_{number}"
        return entity_id

    def _hear(self, change: Change) -> None:
        if not isinstance(change, StateChanged) or change.before is None or change.after is None:
            return
        for automation_id, config in tuple(self._configs.items()):
            for number, trigger in enumerate(config["triggers"]):
                key = (automation_id, number)
                fired = was_set_off(trigger, change)
                if fired is None:
                    continue
                if not fired:
                    # It must have been so without a break.
                    self._simulated.timetable.drop(key)
                elif seconds := trigger.get("for", {}).get("seconds"):
                    due = after(self._simulated.clock.now(), seconds)
                    self._simulated.timetable.put(key, due, partial(self._fire, automation_id))
                else:
                    self._fire(automation_id)

    def _wait(self, automation_id: str) -> None:
        """Wait for the next moment that sets one off by the clock alone."""
        config = self._configs.get(automation_id)
        now = self._simulated.clock.now()
        moments = [
            moment
            for trigger in (config["triggers"] if config else ())
            if (moment := next_moment(trigger, now, self._simulated.live.states)) is not None
        ]
        if not moments:
            return

        def ring() -> None:
            self._fire(automation_id)
            self._wait(automation_id)

        self._simulated.timetable.put((automation_id, "time"), min(moments), ring)

    def _fire(self, automation_id: str) -> None:
        config, entity_id = self._configs.get(automation_id), self._entities.get(automation_id)
        if config is None or entity_id is None or automation_id in self._running:
            return
        states = self._simulated.live.states
        if entity_id not in states or states[entity_id].value != "on":
            return
        if all(self._is_so(condition) for condition in config["conditions"]):
            self._running.add(automation_id)
            self._start(self._run(automation_id, config))

    def _is_so(self, condition: Mapping[str, Any]) -> bool:
        return is_so(condition, self._simulated.live.states, self._simulated.clock.now())

    async def _run(self, automation_id: str, config: Mapping[str, Any]) -> None:
        """Its actions one after the other, until a condition among them is not so."""
        try:
            for step in config["actions"]:
                if "delay" in step:
                    await self._sleep(step["delay"]["seconds"])
                elif "action" in step:
                    await self._call(step)
                elif not self._is_so(step):
                    return
        finally:
            self._running.discard(automation_id)

    async def _call(self, step: Mapping[str, Any]) -> None:
        domain, _, service = step["action"].partition(".")
        targets = tuple(step.get("target", {}).get("entity_id", ()))
        call = ServiceCall(
            domain=domain, service=service, targets=targets, data=step.get("data", {})
        )
        try:
            await self._perform(call)
        except CallRefusedError as error:
            _LOGGER.warning("An automation could not have %s done: %s", call.full_name, error)
