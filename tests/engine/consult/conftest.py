"""An agent in a small house, with a model that says what a test has it say."""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.events import Event
from home_agent.engine.llm.failover import RetrySettings
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.settings import ToolSettings
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE
from tests.engine.llm.scripted_server import ScriptedServer

type MakeHouse = Callable[..., House]


class House:
    """Somewhere to talk, with everything that happens written down."""

    def __init__(self, home: SimulatedHome, settings: Settings) -> None:
        self.home = home
        self.store = InMemoryStore(durable=True)
        self.agent = build_agent(home, store=self.store, settings=settings)
        self.events: list[Event] = []

    async def say(self, text: str, *, language: str = "en", conversation: str = "talk") -> Reply:
        turn = Turn(text=text, language=language, conversation_id=conversation)
        return await self.agent.hear(turn, self.events.append)

    def state(self, entity_id: str) -> str:
        return self.home.snapshot().states[entity_id].value

    def seen[Kind: Event](self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
async def make_house(server: ScriptedServer) -> AsyncIterator[MakeHouse]:
    """Make houses with one model, which is not asked twice when it fails; the rest as is set."""
    houses: list[House] = []

    def make(**set_otherwise: Any) -> House:
        model = ModelSettings(base_url=server.url, model="m", api_key="sk-secret")
        settings = Settings(llm=(model,), retries=RetrySettings(attempts=1), patience=0.2)
        for name, kind in (("tools", ToolSettings), ("safety", Safety)):
            if name in set_otherwise:
                set_otherwise[name] = kind(**set_otherwise[name])
        home = SimulatedHome.from_inventory(HOUSE)
        houses.append(House(home, replace(settings, **set_otherwise)))
        return houses[-1]

    yield make
    for house in houses:
        await house.agent.close()
        house.home.close()


@pytest.fixture
def house(make_house: MakeHouse) -> House:
    return make_house()
