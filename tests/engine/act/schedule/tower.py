"""A home that is watched, with everything that a watch needs and a clock to move."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from home_agent.engine.act import (
    Audit,
    Gate,
    Messenger,
    PlanExecutor,
    Scheduler,
    SchedulerContext,
    StepExecutor,
)
from home_agent.engine.announcer import Announcer
from home_agent.engine.authority import Authority
from home_agent.engine.conditions import (
    Condition,
)
from home_agent.engine.events import Announcement, Event, ignore
from home_agent.engine.home import Home
from home_agent.engine.outcome import Outcome
from home_agent.engine.plan import CallStep, LaterStep, Plan, Wording
from home_agent.engine.storage.store import InMemoryStore, Store
from home_agent.engine.triggers import ConditionTrigger, Notice
from home_agent.simulated import ManualClock, SimulatedHome
from tests.engine.outlet import Outlet

EVENING = datetime(2026, 3, 4, 21, 0, tzinfo=ZoneInfo("Europe/Berlin"))
HOUSE = {
    "areas": [{"name": "Kitchen", "id": "kitchen"}],
    "entities": [
        {"name": "Freezer", "id": "sensor.freezer", "state": "-18"},
        {"name": "Window", "id": "binary_sensor.window", "state": "off"},
        {"name": "Back window", "id": "binary_sensor.back", "state": "off"},
        {"name": "Garage", "id": "cover.garage", "state": "closed"},
        {"name": "Washer", "id": "sensor.washer", "state": "idle"},
        {"name": "Lamp", "id": "light.lamp", "state": "off"},
        {"name": "Anna", "id": "notify.anna"},
        {"name": "Satellite", "id": "assist_satellite.kitchen", "area": "kitchen"},
    ],
}


@dataclass(slots=True, kw_only=True)
class Tower:
    """A house that is watched over."""

    clock: ManualClock
    simulated: SimulatedHome
    home: Outlet
    store: Store = field(default_factory=lambda: InMemoryStore(durable=True))
    ways: tuple[str, ...] = ()
    told: list[str] = field(default_factory=list)
    plan_executor: PlanExecutor | None = None
    scheduler: Scheduler | None = None

    async def start(self) -> None:
        """As a restart does."""
        home: Home = self.home
        gate, audit = Gate(), Audit(self.store)
        announcer = Announcer(home, Messenger(home, gate, audit, patience=0.05), self.ways)
        announcer.listen(self._hear)
        context = SchedulerContext(
            clock=self.clock, listener=announcer.handle, deliver=announcer.deliver
        )
        self.scheduler = Scheduler(home, self.store, gate=gate, context=context)
        step_executor = StepExecutor(home, store=self.store, patience=0.05, gate=gate, audit=audit)
        self.plan_executor = PlanExecutor(home, step_executor, self.scheduler)
        await self.scheduler.load()
        await self.scheduler.start(step_executor.carry_out)
        await self.settle()

    async def stop(self) -> None:
        if self.scheduler is not None:
            await self.scheduler.close()

    async def watch(
        self,
        condition: Condition,
        notice: Notice | None = None,
        *steps: CallStep,
        area_id: str | None = None,
        **when: Any,
    ) -> Outcome:
        """Have something watched."""
        assert self.plan_executor is not None
        step = LaterStep(
            steps=steps,
            begin=ConditionTrigger(condition=condition, **when),
            notice=notice or Notice(message="Now."),
            wording=Wording(intent="later"),
        )
        authority = Authority(conversation_id="1", area_id=area_id)
        [[outcome]] = await self.plan_executor.carry_out(Plan(steps=(step,)), authority, ignore)
        await self.settle()
        return outcome

    async def becomes(self, entity_id: str, state: str, **attributes: Any) -> list[str]:
        """What is told when something becomes so."""
        before = len(self.told)
        away = state == "unavailable"
        self.simulated.behave(entity_id, "unavailable" if away else None)
        if not away:
            self.simulated.apply(entity_id, state=state, attributes=attributes)
        await self.settle()
        return self.told[before:]

    async def after(self, minutes: float) -> list[str]:
        """What is told while time passes."""
        before = len(self.told)
        for _ in range(round(minutes * 2)):
            self.clock.advance(30)
            await self.settle()
        return self.told[before:]

    async def settle(self) -> None:
        for _ in range(100):
            await asyncio.sleep(0)

    async def jobs(self) -> int:
        return len(await self.store.keys("job/"))

    def _hear(self, event: Event) -> None:
        if isinstance(event, Announcement):
            self.told.append(event.text)
