"""What an agent keeps of its conversations, for how long, and through what."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Agent, Settings, Turn, build_agent
from home_agent.engine.context.history import add_summary
from home_agent.engine.context.settings import ContextSettings, HistorySettings
from home_agent.engine.conversation.conversation import CALLERS, Conversation, Exchange
from home_agent.engine.conversation.conversations import Conversations, ConversationSummarizer
from home_agent.engine.storage.store import InMemoryStore, SqliteStore
from home_agent.simulated import ManualClock, SimulatedHome
from tests.engine.conftest import HOUSE
from tests.engine.llm.queued import QueuedProvider, says

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def home(clock: ManualClock) -> SimulatedHome:
    return SimulatedHome.from_inventory(HOUSE, clock=clock)


def _set(**history: object) -> Settings:
    history_settings = HistorySettings.from_mapping(history)
    return Settings(context=ContextSettings(history=history_settings))


async def _said_again(agent: Agent) -> str:
    turn = Turn(text="what did you say?", conversation_id="one")
    return (await agent.hear(turn)).text


async def test_conversation_goes_on_after_a_restart_unless_set_otherwise(
    home: SimulatedHome, tmp_path: Path
) -> None:
    for persist in (True, False):
        store = SqliteStore(tmp_path / f"{persist}.sqlite")
        settings = _set(persist=persist)
        first = build_agent(home, store=store, settings=settings)
        reply = await first.hear(Turn(text="is the front door locked?", conversation_id="one"))
        assert await _said_again(first) == reply.text
        later = build_agent(home, store=store, settings=settings)
        assert (await _said_again(later) == reply.text) is persist
        assert bool(await store.keys("conversation/")) is persist


def _keeping(clock: ManualClock, settings: HistorySettings) -> Conversations:
    return Conversations(InMemoryStore(), settings, clock.now)


async def test_conversation_is_over_after_a_while(clock: ManualClock) -> None:
    conversations = _keeping(clock, HistorySettings(expire=2))
    await conversations.remember("one", _long(1))
    clock.advance(timedelta(hours=2).total_seconds())
    assert (await conversations.recall("one")).exchanges == _long(1).exchanges
    clock.advance(1)
    assert await conversations.recall("one") == Conversation()


async def test_conversation_never_ends_where_that_is_set(clock: ManualClock) -> None:
    conversations = _keeping(clock, HistorySettings(expire=0))
    await conversations.remember("one", _long(1))
    clock.advance(timedelta(days=1000).total_seconds())
    assert (await conversations.recall("one")).count == 1


async def test_new_conversation_does_not_inherit_the_summary_of_one_that_is_over(
    clock: ManualClock,
) -> None:
    conversations = _keeping(clock, HistorySettings(expire=1))
    await conversations.remember("one", _long(9).with_summary("Old.", 6))
    clock.advance(timedelta(hours=2).total_seconds())
    await conversations.remember("one", _long(1))
    assert (await conversations.recall("one")).summary == ""


async def test_agent_forgets_on_request(home: SimulatedHome) -> None:
    agent = build_agent(home, store=InMemoryStore())
    for name in ("one", "two"):
        await agent.hear(Turn(text="is the front door locked?", conversation_id=name))
    assert await agent.forget("one") == 1
    assert "locked" not in await _said_again(agent)
    assert await agent.forget() == 2


@pytest.mark.parametrize("conversation", ["one", None])
async def test_what_waits_for_a_yes_is_forgotten_too(
    home: SimulatedHome, conversation: str | None
) -> None:
    agent = build_agent(home, store=InMemoryStore())
    asked = await agent.hear(Turn(text="unlock the front door", conversation_id="one"))
    assert asked.expects_answer
    await agent.forget(conversation)
    agreed = await agent.hear(Turn(text="yes", conversation_id="one"))
    assert agreed.calls == ()


SUMMING_UP = HistorySettings(summary=True, max_messages=4)


def _long(count: int = 3) -> Conversation:
    conversation = Conversation()
    for number in range(count):
        conversation = conversation.after(Exchange(heard=str(number), said="Yes."), None)
    return conversation


async def test_summary_is_kept_with_what_was_said_meanwhile(clock: ManualClock) -> None:
    conversations = _keeping(clock, SUMMING_UP)
    model = QueuedProvider(says("They count.", pieces=1))
    await conversations.remember("one", _long())

    async def going_on(before: Conversation) -> Conversation:
        after = await add_summary(before, SUMMING_UP, model)
        await conversations.remember("one", _long(4))
        return after

    await _done(conversations, going_on)
    await conversations.remember("one", _long(5))
    kept = await conversations.recall("one")
    assert kept.count == 5
    assert kept.summary == "They count."
    assert kept.summarised == 1


async def test_what_was_forgotten_meanwhile_stays_forgotten(clock: ManualClock) -> None:
    conversations = _keeping(clock, SUMMING_UP)
    await conversations.remember("one", _long())

    async def forgotten(before: Conversation) -> Conversation:
        await conversations.forget({"one"})
        return before.with_summary("They count.", 1)

    await _done(conversations, forgotten)
    assert await conversations.recall("one") == Conversation()


async def _done(conversations: Conversations, summarize: ConversationSummarizer) -> None:
    conversations.summarize("one", summarize)
    await asyncio.gather(*conversations._summaries)


async def test_what_a_caller_keeps_is_not_kept_here(home: SimulatedHome) -> None:
    """It goes on while we are there; nothing of it is in the store, and it can be forgotten."""
    store = InMemoryStore()
    agent = build_agent(home, store=store)
    turn = Turn(text="is the front door locked?", conversation_id=f"{CALLERS}one")
    said = (await agent.hear(turn)).text
    again = await agent.hear(replace(turn, text="what did you say?"))
    assert again.text == said
    assert await store.keys("conversation/") == ()
    assert await agent.forget(f"{CALLERS}one") == 1


async def test_a_conversation_is_resumed_by_its_words(home: SimulatedHome) -> None:
    """They are what was said, and promise nothing: a yes to them is to nothing."""
    agent = build_agent(home, store=InMemoryStore())
    told = (Exchange(heard="unlock the front door", said="Shall I unlock Front door?"),)
    await agent.resume(f"{CALLERS}one", told)
    reply = await agent.hear(Turn(text="yes", conversation_id=f"{CALLERS}one"))
    assert reply.calls == ()
    await agent.resume(f"{CALLERS}two", told)
    again = await agent.hear(Turn(text="what did you say?", conversation_id=f"{CALLERS}two"))
    assert again.text == "Shall I unlock Front door?"
