"""Events of the home that are no states: watched for, and asked about."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from home_agent.engine import Settings, build_agent
from home_agent.engine.agent import Agent
from home_agent.engine.authority import Authority
from home_agent.engine.errors import SettingsError
from home_agent.engine.events import Announcement, Event
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE

BUTTON = {
    "name": "Remote",
    "event": "zha_event",
    "event_data": {"command": "on"},
    "message": "Somebody pressed the remote",
    "action": {"service": "light.turn_on", "entity": "light.ceiling"},
}

type Make = Callable[..., Any]


@pytest.fixture
async def make() -> AsyncIterator[Make]:
    """An agent in the small house, and what it tells."""
    made: list[tuple[Agent, SimulatedHome]] = []

    async def start(**values: Any) -> tuple[Agent, SimulatedHome, list[str]]:
        home = SimulatedHome.from_inventory(HOUSE)
        settings = Settings.from_mapping({"patience": 0.2, **values})
        agent = build_agent(home, store=InMemoryStore(durable=True), settings=settings)
        made.append((agent, home))
        told: list[str] = []

        def hear(event: Event) -> None:
            if isinstance(event, Announcement):
                told.append(event.text)

        agent.listen(hear)
        await agent.start()
        return agent, home, told

    yield start
    for agent, home in made:
        await agent.close()
        home.close()


async def settle() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


async def test_one_that_comes_is_told_and_acted_on(make: Make) -> None:
    """Through the gate, and only what fits."""
    agent, home, told = await make(watches=[BUTTON])
    home.fire("zha_event", command="off")
    home.fire("other_event", command="on")
    await settle()
    assert told == []
    home.fire("zha_event", command="on", device="x")
    await settle()
    await agent.close()
    assert len(told) == 1
    assert told[0].startswith("Somebody pressed the remote")
    assert home.snapshot().states["light.ceiling"].value == "on"


async def test_what_is_not_exposed_is_not_touched(make: Make) -> None:
    action = {"service": "switch.turn_off", "entity": "switch.rack"}
    agent, home, told = await make(watches=[{**BUTTON, "action": action}])
    home.fire("zha_event", command="on")
    await settle()
    await agent.close()
    assert home.snapshot().states["switch.rack"].value == "on"
    # Who wrote it into the settings is told why nothing came of it.
    assert "not exposed" in told[0]


async def test_a_pause_is_kept(make: Make) -> None:
    agent, home, told = await make(watches=[{**BUTTON, "action": [], "pause": "1 h"}])
    for _ in range(3):
        home.fire("zha_event", command="on")
    await settle()
    await agent.close()
    assert told == ["Somebody pressed the remote"]


async def test_they_are_asked_about(make: Make) -> None:
    """Without codes, and not of what is hidden."""
    agent, home, _told = await make(
        watch={"events": ["call_service", "my_event"]},
        tools={"enabled": ["check_for_recent_ha_events"]},
    )
    home.fire("my_event", what="doorbell", deep={"pin": "4711", "place": "gate"})
    home.fire("unasked", what="nothing")
    service = {"domain": "switch", "service": "turn_off"}
    home.fire("call_service", **service, service_data={"entity_id": ["switch.rack"]})
    call = ToolCall(id="1", name="check_for_recent_ha_events", arguments={})
    result = await agent.api.use_tool(call, Authority())
    assert result.success, result.error
    (event,) = result.result["home_events"]
    assert event["event"] == "my_event"
    assert event["data"] == "what: doorbell, deep.place: gate"
    assert "4711" not in str(result.result)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"watch": {"events": ["state_changed"]}}, "watch, events"),
        ({"watch": {"events": "zha_event"}}, "watch, events"),
        ({"watches": [{**BUTTON, "event": "a b"}]}, "watches 1, event"),
        ({"watches": [{**BUTTON, "for": 5}]}, "watches 1, for"),
        ({"watches": [{**BUTTON, "entity": "light.ceiling", "state": "on"}]}, "watches 1, entity"),
        ({"watches": [{**BUTTON, "event_data": 1}]}, "watches 1, event_data"),
    ],
)
def test_what_is_wrong_is_told(values: dict[str, Any], told: str) -> None:
    with pytest.raises(SettingsError) as error:
        Settings.from_mapping(values)
    assert str(error.value.problems[0]).startswith(told), error.value.problems
