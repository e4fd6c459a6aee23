"""A house that several people live in, by a clock that tests move, with a model to be talked to."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Reply, Settings, build_agent
from home_agent.engine.act.audit import Record, read_audit
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.act.schedule.settings import ScheduleSettings
from home_agent.engine.authority import Authority
from home_agent.engine.llm.failover import RetrySettings
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.outcome import Outcome
from home_agent.engine.settings import AnswerMode
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import ManualClock, SimulatedHome
from tests.engine.conftest import HOUSE
from tests.engine.lived_in import LivedIn
from tests.engine.llm.scripted_server import ScriptedServer

EVENING = datetime(2026, 3, 4, 18, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@dataclass(slots=True, kw_only=True)
class SharedHouse(LivedIn):
    """People are told apart by their user id; a voice satellite has none."""

    home: SimulatedHome
    settings: Settings
    store: InMemoryStore = field(default_factory=lambda: InMemoryStore(durable=True))

    async def start(self) -> None:
        """Put an agent into the house, as a restart does."""
        agent = build_agent(self.home, store=self.store, settings=self.settings, clock=self.clock)
        await self.move_in(agent)

    async def said(self, user_id: str | None, text: str, **turn: Any) -> Reply:
        """Somebody says something, in a conversation of their own unless it is given."""
        given = {"user_id": user_id, "conversation_id": f"of {user_id}"} | turn
        return await self.say(text, **given)

    async def undo(self, authority: Authority, **how: Any) -> tuple[Outcome, ...]:
        """Undo by an action, as an automation does."""
        assert self.agent is not None
        return (await self.agent.api.undo(authority, **how)).outcomes

    def planned(self) -> list[str | None]:
        """Whose the plans are that there are."""
        assert self.agent is not None
        return [item.owner for item in self.agent.api.planned()]

    async def records(self) -> tuple[Record, ...]:
        """What was done, with the chain on which it was."""
        return await read_audit(self.store)


type MakeSharedHouse = Callable[..., SharedHouse]


@pytest.fixture
async def make_shared(server: ScriptedServer) -> AsyncIterator[MakeSharedHouse]:
    """Make houses for several people; `safety` and `schedule` as they are set."""
    houses: list[SharedHouse] = []

    def make(*, model: bool = False, first: bool = False, **settings: Any) -> SharedHouse:
        given = Settings(
            patience=0.1,
            safety=Safety.from_mapping(settings.get("safety", {})),
            schedule=ScheduleSettings.from_mapping(settings.get("schedule", {})),
            llm=(ModelSettings(base_url=server.url, model="m", api_key="sk"),) if model else (),
            tier=AnswerMode.LLM if first else AnswerMode.AUTO,
            retries=RetrySettings(attempts=1),
        )
        clock = ManualClock(EVENING)
        home = SimulatedHome.from_inventory(HOUSE, clock=clock)
        houses.append(SharedHouse(home=home, clock=clock, settings=given))
        return houses[-1]

    yield make
    for house in houses:
        await house.stop()
        house.home.close()


@pytest.fixture
async def shared(make_shared: MakeSharedHouse) -> SharedHouse:
    """A house as it is set without a word."""
    house = make_shared()
    await house.start()
    return house
