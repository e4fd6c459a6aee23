"""One agent sees to what is for later in a home; another one there has it keep things."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from home_agent.engine import Agent, Reply, Settings, Turn, build_agent
from home_agent.engine.act.schedule import DeferredStep, ScheduleBackend
from home_agent.engine.act.schedule.documents import as_document, from_document
from home_agent.engine.authority import Authority
from home_agent.engine.outcome import Outcome


class OverTheWire:
    """Hands everything on as it would go to another process."""

    def __init__(self, schedule_backend: ScheduleBackend) -> None:
        self._schedule_backend = schedule_backend

    async def handle(self, step: DeferredStep, authority: Authority) -> list[Outcome]:
        step, authority = _sent([step, authority])
        outcomes: list[Outcome] = _sent(await self._schedule_backend.handle(step, authority))
        return outcomes

    async def cancel(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        outcomes: list[Outcome] = _sent(await self._schedule_backend.cancel(_sent(job_ids)))
        return outcomes


def _sent(value: Any) -> Any:
    return from_document(json.loads(json.dumps(as_document(value))))


@pytest.fixture
async def beside(house: Any) -> AsyncIterator[Agent]:
    """Another agent in the same house, which is never started."""
    agent = build_agent(house.home, store=house.store, settings=Settings(patience=0.05))
    agent.delegate(OverTheWire(house.agent.schedule_backend))
    yield agent
    await agent.close()


async def _say(agent: Agent, text: str) -> Reply:
    return await agent.hear(Turn(text=text, conversation_id="beside"))


async def test_what_is_planned_beside_is_done_once(house: Any, beside: Agent) -> None:
    """By the one that sees to the home, who tells of it."""
    reply = await _say(beside, "turn on the towel rail in ten minutes")
    assert reply.text.startswith("I will turn on")
    assert house.state("switch.towel_rail") == "off"
    assert "Planned: turn on" in (await _say(beside, "what have you scheduled?")).text
    told = await house.after(660)
    assert house.state("switch.towel_rail") == "on"
    assert len(told) == 1
    assert "nothing planned" in (await _say(beside, "what have you scheduled?")).text


@pytest.mark.parametrize("words", ["undo that", "cancel that"])
async def test_it_can_be_called_off_beside(house: Any, beside: Agent, words: str) -> None:
    await _say(beside, "turn on the towel rail in ten minutes")
    assert len(await house.jobs()) == 1
    await _say(beside, words)
    assert await house.jobs() == []
    assert await house.after(660) == []
    assert house.state("switch.towel_rail") == "off"


async def test_for_a_while(house: Any, beside: Agent) -> None:
    """One does what is for now, the other brings it back."""
    await _say(beside, "turn on the towel rail for half an hour")
    assert house.state("switch.towel_rail") == "on"
    await house.after(1860)
    assert house.state("switch.towel_rail") == "off"


async def test_what_was_so_already_does_not_go_back(house: Any, beside: Agent) -> None:
    await house.say("turn off the towel rail")
    await _say(beside, "turn off the towel rail for half an hour")
    assert await house.jobs() == []


async def test_a_timer(house: Any, beside: Agent) -> None:
    await _say(beside, "set a tea timer for five minutes")
    assert "tea timer has" in (await _say(beside, "how long is left on the tea timer?")).text
    assert await house.after(301) == ["The tea timer is up!"]


async def test_a_refusal_keeps_its_reason(house: Any, beside: Agent) -> None:
    reply = await _say(beside, "unlock the front door with code 1234 in ten minutes")
    assert await house.jobs() == []
    said = await house.say("unlock the front door with code 1234 in ten minutes")
    assert reply.text == said.text
