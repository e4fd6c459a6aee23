"""A house with doors that are asked about, a clock that tests move, and a home that changes."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.home import Home, ServiceCall, Snapshot
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import ManualClock, SimulatedHome
from tests.engine.lived_in import LivedIn

WEDNESDAY = datetime(2026, 3, 4, 18, 30, tzinfo=ZoneInfo("Europe/Berlin"))

COVER = ["CoverEntityFeature.OPEN", "CoverEntityFeature.CLOSE", "CoverEntityFeature.SET_POSITION"]

HOUSE: dict[str, Any] = {
    "areas": [{"name": "Hall", "id": "hall"}, {"name": "Garden", "id": "garden"}],
    "entities": [
        {"name": "Front door", "id": "lock.front", "area": "hall", "state": "locked"},
        {"name": "Back door", "id": "lock.back", "area": "garden", "state": "unlocked"},
        {"name": "Safe room", "id": "lock.safe", "state": "locked", "exposed": False},
        {"name": "Gate", "id": "cover.gate_hall", "area": "hall", "state": "closed",
         "attributes": {"device_class": "gate", "supported_features": COVER[:2]}},
        {"name": "Gate", "id": "cover.gate_garden", "area": "garden", "state": "closed",
         "attributes": {"device_class": "gate", "supported_features": COVER[:2]}},
        {"name": "Garage", "id": "cover.garage", "area": "garden", "state": "open",
         "attributes": {"device_class": "garage", "current_position": 40,
                        "supported_features": COVER}},
        {"name": "Alarm", "id": "alarm_control_panel.alarm", "state": "armed_away"},
        {"name": "Siren", "id": "siren.siren", "state": "off",
         "attributes": {"supported_features": ["TURN_ON", "TURN_OFF"]}},
        {"name": "Hall lamp", "id": "light.hall", "area": "hall", "state": "off"},
        {"name": "Doors", "id": "lock.doors", "state": "locked",
         "attributes": {"entity_id": ["lock.front"]}},
        {"name": "Evening", "id": "script.evening", "sequence": [
            {"action": "lock.unlock", "target": {"entity_id": "lock.front"}},
            {"action": "alarm_control_panel.alarm_disarm",
             "target": {"entity_id": "alarm_control_panel.alarm"}}]},
        {"name": "Delivery", "id": "script.delivery", "sequence": [
            {"action": "lock.unlock", "target": {"entity_id": "lock.safe"}}]},
        {"name": "Open house", "id": "scene.open_house",
         "entities": {"lock.front": "unlocked", "cover.garage": "open"}},
    ],
}  # fmt: skip


@dataclass(slots=True, kw_only=True)
class ChangingHome:
    """A home whose scripts and groups somebody edits, while we wait for a yes."""

    home: SimulatedHome
    routines: dict[str, tuple[ServiceCall, ...]] = field(default_factory=dict)
    members: dict[str, list[str]] = field(default_factory=dict)

    def snapshot(self) -> Snapshot:
        now = self.home.snapshot()
        layout = replace(now.layout, routines={**now.layout.routines, **self.routines})
        grown = {
            entity_id: replace(
                now.states[entity_id],
                attributes={**now.states[entity_id].attributes, "entity_id": members},
            )
            for entity_id, members in self.members.items()
        }
        return replace(now, layout=layout, states={**now.states, **grown})

    def __getattr__(self, name: str) -> Any:
        return getattr(self.home, name)


def unlocks(entity_id: str) -> ServiceCall:
    return ServiceCall(domain="lock", service="unlock", targets=(entity_id,))


@dataclass(slots=True, kw_only=True)
class House(LivedIn):
    """Somewhere to talk, by whoever it is."""

    simulated: SimulatedHome
    store: InMemoryStore = field(default_factory=lambda: InMemoryStore(durable=True))

    async def hear(
        self,
        text: str,
        *,
        user: str | None = None,
        conversation: str = "one",
        language: str = "en",
        **turn: Any,
    ) -> Reply:
        assert self.agent is not None
        asked = Turn(
            text=text, user_id=user, conversation_id=conversation, language=language, **turn
        )
        reply = await self.agent.hear(asked, self.events.append)
        await self.settle()
        return reply

    @property
    def doors(self) -> dict[str, str]:
        """How everything stands that lets somebody in."""
        guarded = ("lock.", "cover.", "alarm_control_panel.", "siren.")
        states = self.home.snapshot().states
        return {
            entity_id: state.value
            for entity_id, state in states.items()
            if entity_id.startswith(guarded)
        }

    async def kept(self) -> str:
        """All that is kept, as text."""
        return repr([await self.store.get(key) for key in await self.store.keys("")])


type MakeGuarded = Callable[..., Awaitable[House]]


@pytest.fixture
async def make_guarded() -> AsyncIterator[MakeGuarded]:
    """Houses, with what is set otherwise about their safety."""
    houses: list[House] = []

    async def make(
        *, changing: bool = False, inventory: Mapping[str, Any] = HOUSE, **safety: Any
    ) -> House:
        clock = ManualClock(WEDNESDAY)
        simulated = SimulatedHome.from_inventory(inventory, clock=clock)
        home: Home = simulated
        if changing:
            home = ChangingHome(home=simulated)
        house = House(home=home, simulated=simulated, clock=clock)
        houses.append(house)
        settings = Settings(patience=0.05, safety=Safety.from_mapping(safety))
        await house.move_in(build_agent(home, store=house.store, settings=settings, clock=clock))
        return house

    yield make
    for house in houses:
        await house.stop()
        house.simulated.close()


@pytest.fixture
async def guarded(make_guarded: MakeGuarded) -> House:
    return await make_guarded()
