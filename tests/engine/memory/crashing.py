"""A program that remembers, corrects and forgets until it is killed, again and again.

The parent warms up once, and forks a child for each life. What a child has been told is done is
written to a file at once, so that it can be compared afterwards, whatever became of the child.
"""

import asyncio
import os
import random
import select
import signal
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from home_agent.engine.memory.memories import Memories
from home_agent.engine.memory.memory import MemoryDraft
from home_agent.engine.memory.settings import MemorySettings
from home_agent.engine.storage.store import InMemoryStore, SqliteStore, Store

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
THINGS = tuple(f"thing{letter}" for letter in "abcdefghij")
# Seconds until a life ends, at most, after it has kept something; some end while they still begin.
LONGEST = 0.03
LATE = 0.8
ENOUGH = 20.0


def open_memories(store: Store) -> Memories:
    """What is remembered in a store."""
    return Memories(store, MemorySettings(enabled=True, max_memories=1000), lambda: NOW)


def open_store(folder: Path) -> Store:
    """What outlives everybody."""
    return SqliteStore(folder / "store.sqlite")


def note(folder: Path, line: str) -> None:
    """Add a line to what was promised, in one piece."""
    descriptor = os.open(folder / "promised", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.write(descriptor, f"{line}\n".encode())
    os.close(descriptor)


async def live(folder: Path, life: int, started: int) -> None:
    """Remember new things and move old ones, until the end; tell when it has begun."""
    memories = open_memories(open_store(folder))
    chance = random.Random(life)
    for step in range(10_000):
        if chance.random() < 0.2:
            content = f"life{_in_letters(life)} kept step{_in_letters(step)}"
        else:
            content = f"the {chance.choice(THINGS)} is in room {life * 10_000 + step}"
        note(folder, f"trying {content}")
        await memories.add(MemoryDraft(content=content))
        note(folder, f"kept {content}")
        os.write(started, b".")


def _in_letters(number: int) -> str:
    """A number that is no figure: one that tells a fact from another, and does not change."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def main(folder: Path, lives: int) -> None:
    """Live so many lives."""
    chance = random.Random(7)
    # Words are loaded once, and not by each child.
    asyncio.run(open_memories(InMemoryStore()).add(MemoryDraft(content="the cat is in room 1")))
    for life in range(lives):
        heard, started = os.pipe()
        child = os.fork()
        if child == 0:
            asyncio.run(live(folder, life, started))
            os._exit(1)
        if chance.random() < LATE:
            select.select([heard], [], [], ENOUGH)
        time.sleep(chance.uniform(0, LONGEST))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        os.close(heard)
        os.close(started)
        if os.WTERMSIG(status) != signal.SIGKILL:
            raise SystemExit(f"Life {life} ended by itself.")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
