"""The demo house with a clock that tests move, and an agent that wakes up by it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Agent, Reply, Settings, Turn
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.act.later.settings import ScheduleSettings
from home_agent.engine.events import Announcement, Event
from home_agent.engine.home.simulated import ManualClock, SimulatedHome
from home_agent.engine.store import MemoryStore, Store

WEDNESDAY = datetime(2026, 3, 4, 18, 30, tzinfo=ZoneInfo("Europe/Berlin"))

_ROUNDS = 50
# Less than the grace: a clock that jumps further has slept through it.
_STEP = 240


@dataclass(slots=True, kw_only=True)
class House:
    """A house, what is kept of it, and what its agent says unasked."""

    clock: ManualClock
    home: SimulatedHome
    store: Store
    safety: Safety = field(default_factory=Safety)
    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)
    told: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    agent: Agent | None = None

    async def start(self) -> None:
        """Put a new agent into the house, as a restart does."""
        settings = Settings(patience=0.05, safety=self.safety, schedule=self.schedule)
        self.agent = Agent(self.home, store=self.store, settings=settings, clock=self.clock)
        self.agent.listen(self._hear)
        await self.agent.start()
        await self.settle()

    async def stop(self) -> None:
        """Send the agent away; the house stays."""
        if self.agent is not None:
            await self.agent.close()
            self.agent = None

    async def say(self, text: str, **turn: Any) -> Reply:
        """Say something to the agent."""
        assert self.agent is not None
        reply = await self.agent.hear(Turn(text=text, **({"conversation_id": "1"} | turn)))
        await self.settle()
        return reply

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

    def state(self, entity_id: str) -> str:
        """How something is now."""
        return self.home.snapshot().states[entity_id].value

    async def jobs(self) -> list[Mapping[str, Any]]:
        """What is kept for later."""
        found = [await self.store.get(key) for key in await self.store.keys("job/")]
        return [one for one in found if one is not None]

    def _hear(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, Announcement):
            self.told.append(event.text)


type MakeHouse = Callable[..., House]


@pytest.fixture
async def make_house() -> AsyncIterator[MakeHouse]:
    """Houses that are left in order."""
    houses: list[House] = []

    def make(
        *,
        now: datetime = WEDNESDAY,
        store: Store | None = None,
        inventory: Mapping[str, Any] | None = None,
        **details: Any,
    ) -> House:
        clock = ManualClock(now)
        home = (
            SimulatedHome.demo(clock=clock)
            if inventory is None
            else SimulatedHome.from_inventory(inventory, clock=clock)
        )
        house = House(clock=clock, home=home, store=store or MemoryStore(), **details)
        houses.append(house)
        return house

    yield make
    for house in houses:
        await house.stop()
        house.home.close()


@pytest.fixture
async def house(make_house: MakeHouse) -> House:
    """A house on a Wednesday evening, with an agent in it."""
    house = make_house()
    await house.start()
    return house
