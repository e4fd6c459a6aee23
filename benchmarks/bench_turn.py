"""How long a sentence takes on the built-in house, from words to verified reply."""

import asyncio
from time import perf_counter

from figures import percentiles

from home_agent.engine import Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

SENTENCES = (
    "turn on the kitchen lights",
    "turn off the kitchen lights",
    "is the front door locked?",
    "which lights are on?",
    "what is the temperature in the bedroom",
    "add milk to my shopping list",
    "turn on the piano",
    "what time is it",
    "tell me a story about a dragon",
)
ROUNDS = 30


async def turns(home: SimulatedHome) -> list[float]:
    """Whole turns, after the first of each kind."""
    agent = build_agent(home, store=InMemoryStore())
    started = perf_counter()
    await agent.prepare("en")
    print(f"prepare English             {(perf_counter() - started) * 1000:6.0f} ms")
    taken = []
    for number in range(ROUNDS + 1):
        for sentence in SENTENCES:
            reply = await agent.hear(Turn(text=sentence, conversation_id=str(number)))
            if number:
                taken.append(reply.latency_ms)
    return taken


async def main() -> None:
    """Print the figures."""
    home = SimulatedHome.demo()
    entities = len(home.snapshot().layout.entities)
    print(f"{len(SENTENCES)} sentences x {ROUNDS}, {entities} entities")
    print(f"whole turn                  {percentiles(await turns(home))}")
    home.close()


if __name__ == "__main__":
    asyncio.run(main())
