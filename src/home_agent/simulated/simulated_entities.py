"""The entities of a simulated home, and what becomes of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from home_agent.engine.errors import InventoryError
from home_agent.engine.home.live import LiveHome
from home_agent.engine.home.model import UNAVAILABLE, UNKNOWN
from home_agent.engine.home.places import Places
from home_agent.engine.home.routine import ALL, PLACES
from home_agent.engine.home.service import ServiceCall
from home_agent.engine.home.service_kinds import ROUTINES
from home_agent.engine.home.snapshot import Layout, Snapshot

from .behaviour import TRAVEL, Behaviour, Facts, InvalidFactError
from .clock import Clock
from .corrections import MISFITS, correct_facts
from .domains import behaviour_of
from .faults import read_faults
from .history import SimulatedHistory
from .inventory import Inventory, ListedEntity
from .offered_services import gather_services, list_services
from .readers import Outside
from .simulated_entity import SimulatedEntity
from .timetable import Timetable

# What a home does not know the state of until it is told, and can be asked to do something.
_UNTOLD = frozenset({"light", "lock", "siren", "switch"})


class SimulatedEntities:
    """The entities of a home with their states, their history, and what happens next."""

    def __init__(self, inventory: Inventory, clock: Clock) -> None:
        """Begin every entity of the inventory."""
        self.clock = clock
        self.timetable = Timetable(clock)
        self.history = SimulatedHistory()
        self._inventory = inventory
        self.warnings = [*inventory.warnings]
        self._closed = False
        self._telling = False
        self.entities = {
            entity_id: self._begin(listed) for entity_id, listed in inventory.entities.items()
        }
        self.services = gather_services(self.entities.values())
        self.live = LiveHome(self._new_layout())
        for entity in self.entities.values():
            self._settle(entity)

    def snapshot(self) -> Snapshot:
        """Everything as it is now."""
        # Who looks while hearing of a change must not set off the next one: the others who
        # listen have yet to hear of this one.
        if not self._telling:
            self.timetable.catch_up()
        return self.live.snapshot_at(self.clock.now())

    def change(self, entity: SimulatedEntity, changes: Facts) -> None:
        """Let some facts become others, and tell everyone."""
        if changes and not self._closed:
            entity.facts = {**entity.facts, **changes}
            self._settle(entity)

    def add(self, listed: ListedEntity) -> None:
        """Add an entity, or begin it anew."""
        entity = self._begin(listed)
        self.entities[entity.entity_id] = entity
        self._rearrange()
        self._settle(entity)

    def remove(self, entity_id: str) -> None:
        """Remove an entity."""
        self.timetable.drop(entity_id)
        self.entities.pop(entity_id, None)
        self._rearrange()
        self.live.replace_state(entity_id, None)

    def _rearrange(self) -> None:
        self.services = gather_services(self.entities.values())
        self.live.replace_layout(self._new_layout())

    def apply(self, entity_id: str, state: Outside, attributes: Mapping[str, Any]) -> None:
        """Lay something over what the inventory gives of an entity, and begin it anew."""
        entity = self._entity(entity_id)
        listed, problems = entity.listed.laid_over(state, attributes)
        self.warnings += [listed.warn(key, problem) for key, problem in problems]
        begun = self._begin(listed)
        listed, facts = begun.listed, begun.facts
        moved = listed.entity != entity.listed.entity
        entity.listed, entity.facts = listed, {**facts, TRAVEL: entity.faults.travel}
        entity.behaviour = begun.behaviour
        if moved:
            self.live.replace_layout(self._new_layout())
        self._settle(entity)

    def behave(self, entity_id: str, behaviour: Outside) -> None:
        """Give a device other faults than it had."""
        entity = self._entity(entity_id)
        try:
            entity.faults = read_faults(behaviour)
        except InvalidFactError as error:
            raise self._wrong(entity_id, error) from error
        entity.facts = {**entity.facts, TRAVEL: entity.faults.travel}
        self._settle(entity)

    def addressed(self, call: ServiceCall) -> ServiceCall:
        """The call with every target by its id: what is in a place, everything, members of groups.

        Where it names none, or one that only a template could tell, it has none.
        """
        if ALL in call.targets:
            domain = call.domain.lower()
            named = [
                entity_id for entity_id in self.entities if entity_id.partition(".")[0] == domain
            ]
        else:
            found = Places(self.live.layout).named_by(call)
            named = [*found.by_id, *found.by_place] if found else []
        data = {key: value for key, value in call.data.items() if key not in PLACES}
        return replace(call, targets=tuple(dict.fromkeys(self.with_members(named))), data=data)

    def with_members(self, entity_ids: Iterable[str]) -> Iterator[str]:
        """A call on a group is one on its members."""
        todo, seen = [entity_id.lower() for entity_id in entity_ids][::-1], set[str]()
        while todo:
            entity_id = todo.pop()
            if entity_id in seen:
                continue
            seen.add(entity_id)
            yield entity_id
            entity = self.entities.get(entity_id)
            listed = entity.facts.get("entity_id") if entity else None
            if isinstance(listed, list | tuple):
                todo += [str(member).lower() for member in listed][::-1]

    def close(self) -> None:
        """Let nothing change any more."""
        self._closed = True
        self.timetable.clear()

    def _begin(self, listed: ListedEntity) -> SimulatedEntity:
        behaviour, now = behaviour_of(listed.entity.domain), self.clock.now()
        untold = listed.given.get("state") == UNKNOWN and behaviour.domain in _UNTOLD
        if untold:
            listed = replace(listed, given={**listed.given, "state": None})
        try:
            facts = behaviour.begin(listed.given, now)
        except MISFITS:
            corrected = correct_facts(
                listed.given, lambda given: behaviour.begin(given, now), behaviour.corrections
            )
            self.warnings += [listed.warn(key, problem) for key, problem in corrected.problems]
            listed = replace(listed, given=corrected.facts)
            # What its domain can make nothing of is still there to be seen.
            behaviour = behaviour if corrected.fits else Behaviour(domain=behaviour.domain)
            facts = behaviour.begin(listed.given, now)
        faults = listed.faults
        facts = {**facts, TRAVEL: faults.travel, **({"state": UNKNOWN} if untold else {})}
        if listed.given.get("state") == UNAVAILABLE:
            # Whatever its domain would begin with: it cannot be reached.
            facts["state"] = UNAVAILABLE
        return SimulatedEntity(listed=listed, behaviour=behaviour, faults=faults, facts=facts)

    def _new_layout(self) -> Layout:
        entities = {key: entity.listed.entity for key, entity in self.entities.items()}
        return Layout(
            floors=MappingProxyType(dict(self._inventory.floors)),
            areas=MappingProxyType(dict(self._inventory.areas)),
            devices=MappingProxyType(dict(self._inventory.devices)),
            labels=MappingProxyType(dict(self._inventory.labels)),
            entities=MappingProxyType(entities),
            services=MappingProxyType(list_services(self.services)),
            routines=MappingProxyType(
                {
                    key: tuple(entity.behaviour.routine(entity.facts))
                    for key, entity in self.entities.items()
                    if entities[key].domain in ROUTINES
                }
            ),
            routine_services=MappingProxyType(
                {name: service.only for name, service in self.services.items() if service.only}
            ),
        )

    def _entity(self, entity_id: str) -> SimulatedEntity:
        entity = self.entities.get(entity_id.lower())
        if entity is None:
            raise self._wrong(entity_id, "there is no such entity")
        return entity

    def _wrong(self, entity_id: str, problem: object) -> InventoryError:
        return InventoryError(f"{self._inventory.source}: {entity_id}: {problem}.")

    def _settle(self, entity: SimulatedEntity) -> None:
        """Show the facts as they are now, and see to what happens next by itself."""
        before = self.live.states.get(entity.entity_id)
        state = entity.seen(before, self.clock.now())
        if state is not before:
            self.history.note(entity.entity_id, before, state)
            self._telling = True
            try:
                self.live.replace_state(entity.entity_id, state)
            finally:
                self._telling = False
        due = entity.behaviour.wakes(entity.facts)
        if due is None or self._closed:
            self.timetable.drop(entity.entity_id)
        else:
            self.timetable.put(entity.entity_id, due, partial(self._wake, entity))

    def _wake(self, entity: SimulatedEntity) -> None:
        changes = entity.behaviour.wake(entity.at(self.clock.now()))
        entity.facts = {**entity.facts, **changes}
        self._settle(entity)
