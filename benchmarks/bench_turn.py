"""How long a sentence takes on the built-in house, from words to verified reply.

The peer in the same run is the bare grammar (`hassil` with the same names), which is what Home
Assistant's own agent spends on understanding alone: before acting, verifying and speaking.
"""

import asyncio
import statistics
from time import perf_counter

from hassil import recognize_best

from home_agent.engine import Agent, Turn
from home_agent.engine.home.simulated import SimulatedHome
from home_agent.engine.language import load_language
from home_agent.engine.store import MemoryStore
from home_agent.engine.understand.grammar import vocabulary

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


def percentiles(milliseconds: list[float]) -> str:
    """The middle and the slow end."""
    cuts = statistics.quantiles(milliseconds, n=20)
    return f"p50 {statistics.median(milliseconds):6.1f} ms   p95 {cuts[18]:6.1f} ms"


async def turns(home: SimulatedHome) -> list[float]:
    """Whole turns, after the first of each kind."""
    agent = Agent(home, store=MemoryStore())
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


def grammar_alone(home: SimulatedHome) -> list[float]:
    """The peer: understanding only, with the same grammar and names."""
    grammar, words = load_language("en").grammar, vocabulary(home.snapshot().layout).exposed
    taken = []
    for _ in range(ROUNDS):
        for text in SENTENCES:
            started = perf_counter()
            recognize_best(text, grammar, slot_lists=dict(words), language="en")
            taken.append((perf_counter() - started) * 1000)
    return taken


async def main() -> None:
    """Print the figures."""
    home = SimulatedHome.demo()
    entities = len(home.snapshot().layout.entities)
    print(f"{len(SENTENCES)} sentences x {ROUNDS}, {entities} entities")
    print(f"whole turn                  {percentiles(await turns(home))}")
    print(f"peer: the grammar alone     {percentiles(grammar_alone(home))}")
    home.close()


if __name__ == "__main__":
    asyncio.run(main())
