"""A house with a clock that tests move, and with a store on a real disk."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import override

import pytest

from home_agent.engine.storage.store import Store
from home_agent.simulated import ManualClock, SimulatedHome
from tests.engine.act.schedule.conftest import WEDNESDAY, House

_ROUNDS = 50
_QUIET = 3


@dataclass(slots=True, kw_only=True)
class DiskHouse(House):
    """A house whose store takes its time."""

    @override
    async def settle(self) -> None:
        """Let everything happen that is to happen now, on the disk as well."""
        quiet = 0
        while quiet < _QUIET:
            before = len(self.events)
            for _ in range(_ROUNDS):
                await asyncio.sleep(0)
            busy = any(map(_is_busy, asyncio.all_tasks()))
            quiet = 0 if busy or len(self.events) != before else quiet + 1
            await asyncio.sleep(0.001)


def _is_busy(task: asyncio.Task[object]) -> bool:
    """Whether something is on its way to the disk, or a job is being done."""
    running = [*_awaited(task.get_coro())]
    if "_run_job" in running:
        return "_wait_to_retry" not in running
    return "to_thread" in running[:1]


def _awaited(coroutine: object) -> Iterator[str]:
    """The names of a coroutine and of all that it waits for."""
    while coroutine is not None:
        yield getattr(coroutine, "__name__", "")
        coroutine = getattr(coroutine, "cr_await", None)


type MakeHouse = Callable[..., DiskHouse]


@pytest.fixture
async def make_house() -> AsyncIterator[MakeHouse]:
    """Houses that are left in order."""
    houses: list[DiskHouse] = []

    def make(*, store: Store, now: datetime = WEDNESDAY) -> DiskHouse:
        clock = ManualClock(now)
        house = DiskHouse(clock=clock, home=SimulatedHome.demo(clock=clock), store=store)
        houses.append(house)
        return house

    yield make
    for house in houses:
        await house.stop()
        house.home.close()
