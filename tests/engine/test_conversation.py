"""What was said is remembered, within bounds."""

from home_agent.engine.conversation import Conversation, Exchange, recall, remember
from home_agent.engine.store import MemoryStore
from home_agent.engine.understand import Question


async def test_conversation_is_recalled_as_it_was_left() -> None:
    """With its open question."""
    store = MemoryStore()
    question = Question(heard="turn it on", name="lamp", candidates=("light.a", "light.b"))
    left = Conversation().after(Exchange(heard="turn it on", said="Which one?"), question)
    await remember(store, "one", left)
    assert await recall(store, "one") == left
    assert await recall(store, "another") == Conversation()


async def test_question_is_closed_by_the_next_exchange() -> None:
    """It is asked once."""
    question = Question(heard="x", name="lamp", candidates=("light.a",))
    asked = Conversation().after(Exchange(heard="x", said="Which one?"), question)
    assert asked.after(Exchange(heard="y", said="z"), None).open is None


async def test_old_exchanges_and_conversations_are_forgotten() -> None:
    """A house that is talked to for years does not fill its disk."""
    store = MemoryStore()
    conversation = Conversation()
    for number in range(100):
        conversation = conversation.after(Exchange(heard=str(number), said=""), None)
        await remember(store, str(number), conversation)
    assert [one.heard for one in conversation.exchanges] == [str(n) for n in range(80, 100)]
    assert len(await store.keys("")) == 50
    assert await recall(store, "99") == conversation
    assert await recall(store, "0") == Conversation()
