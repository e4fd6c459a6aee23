"""A house with a freezer and doors, a clock that tests move, and an agent with watches set."""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, override
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Settings, build_agent
from home_agent.engine.home import Entity, LayoutChanged, Snapshot
from home_agent.engine.home.protocol import Listener
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import ManualClock, SimulatedHome
from tests.engine.lived_in import LivedIn
from tests.engine.outlet import Outlet

WEDNESDAY = datetime(2026, 3, 4, 18, 30, tzinfo=ZoneInfo("Europe/Berlin"))
HOUSE: dict[str, Any] = {
    "areas": [{"name": "Cellar", "id": "cellar"}, {"name": "Hall", "id": "hall"}],
    "entities": [
        {
            "name": "Freezer",
            "id": "sensor.freezer",
            "area": "cellar",
            "state": "-18",
            "attributes": {"device_class": "temperature", "unit_of_measurement": "°C"},
        },
        {"name": "Compressor", "id": "switch.compressor", "area": "cellar", "state": "off"},
        {
            "name": "Front Door",
            "id": "binary_sensor.front_door",
            "area": "hall",
            "state": "off",
            "attributes": {"device_class": "door"},
        },
        {"name": "Door Lock", "id": "lock.door", "area": "hall", "state": "locked"},
        {"name": "Hall Light", "id": "light.hall", "area": "hall", "state": "off"},
        {
            "name": "Wifi",
            "id": "input_text.wifi",
            "state": "opensesame",
            "attributes": {"mode": "password"},
        },
        {
            "name": "Secret Door",
            "id": "binary_sensor.secret",
            "state": "off",
            "attributes": {"device_class": "door"},
            "exposed": False,
        },
    ],
}


class Rooms(Outlet):
    """The same, where things can be renamed and lost."""

    def __init__(self, home: SimulatedHome) -> None:
        super().__init__(home)
        self._listeners: list[Listener] = []
        self._changed: dict[str, Entity | None] = {}

    def rearrange(self, changed: Mapping[str, Entity | None]) -> None:
        """Have these be other than they were, or not be there at all."""
        self._changed = dict(changed)
        for listener in self._listeners:
            listener(LayoutChanged())

    @override
    def snapshot(self) -> Snapshot:
        home = super().snapshot()
        entities = {**home.layout.entities, **self._changed}
        there = {key: entity for key, entity in entities.items() if entity is not None}
        return replace(home, layout=replace(home.layout, entities=there))

    @override
    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return super().subscribe(listener)


@dataclass(slots=True, kw_only=True)
class House(LivedIn):
    """A house whose agent has settings, and what is kept of it."""

    home: Rooms
    simulated: SimulatedHome
    store: InMemoryStore = field(default_factory=lambda: InMemoryStore(durable=True))

    async def start(self, **settings: Any) -> None:
        """Put an agent with these settings there, instead of the one that is there."""
        await self.stop()
        read = Settings.from_mapping({"patience": 0.05, **settings})
        await self.move_in(
            build_agent(self.home, store=self.store, settings=read, clock=self.clock)
        )

    async def becomes(self, entity_id: str, state: str) -> list[str]:
        """What the agent says when something becomes so."""
        said = len(self.told)
        self.simulated.apply(entity_id, state=state)
        await self.settle()
        return self.told[said:]


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """The house, with nobody in it yet."""
    clock = ManualClock(WEDNESDAY)
    simulated = SimulatedHome.from_inventory(HOUSE, clock=clock)
    house = House(clock=clock, simulated=simulated, home=Rooms(simulated))
    yield house
    await house.stop()
    simulated.close()
