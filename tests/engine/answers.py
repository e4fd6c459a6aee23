"""What the built-in house answers to the last of some sentences."""

from datetime import UTC, datetime

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import ManualClock, SimulatedHome

_NOW = datetime(2026, 11, 18, 2, 30, tzinfo=UTC)


async def answer_to(language: str, said: list[str]) -> str:
    """The answer to the last of these, said one after the other at half past two at night.

    No second passes, or a slow machine is told of 4 minutes 59.
    """
    home = SimulatedHome.demo(language=language, clock=ManualClock(_NOW))
    store = InMemoryStore(durable=True)
    agent = build_agent(home, store=store, settings=Settings(patience=0.5))
    await agent.start()
    for sentence in said:
        reply = await agent.hear(Turn(text=sentence, language=language, conversation_id="one"))
    await agent.close()
    home.close()
    return reply.text
