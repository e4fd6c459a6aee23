"""Who lives in a simulated home, and what becomes of them."""

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

from .behaviour import TRAVEL, Behaviour, Facts, MisfitError
from .clock import Clock
from .domains import behaviour_of
from .faults import read_faults
from .inventory import Inventory, ListedEntity
from .mending import MISFITS, mend
from .offers import offers_of, services_of
from .past import Past
from .readers import Outside
from .resident import Resident
from .timetable import Timetable

# What a home does not know the state of until it is told, and can be asked to do something.
_UNTOLD = frozenset({"light", "lock", "siren", "switch"})


class Household:
    """The residents of a home, the book of their states, their past, and what comes next."""

    def __init__(self, inventory: Inventory, clock: Clock) -> None:
        """Let everyone in the inventory move in."""
        self.clock = clock
        self.timetable = Timetable(clock)
        self.past = Past()
        self._inventory = inventory
        self.warnings = [*inventory.warnings]
        self._closed = False
        self._telling = False
        self.residents = {
            entity_id: self._move_in(listed) for entity_id, listed in inventory.entities.items()
        }
        self.offers = offers_of(self.residents.values())
        self.book = LiveHome(self._new_layout())
        for resident in self.residents.values():
            self._settle(resident)

    def snapshot(self) -> Snapshot:
        """Everything as it is now."""
        # Who looks while hearing of a change must not set off the next one: the others who
        # listen have yet to hear of this one.
        if not self._telling:
            self.timetable.catch_up()
        return self.book.snapshot_at(self.clock.now())

    def change(self, resident: Resident, changes: Facts) -> None:
        """Let some facts become others, and tell everyone."""
        if changes and not self._closed:
            resident.facts = {**resident.facts, **changes}
            self._settle(resident)

    def add(self, listed: ListedEntity) -> None:
        """Let somebody move in, or begin anew."""
        resident = self._move_in(listed)
        self.residents[resident.entity_id] = resident
        self._rearrange()
        self._settle(resident)

    def remove(self, entity_id: str) -> None:
        """Let somebody move out."""
        self.timetable.drop(entity_id)
        self.residents.pop(entity_id, None)
        self._rearrange()
        self.book.replace_state(entity_id, None)

    def _rearrange(self) -> None:
        self.offers = offers_of(self.residents.values())
        self.book.replace_layout(self._new_layout())

    def apply(self, entity_id: str, state: Outside, attributes: Mapping[str, Any]) -> None:
        """Lay something over what the inventory gives of an entity, and begin it anew."""
        resident = self._resident(entity_id)
        listed, problems = resident.listed.laid_over(state, attributes)
        self.warnings += [listed.warn(key, problem) for key, problem in problems]
        begun = self._move_in(listed)
        listed, facts = begun.listed, begun.facts
        moved = listed.entity != resident.listed.entity
        resident.listed, resident.facts = listed, {**facts, TRAVEL: resident.faults.travel}
        resident.behaviour = begun.behaviour
        if moved:
            self.book.replace_layout(self._new_layout())
        self._settle(resident)

    def behave(self, entity_id: str, behaviour: Outside) -> None:
        """Give a device other faults than it had."""
        resident = self._resident(entity_id)
        try:
            resident.faults = read_faults(behaviour)
        except MisfitError as error:
            raise self._wrong(entity_id, error) from error
        resident.facts = {**resident.facts, TRAVEL: resident.faults.travel}
        self._settle(resident)

    def addressed(self, call: ServiceCall) -> ServiceCall:
        """The call with every target by its id: what is in a place, everything, members of groups.

        Where it names none, or one that only a template could tell, it has none.
        """
        if ALL in call.targets:
            domain = call.domain.lower()
            named = [
                entity_id for entity_id in self.residents if entity_id.partition(".")[0] == domain
            ]
        else:
            found = Places(self.book.layout).named_by(call)
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
            resident = self.residents.get(entity_id)
            listed = resident.facts.get("entity_id") if resident else None
            if isinstance(listed, list | tuple):
                todo += [str(member).lower() for member in listed][::-1]

    def close(self) -> None:
        """Let nothing change any more."""
        self._closed = True
        self.timetable.clear()

    def _move_in(self, listed: ListedEntity) -> Resident:
        behaviour, now = behaviour_of(listed.entity.domain), self.clock.now()
        untold = listed.given.get("state") == UNKNOWN and behaviour.domain in _UNTOLD
        if untold:
            listed = replace(listed, given={**listed.given, "state": None})
        try:
            facts = behaviour.begin(listed.given, now)
        except MISFITS:
            mended = mend(
                listed.given, lambda given: behaviour.begin(given, now), behaviour.remedies
            )
            self.warnings += [listed.warn(key, problem) for key, problem in mended.problems]
            listed = replace(listed, given=mended.facts)
            # What its domain can make nothing of is still there to be seen.
            behaviour = behaviour if mended.fits else Behaviour(domain=behaviour.domain)
            facts = behaviour.begin(listed.given, now)
        faults = listed.faults
        facts = {**facts, TRAVEL: faults.travel, **({"state": UNKNOWN} if untold else {})}
        if listed.given.get("state") == UNAVAILABLE:
            # Whatever its domain would begin with: it cannot be reached.
            facts["state"] = UNAVAILABLE
        return Resident(listed=listed, behaviour=behaviour, faults=faults, facts=facts)

    def _new_layout(self) -> Layout:
        entities = {key: resident.listed.entity for key, resident in self.residents.items()}
        return Layout(
            floors=MappingProxyType(dict(self._inventory.floors)),
            areas=MappingProxyType(dict(self._inventory.areas)),
            devices=MappingProxyType(dict(self._inventory.devices)),
            labels=MappingProxyType(dict(self._inventory.labels)),
            entities=MappingProxyType(entities),
            services=MappingProxyType(services_of(self.offers)),
            routines=MappingProxyType(
                {
                    key: tuple(resident.behaviour.routine(resident.facts))
                    for key, resident in self.residents.items()
                    if entities[key].domain in ROUTINES
                }
            ),
            routine_services=MappingProxyType(
                {name: offer.only for name, offer in self.offers.items() if offer.only}
            ),
        )

    def _resident(self, entity_id: str) -> Resident:
        resident = self.residents.get(entity_id.lower())
        if resident is None:
            raise self._wrong(entity_id, "there is no such entity")
        return resident

    def _wrong(self, entity_id: str, problem: object) -> InventoryError:
        return InventoryError(f"{self._inventory.source}: {entity_id}: {problem}.")

    def _settle(self, resident: Resident) -> None:
        """Show the facts as they are now, and see to what happens next by itself."""
        before = self.book.states.get(resident.entity_id)
        state = resident.seen(before, self.clock.now())
        if state is not before:
            self.past.note(resident.entity_id, before, state)
            self._telling = True
            try:
                self.book.replace_state(resident.entity_id, state)
            finally:
                self._telling = False
        due = resident.behaviour.wakes(resident.facts)
        if due is None or self._closed:
            self.timetable.drop(resident.entity_id)
        else:
            self.timetable.put(resident.entity_id, due, partial(self._wake, resident))

    def _wake(self, resident: Resident) -> None:
        changes = resident.behaviour.wake(resident.at(self.clock.now()))
        resident.facts = {**resident.facts, **changes}
        self._settle(resident)
