"""A house with a freezer and doors, a clock that tests move, and an agent with watches set."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, override
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Agent, Reply, Settings, Turn
from home_agent.engine.events import Announcement, Event
from home_agent.engine.home import Entity, LayoutChanged, Snapshot
from home_agent.engine.home.protocol import Listener
from home_agent.engine.home.simulated import ManualClock, SimulatedHome
from home_agent.engine.store import MemoryStore
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

_ROUNDS = 50
_STEP = 240


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
        there = {key: one for key, one in entities.items() if one is not None}
        return replace(home, layout=replace(home.layout, entities=there))

    @override
    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return super().subscribe(listener)


@dataclass(slots=True, kw_only=True)
class House:
    """A home, what is kept of it, and what its agent says unasked."""

    clock: ManualClock
    simulated: SimulatedHome
    home: Rooms
    store: MemoryStore = field(default_factory=MemoryStore)
    events: list[Event] = field(default_factory=list)
    agent: Agent | None = None

    async def start(self, **settings: Any) -> None:
        """Put an agent with these settings there, as a restart does."""
        await self.stop()
        read = Settings.from_mapping({"patience": 0.05, **settings})
        self.agent = Agent(self.home, store=self.store, settings=read, clock=self.clock)
        self.agent.listen(self.events.append)
        await self.agent.start()
        await self.settle()

    async def stop(self) -> None:
        """Send the agent away; the home stays."""
        if self.agent is not None:
            await self.agent.close()
            self.agent = None

    async def say(self, text: str, **turn: Any) -> Reply:
        """Say something to the agent."""
        assert self.agent is not None
        reply = await self.agent.hear(Turn(text=text, **({"conversation_id": "1"} | turn)))
        await self.settle()
        return reply

    async def becomes(self, entity_id: str, state: str) -> list[str]:
        """What the agent says when something becomes so."""
        said = len(self.told)
        self.simulated.apply(entity_id, state=state)
        await self.settle()
        return self.told[said:]

    async def after(self, seconds: float) -> list[str]:
        """What the agent says while some time passes, a few minutes at a time."""
        said = len(self.told)
        while seconds > 0:
            self.clock.advance(min(seconds, _STEP))
            seconds -= _STEP
            await self.settle()
        return self.told[said:]

    async def settle(self) -> None:
        """Let everything happen that is to happen now."""
        before = -1
        while before != len(self.events):
            before = len(self.events)
            for _ in range(_ROUNDS):
                await asyncio.sleep(0)

    @property
    def told(self) -> list[str]:
        """What the agent has said unasked."""
        return [one.text for one in self.events if isinstance(one, Announcement)]

    def state(self, entity_id: str) -> str:
        """How something is now."""
        return self.home.snapshot().states[entity_id].value


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """The house, with nobody in it yet."""
    clock = ManualClock(WEDNESDAY)
    simulated = SimulatedHome.from_inventory(HOUSE, clock=clock)
    house = House(clock=clock, simulated=simulated, home=Rooms(simulated))
    yield house
    await house.stop()
    simulated.close()
