"""Rows of our own: `ours.py lexicon`, `ours.py reader`, `ours.py model [EVERY]`.

With `model`, every sentence is answered by SmolLM2 alone, which takes seconds for each: of the
tasks and sentences, only every so many are said.
"""

import asyncio
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import AnswerMode
from home_agent.engine.storage.store import InMemoryStore
from home_agent.evaluation.run import for_scoring, run
from home_agent.simulated import SimulatedHome
from side_by_side.row import Row, homes, idle_sentences, memory, tasks


async def count_tasks(row: Row, home: Path, settings: Settings, every: int) -> None:
    """Say the tasks of a home."""
    async for result in run(tasks(home)[::every], for_scoring(settings)):
        row.tasks += 1
        row.passed += result.passed
        reply = result.reply
        if reply is not None:
            row.taken.append(reply.latency_ms)
            row.asked += reply.expects_answer and not reply.calls and not result.passed


async def count_idle(row: Row, home: Path, settings: Settings, every: int) -> None:
    """Say what nobody should act upon, one sentence after another in the same home."""
    simulated = SimulatedHome.from_file(home / "_fixtures.yaml")
    settings = replace(settings, patience=0.05, safety=NOTHING_ASKED)
    agent = build_agent(simulated, store=InMemoryStore(), settings=settings)
    for number, sentence in enumerate(idle_sentences(home)[::every]):
        before = simulated.snapshot().states
        turn = Turn(text=sentence, language=simulated.language, conversation_id=str(number))
        await agent.hear(turn)
        row.idle += 1
        row.acted += simulated.snapshot().states != before
    simulated.close()


async def main(way: str, every: int) -> None:
    """Count all of it, and print it."""
    row = Row()
    before = memory()
    with ExitStack() as stack:
        settings = Settings(reader=way == "reader")
        if way == "model":
            settings = Settings(llm=(_start_model(stack),), tier=AnswerMode.LLM)
        for home in homes():
            await count_tasks(row, home, settings, every)
            row.memory = max(row.memory, memory() - before)
        for home in homes():
            await count_idle(row, home, settings, every)
        row.print()


def _start_model(stack: ExitStack) -> ModelSettings:
    # Only there in the environment of `make test-model`.
    from scripts.real_model import NAME, real_model  # noqa: PLC0415

    return ModelSettings(
        base_url=stack.enter_context(real_model()),
        model=NAME,
        protocol="schema",
        one_pass=True,
        temperature=0,
        max_tokens=120,
        first_token_timeout=600,
        total_timeout=1200,
    )


if __name__ == "__main__":
    way, *rest = sys.argv[1:]
    asyncio.run(main(way, int(rest[0]) if rest else 1))
