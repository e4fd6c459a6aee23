"""A thousand turns in a real Home Assistant, and what they leave in its memory.

Runs where Home Assistant is installed. Commands and questions, of several conversations, without a
model and with one; what is kept of them is bounded, so that the second half must add nothing.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.real_hass import Client, RealHass
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

TURNS = 1_000
FIRST = 300
"""After so many, all that is kept has been kept once: 50 conversations, caches, the grammar."""
CONVERSATIONS = 60
BEARABLE = 5.0
"""What memory may grow by between, in MiB: about what an allocator leaves lying around."""
SENTENCES = (
    "turn on the kitchen lights",
    "is the bed light on?",
    "tell me a joke",
    "turn off the kitchen lights",
    "what is the outside temperature?",
    "turn on the disco ball",
)
AGENT = "conversation.talker"


async def _talk(client: Client, turns: range) -> None:
    for number in turns:
        said = SENTENCES[number % len(SENTENCES)]
        conversation = f"bench-{number % CONVERSATIONS}"
        await client.say(said, agent_id=AGENT, conversation_id=conversation)


async def run() -> bool:
    """Talk, and look at the memory; say whether it stayed where it was."""
    with ScriptedServer() as server, RealHass() as hass:
        server.otherwise(Says(text="A lamp walks into a bar."))
        async with hass.client() as client:
            await client.add_agent(
                {"next_step_id": "openai"},
                {"base_url": server.url, "api_key": ""},
                {"model": "scripted"},
                name="Talker",
            )
            await _talk(client, range(FIRST))
            before = hass.memory
            await _talk(client, range(FIRST, FIRST + TURNS))
            after = hass.memory
    print(f"after {FIRST} turns Home Assistant has {before:.1f} MiB,", end=" ")
    print(f"after {TURNS} more {after:.1f} MiB ({after - before:+.1f})")
    return after - before < BEARABLE


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(run()) else 1)
