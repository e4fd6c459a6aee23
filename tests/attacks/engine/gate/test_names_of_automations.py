"""Learning by the names of automations what has been hidden since they were made."""

from collections.abc import AsyncIterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any, override

import pytest

from home_agent.engine import Agent, Settings, Turn, build_agent
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.home import Snapshot
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.settings import ORDER, ToolSettings
from home_agent.simulated import SimulatedHome
from tests.engine.automations.conftest import HOUSE

MODEL = Authority(conversation_id="one", decided_by=(Origin.MODEL,))
SPOKEN = "whenever the back door opens, turn on the hall light as an automation"


class Hiding(SimulatedHome):
    """A home in which things are hidden, and called otherwise, while it is open."""

    hidden: tuple[str, ...] = ()
    renamed: str | None = None

    @override
    def snapshot(self) -> Snapshot:
        home = super().snapshot()
        entities = dict(home.layout.entities)
        for entity_id in self.hidden:
            entity = entities[entity_id]
            entities[entity_id] = replace(entity, exposed=False, name=self.renamed or entity.name)
        return replace(home, layout=replace(home.layout, entities=MappingProxyType(entities)))


@pytest.fixture
async def home() -> AsyncIterator[Hiding]:
    home = Hiding.from_inventory(HOUSE)
    yield home
    home.close()


@pytest.fixture
async def agent(home: Hiding) -> AsyncIterator[Agent]:
    settings = Settings(patience=0.05, tools=ToolSettings(enabled=ORDER))
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=settings)
    await agent.start()
    yield agent
    await agent.close()


async def say(agent: Agent, text: str) -> str:
    turn = Turn(text=text, language="en", conversation_id="one", origin=Origin.CHAT)
    return (await agent.hear(turn)).text


async def use(agent: Agent, name: str, **arguments: Any) -> str:
    call = ToolCall(id="1", name=name, arguments=arguments)
    result = await agent.api.use_tool(call, MODEL, attended=True)
    found = await agent.api.find_question(result, "en")
    return f"{result.as_json()} {found}"


@pytest.mark.parametrize("renamed", [None, "Something else"])
@pytest.mark.parametrize("hidden", ["light.hall", "binary_sensor.back_door"])
async def test_no_name_is_told(
    agent: Agent, home: Hiding, hidden: str, renamed: str | None
) -> None:
    secret = home.snapshot().layout.entities[hidden].name.casefold()
    await say(agent, SPOKEN)
    await say(agent, "yes")
    (kept,) = await home.automations.list()
    assert secret in (await say(agent, "which automations did you make?")).casefold()
    home.hidden, home.renamed = (hidden,), renamed
    other = {
        "triggers": [{"entity": "sensor.bath_humidity", "above": 60}],
        "actions": [{"service": "fan.turn_on", "entity": "fan.bath"}],
    }
    told = [
        await say(agent, "which automations did you make?"),
        await say(agent, "delete the automation light"),
        await say(agent, "turn off the automation door"),
        await use(agent, "manage_automations", action="list"),
        await use(agent, "manage_automations", action="remove", id=kept.automation_id),
        await use(agent, "manage_automations", action="disable", id="hall light"),
        await use(agent, "create_automation", id=kept.automation_id, **other),
        str(await agent.api.automations()),
    ]
    for words in told:
        assert secret not in words.casefold()


async def test_what_may_be_seen_is_told_as_ever(agent: Agent, home: Hiding) -> None:
    await say(agent, SPOKEN)
    await say(agent, "yes")
    home.hidden = ("fan.bath",)
    assert "hall light" in (await say(agent, "which automations did you make?")).casefold()


async def test_a_name_that_somebody_gave_stays_when_it_is_changed(
    agent: Agent, home: Hiding
) -> None:
    """What is not shown is not lost."""
    what = {
        "triggers": [{"entity": "sensor.bath_humidity", "above": 60}],
        "actions": [{"service": "fan.turn_on", "entity": "fan.bath"}],
    }
    for given in ({"name": "Hall light and fan"}, None):
        call = ToolCall(id="1", name="create_automation", arguments={**what, **(given or {})})
        if given is None:
            (kept,) = await home.automations.list()
            home.hidden = ("light.hall",)
            call = replace(call, arguments={**what, "id": kept.automation_id})
        result = await agent.api.use_tool(call, MODEL, attended=True)
        found = await agent.api.find_question(result, "en")
        assert found is not None
        assert given or "Hall light" not in found[0]
        await agent.api.carry_out_confirmed(found[1], MODEL)
    assert [item.alias for item in await home.automations.list()] == ["Hall light and fan"]
