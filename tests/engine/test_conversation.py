"""What was said is remembered, within bounds."""

import json

from home_agent.engine.conversation.conversation import Conversation, Exchange
from home_agent.engine.conversation.conversations import recall, remember
from home_agent.engine.home import ServiceCall
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.understand import Proposal, Question, Topic


async def test_conversation_is_recalled_as_it_was_left() -> None:
    """With its open question."""
    store = InMemoryStore()
    question = Question(heard="turn it on", name="lamp", candidates=("light.a", "light.b"))
    left = Conversation().after(Exchange(heard="turn it on", said="Which one?"), question)
    await remember(store, "one", left)
    assert await recall(store, "one") == left
    assert await recall(store, "another") == Conversation()


async def test_proposal_and_topic_are_recalled() -> None:
    """As they were, tuples and all, after a journey through JSON."""
    call = ServiceCall(
        domain="climate", service="set_temperature", targets=("climate.a",), data={"temperature": 2}
    )
    proposal = Proposal(heard="I'm cold", calls=(call,), way=1, area_id="kitchen", unclear="brr")
    topic = Topic(
        heard="turn on the lamp",
        mentioned=("light.a",),
        offered=("light.a", "light.b"),
        place="Kitchen",
        moved=-1,
        age=2,
    )
    left = Conversation().after(Exchange(heard="I'm cold", said="Shall I?"), proposal, topic)
    stored = json.loads(json.dumps(left.as_document()))
    assert Conversation.from_document(stored) == left


def test_documents_of_the_version_before_are_read() -> None:
    """Nobody loses a conversation to an update."""
    question = {"heard": "turn it on", "name": "lamp", "candidates": ["light.a", "light.b"]}
    document = {
        "exchanges": [{"heard": "turn it on", "said": "Which one?"}],
        "mentioned": ["light.c"],
        "question": question,
    }
    read = Conversation.from_document(document)
    assert read.topic == Topic(mentioned=("light.c",))
    assert read.open == Question(heard="turn it on", name="lamp", candidates=("light.a", "light.b"))
    assert Conversation.from_document({}) == Conversation()
    called = {"domain": "light", "service": "turn_on", "targets": ["light.a"], "data": {}}
    proposal = {"heard": "dark", "calls": [called], "way": 0, "area_id": None, "again": False}
    call = ServiceCall(domain="light", service="turn_on", targets=("light.a",))
    read = Conversation.from_document({"proposal": proposal})
    assert read.open == Proposal(heard="dark", calls=(call,))


async def test_question_is_closed_by_the_next_exchange() -> None:
    """It is asked once."""
    question = Question(heard="x", name="lamp", candidates=("light.a",))
    asked = Conversation().after(Exchange(heard="x", said="Which one?"), question)
    assert asked.after(Exchange(heard="y", said="z"), None).open is None


async def test_old_exchanges_and_conversations_are_forgotten() -> None:
    """A house that is talked to for years does not fill its disk."""
    store = InMemoryStore()
    conversation = Conversation()
    for number in range(100):
        conversation = conversation.after(Exchange(heard=str(number), said=""), None)
        await remember(store, str(number), conversation)
    assert [exchange.heard for exchange in conversation.exchanges] == [
        str(n) for n in range(80, 100)
    ]
    assert len(await store.keys("")) == 50
    assert await recall(store, "99") == conversation
    assert await recall(store, "0") == Conversation()
