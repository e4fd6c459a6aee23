"""Whatever happens in whatever order, a watch tells as often as a simple model of it says."""

import asyncio
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine.conditions import StateIs
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import ManualClock, SimulatedHome
from tests.engine.outlet import Outlet

from .tower import EVENING, HOUSE, Tower

WINDOW = "binary_sensor.window"
LASTING = 90.0


@dataclass
class Model:
    """What should be told: once for each time that it lasted, and is not lost by a restart."""

    so: bool = False
    since: float | None = None
    told: int = 0
    now: float = 0.0

    def becomes(self, state: str) -> None:
        """What cannot be seen changes nothing."""
        if state == "unavailable" or (state == "on") is self.so:
            return
        self.so = state == "on"
        self.since = self.now if self.so else None

    def pass_time(self, seconds: float) -> None:
        """Told as soon as it has lasted."""
        self.now += seconds
        if self.since is not None and self.now - self.since >= LASTING:
            self.told += 1
            self.since = None


_EVENTS = st.lists(
    st.sampled_from(["on", "off", "unavailable", "restart", "wait", "wait", "wait"]), max_size=25
)


@settings(max_examples=40)
@given(events=_EVENTS)
def test_as_often_as_the_model(events: list[str]) -> None:
    asyncio.run(_compare(events))


async def _compare(events: list[str]) -> None:
    clock = ManualClock(EVENING)
    simulated = SimulatedHome.from_inventory(HOUSE, clock=clock)
    tower = Tower(
        clock=clock, simulated=simulated, home=Outlet(simulated), store=InMemoryStore(durable=True)
    )
    model = Model()
    await tower.start()
    condition = StateIs(entity_ids=(WINDOW,), states=frozenset({"on"}))
    await tower.watch(condition, again=True, lasting=LASTING)
    for event in events:
        if event == "restart":
            await tower.stop()
            await tower.start()
        elif event == "wait":
            await tower.after(0.5)
            model.pass_time(30)
        else:
            await tower.becomes(WINDOW, event)
            model.becomes(event)
        assert len(tower.told) == model.told
    await tower.stop()
    simulated.close()
