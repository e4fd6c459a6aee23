"""How often the agent acts when nobody should: sentences that command nothing, or nothing here."""

import asyncio
from pathlib import Path

from home_agent.engine import Agent, Reply, Settings, Turn
from home_agent.engine.act.safety import NOTHING_ASKED
from home_agent.engine.home.simulated import SimulatedHome
from home_agent.engine.store import MemoryStore

DATA = Path(__file__).parent / "data"


async def say(sentence: str) -> tuple[Reply, int]:
    """Say it in a house where nothing has happened yet; the reply, and how many states changed."""
    home = SimulatedHome.demo()
    before = dict(home.snapshot().states)
    agent = Agent(home, store=MemoryStore(), settings=Settings(patience=0.05, safety=NOTHING_ASKED))
    reply = await agent.hear(Turn(text=sentence, conversation_id="1"))
    after = home.snapshot().states
    home.close()
    return reply, sum(before[entity_id] != after[entity_id] for entity_id in before)


async def main() -> None:
    """Print the share, and every sentence that was acted upon."""
    files = sorted(DATA.glob("no-action*.txt"))
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    sentences = [line for line in lines if line.strip() and not line.startswith("#")]
    acted = [(one, *await say(one)) for one in sentences]
    acted = [(one, reply, changed) for one, reply, changed in acted if changed]
    share = 100 * len(acted) / len(sentences)
    print(f"acted upon {len(acted)} of {len(sentences)} sentences ({share:.2f} %)")
    for sentence, reply, _ in acted:
        print(f"  {sentence}")
        for call in reply.calls:
            print(f"      {call.full_name} {', '.join(call.targets)} {dict(call.data) or ''}")


if __name__ == "__main__":
    asyncio.run(main())
