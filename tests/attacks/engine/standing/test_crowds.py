"""Many sentences at once: who asks too much is told so at once, and nobody else is held up."""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from home_agent.engine import Agent, Reply, Turn, build_agent
from home_agent.engine.active_requests import MAX_IN_ALL, MAX_PER_CALLER
from home_agent.engine.authority import Authority
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.understand import NotUnderstood, Understander
from home_agent.engine.understand.effort import Effort
from home_agent.engine.understand.grammar.targets import Scene
from home_agent.engine.understand.text.phrases import find_phrase
from home_agent.simulated import SimulatedHome

TOO_MANY = "Too much is being asked of me at once. Please try again in a moment."
STUCK = "a sentence that takes for ever"


class Reader:
    """Understands as ever, but for one sentence: that is looked at until somebody ends it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reading = 0
        self.given_up = 0
        understand = Understander._understood

        def stuck(self_: Understander, scene: Scene, *rest: object) -> object:
            if scene.heard != STUCK:
                return understand(self_, scene, *rest)  # type: ignore[arg-type]
            self.reading += 1
            try:
                while not self.released.is_set():
                    self.released.wait(0.001)
                    for _ in range(100):
                        find_phrase(("a",), frozenset(), 0)
                return NotUnderstood()
            except Exception:
                self.given_up += 1
                raise

        self.released = threading.Event()
        monkeypatch.setattr(Understander, "_understood", stuck)
        monkeypatch.setattr(Effort.__init__, "__defaults__", (10**12,))


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    return Reader(monkeypatch)


@pytest.fixture
async def agent() -> AsyncIterator[Agent]:
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore())
    await agent.prepare("en")
    yield agent
    await agent.close()
    home.close()


def _say(
    agent: Agent, text: str, user: str | None = "mallory", number: int = 0
) -> asyncio.Task[Reply]:
    turn = Turn(text=text, conversation_id=f"{user}-{number}", user_id=user)
    return asyncio.create_task(agent.hear(turn))


async def _until_read(reader: Reader, count: int) -> None:
    async with asyncio.timeout(10):
        while reader.reading < count:  # noqa: ASYNC110 - a thread reads
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("user", ["mallory", None])
async def test_a_flood_of_one_caller_is_turned_away(
    agent: Agent, reader: Reader, user: str | None
) -> None:
    """Also without a user, and though every sentence is a conversation of its own."""
    flood = [_say(agent, STUCK, user, number) for number in range(200)]
    await _until_read(reader, 1)
    async with asyncio.timeout(10):
        while sum(turn.done() for turn in flood) < 200 - MAX_PER_CALLER:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.001)
    turned_away = Counter(turn.result().text for turn in flood if turn.done())
    assert turned_away == {TOO_MANY: 200 - MAX_PER_CALLER}
    reader.released.set()
    answered = await asyncio.gather(*flood)
    assert sum(reply.text != TOO_MANY for reply in answered) == MAX_PER_CALLER
    assert (await _say(agent, "is the chandelier on?", user)).text != TOO_MANY


async def test_nobody_else_is_held_up(agent: Agent, reader: Reader) -> None:
    flood = [_say(agent, STUCK, "mallory", number) for number in range(200)]
    await _until_read(reader, 1)
    async with asyncio.timeout(10):
        for number in range(20):
            reply = await _say(agent, "is the chandelier on?", "alice", number)
            assert "Chandelier" in reply.text
    assert reader.reading == 1, "one sentence of a caller is read at a time"
    reader.released.set()
    await asyncio.gather(*flood)


async def test_many_callers_have_a_limit_as_well(agent: Agent, reader: Reader) -> None:
    flood = [_say(agent, STUCK, f"bot {number}", number) for number in range(MAX_IN_ALL + 30)]
    await _until_read(reader, 1)
    async with asyncio.timeout(10):
        while sum(turn.done() for turn in flood) < 30:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.001)
    reader.released.set()
    replies = Counter(item.text for item in await asyncio.gather(*flood))
    assert replies[TOO_MANY] == 30


@pytest.mark.parametrize("count", [1, 2, 20])
async def test_who_leaves_takes_the_work_along(agent: Agent, reader: Reader, count: int) -> None:
    waiting = [_say(agent, STUCK, f"user {number}", number) for number in range(count)]
    await _until_read(reader, min(2, count))
    for item in waiting:
        item.cancel()
    gone = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(item, asyncio.CancelledError) for item in gone)
    async with asyncio.timeout(10):
        while reader.given_up < reader.reading:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.001)
        assert reader.reading <= min(2, count)
        reply = await _say(agent, "is the chandelier on?", "alice")
    assert "Chandelier" in reply.text


async def test_nothing_is_left_behind(reader: Reader) -> None:
    """A sentence that is being read does not keep an agent from ending."""
    before = set(threading.enumerate())
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore())
    waiting = _say(agent, STUCK)
    await _until_read(reader, 1)
    waiting.cancel()
    async with asyncio.timeout(10):
        await agent.close()
    ours = [item.name for item in set(threading.enumerate()) - before]
    assert not [name for name in ours if name.startswith("home_agent")]
    home.close()


async def test_tools_have_the_same_door(agent: Agent, reader: Reader) -> None:
    """Whoever uses tools rather than words is turned away alike."""
    flood = [_say(agent, STUCK, "mallory", number) for number in range(MAX_PER_CALLER)]
    await _until_read(reader, 1)
    call = ToolCall(id="1", name="ha_query", arguments={"entity_id": "light.chandelier"})
    refused = await agent.api.use_tool(call, Authority(user_id="mallory"))
    assert not refused.success
    assert "at once" in str(refused.error)
    assert (await agent.api.use_tool(call, Authority(user_id="alice"))).success
    reader.released.set()
    await asyncio.gather(*flood)
