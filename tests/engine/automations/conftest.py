"""A small house whose clock is moved by hand, and an agent that writes automations into it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from home_agent.engine import Agent, Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import Origin
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.custom import CustomTools
from home_agent.engine.tools.settings import ORDER, ToolSettings
from home_agent.simulated import SimulatedHome
from home_agent.simulated.clock import ManualClock

# A Monday.
NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)

HOUSE: dict[str, Any] = {
    "time_zone": "UTC",
    "areas": [{"id": "hall", "name": "Hall"}, {"id": "bath", "name": "Bathroom"}],
    "entities": [
        {
            "id": "binary_sensor.back_door",
            "name": "Back door",
            "area": "hall",
            "state": "off",
            "attributes": {"device_class": "door"},
        },
        {
            "id": "binary_sensor.hidden_door",
            "name": "Hidden door",
            "state": "off",
            "exposed": False,
            "attributes": {"device_class": "door"},
        },
        {"id": "light.hall", "name": "Hall light", "area": "hall", "state": "off"},
        {"id": "light.hidden", "name": "Hidden lamp", "state": "off", "exposed": False},
        {"id": "lock.front", "name": "Front lock", "area": "hall", "state": "locked"},
        {"id": "fan.bath", "name": "Bath fan", "area": "bath", "state": "off"},
        {
            "id": "sensor.bath_humidity",
            "name": "Bath humidity",
            "area": "bath",
            "state": "50",
            "attributes": {"device_class": "humidity", "unit_of_measurement": "%"},
        },
        {
            "id": "vacuum.robbie",
            "name": "Robbie",
            "state": "cleaning",
            "attributes": {
                "supported_features": [
                    "VacuumEntityFeature.START",
                    "VacuumEntityFeature.PAUSE",
                    "VacuumEntityFeature.STATE",
                ]
            },
        },
        {
            "id": "script.come_in",
            "name": "Come in",
            "sequence": [{"action": "lock.unlock", "target": {"entity_id": "lock.front"}}],
        },
        {
            "id": "automation.welcome",
            "name": "Welcome",
            "sequence": [{"action": "lock.unlock", "target": {"entity_id": "lock.front"}}],
        },
        {"id": "sun.sun", "name": "Sun"},
    ],
}


@dataclass(kw_only=True)
class House:
    """The house, and somebody who talks to it."""

    home: SimulatedHome
    clock: ManualClock
    agent: Agent

    async def say(self, text: str, **turn: Any) -> Reply:
        """Say something, in English unless told otherwise."""
        said = {"language": "en", "conversation_id": "one", "origin": Origin.CHAT, **turn}
        return await self.agent.hear(Turn(text=text, **said))

    async def settle(self, seconds: float = 0) -> None:
        """Let time pass, and let what it sets off come to its end."""
        self.clock.advance(seconds)
        for _ in range(20):
            await asyncio.sleep(0)

    async def change(self, entity_id: str, state: str) -> None:
        """Have something change by itself."""
        self.home.apply(entity_id, state=state)
        await self.settle()

    def state(self, entity_id: str) -> str:
        """How something is."""
        return self.home.snapshot().states[entity_id].value

    async def kept(self) -> list[str]:
        """What the automations of the home are called."""
        return [kept.alias for kept in await self.home.automations.list()]


@asynccontextmanager
async def open_house(custom: CustomTools | None = None, **safety: Any) -> AsyncIterator[House]:
    """A house with an agent that is as careful as this."""
    clock = ManualClock(NOON)
    home = SimulatedHome.from_inventory(HOUSE, clock=clock)
    tools = ToolSettings(enabled=ORDER)
    settings = Settings(patience=0.05, safety=Safety(**safety), tools=tools)
    store = InMemoryStore(durable=True)
    agent = build_agent(home, store=store, settings=settings, custom=custom)
    await agent.start()
    try:
        yield House(home=home, clock=clock, agent=agent)
    finally:
        await agent.close()
        home.close()


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """One where a yes is enough."""
    async with open_house() as house:
        yield house
