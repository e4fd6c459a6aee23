"""Run by the app's interpreter: what becomes of sentences, each said in a simulated home."""

import asyncio
import json
import sys
from contextlib import closing
from typing import Any

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from home_agent.simulated.inventory_reader import read_inventory


async def hear(number: int, sentence: str, inventory: dict[str, Any]) -> dict[str, Any]:
    """What the agent does about a sentence, in a home made of this inventory."""
    with closing(SimulatedHome(read_inventory(inventory))) as home:
        agent = build_agent(
            home, store=InMemoryStore(durable=True), settings=Settings(patience=0.2)
        )
        try:
            reply = await agent.hear(
                Turn(text=sentence, language="en", conversation_id=str(number))
            )
        finally:
            await agent.close()
        return {
            "response": reply.text,
            "verdict": reply.verdict,
            "expects_answer": reply.expects_answer,
            "calls": [
                {"service": call.full_name, "targets": [*call.targets], "data": {**call.data}}
                for call in reply.calls
            ],
            "warnings": [f"{warning.place}: {warning.problem}" for warning in home.warnings],
        }


async def main() -> None:
    """Read pairs of a sentence and an inventory; print a verdict for each."""
    asked = json.load(sys.stdin)
    verdicts = [await hear(at, sentence, home) for at, (sentence, home) in enumerate(asked)]
    json.dump(verdicts, sys.stdout, default=list)


asyncio.run(main())
