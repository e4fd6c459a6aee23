"""The demo house with a clock that tests move, and an agent that wakes up by it."""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Settings, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.act.schedule.settings import ScheduleSettings
from home_agent.engine.storage.store import InMemoryStore, Store
from home_agent.simulated import ManualClock, SimulatedHome
from tests.engine.lived_in import LivedIn
from tests.engine.outlet import Outlet

from .tower import EVENING, Tower
from .tower import HOUSE as WATCHED_HOUSE

WEDNESDAY = datetime(2026, 3, 4, 18, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@dataclass(slots=True, kw_only=True)
class House(LivedIn):
    """A simulated house, and what is kept of it."""

    home: SimulatedHome
    store: Store
    safety: Safety = field(default_factory=Safety)
    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)

    async def start(self) -> None:
        """Put a new agent into the house."""
        settings = Settings(patience=0.05, safety=self.safety, schedule=self.schedule)
        await self.move_in(
            build_agent(self.home, store=self.store, settings=settings, clock=self.clock)
        )

    async def jobs(self) -> list[Mapping[str, Any]]:
        """What is kept for later."""
        found = [await self.store.get(key) for key in await self.store.keys("job/")]
        return [item for item in found if item is not None]


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
        house = House(clock=clock, home=home, store=store or InMemoryStore(durable=True), **details)
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


@pytest.fixture
async def tower() -> AsyncIterator[Tower]:
    clock = ManualClock(EVENING)
    simulated = SimulatedHome.from_inventory(WATCHED_HOUSE, clock=clock)
    tower = Tower(clock=clock, simulated=simulated, home=Outlet(simulated))
    await tower.start()
    yield tower
    await tower.stop()
    simulated.close()
