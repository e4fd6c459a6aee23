"""What is found of what was remembered: 37 conversations over twenty weeks, 150 questions.

Ours (words and meaning together, embedded) beside words alone, beside all memories in the prompt,
and beside a ChromaDB with the same vectors where `make test-chroma` has installed one.
"""

import asyncio
import socket
import subprocess
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from home_agent.engine.context.memory_provider import ENOUGH, MemoryProvider
from home_agent.engine.llm.errors import ModelError
from home_agent.engine.llm.json_api import JsonApi
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.llm.tokens import count_tokens
from home_agent.engine.memory.memories import Memories
from home_agent.engine.memory.memory import MemoryDraft
from home_agent.engine.memory.settings import MemorySettings
from home_agent.engine.retrieval.chroma import ChromaCollection
from home_agent.engine.retrieval.embedding import create_embedder
from home_agent.engine.retrieval.index import IndexParts, PassageIndex
from home_agent.engine.retrieval.settings import VectorDbSettings
from home_agent.engine.storage.store import MemoryStore

DATA = Path(__file__).parent / "data" / "recall"
CHROMA = Path(__file__).parents[1] / ".venv-chroma" / "bin" / "chroma"
SHOWN = 5
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
KNOWN = ("fact", "update", "contradiction")
_PATIENCE = 60

type Find = Callable[[str, str | None], Awaitable[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody asks, and a part of what must be found; empty if nothing is known."""

    person: str | None
    kind: str
    text: str
    expected: str


class Calendar:
    """The time of the conversations."""

    now = START

    def __call__(self) -> datetime:
        """The time in the home."""
        return self.now


def _questions() -> Iterator[Question]:
    for line in (DATA / "questions.tsv").read_text().splitlines():
        if not line.startswith("#"):
            who, kind, text, expected = line.split("\t")
            yield Question(None if who == "-" else who, kind, text, expected.strip("-"))


async def _live(memories: Memories, calendar: Calendar) -> int:
    """Have all of it said, week by week; tell how many conversations that were."""
    said = set()
    for number, line in enumerate((DATA / "conversations.txt").read_text().splitlines()):
        if not line or line.startswith("#"):
            continue
        when, _, text = line.partition(": ")
        week, who = when.split()
        owner = None if who == "house" else who
        said.add((week, who))
        calendar.now = START + timedelta(weeks=int(week), minutes=number)
        if text.startswith("forget "):
            word = text.removeprefix("forget ")
            every = await memories.all_for(owner)
            await memories.forget(memory.id for memory in every if word in memory.content)
        else:
            await memories.add(MemoryDraft(content=text, owner=owner, importance=0.7))
    return len(said)


async def _score(find: Find, memories: Memories) -> tuple[Counter[str], Counter[str]]:
    """How many questions of each kind went well, and what else there is to count."""
    well: Counter[str] = Counter()
    others: Counter[str] = Counter()
    owners = {memory.content: memory.owner for memory in await memories.everything()}
    for question in _questions():
        told = await find(question.text, question.person)
        others["tokens"] += sum(count_tokens(f"remembered: {text}\n") for text in told)
        others["foreign"] += sum(owners[text] not in (None, question.person) for text in told)
        others["first"] += bool(question.expected and told and question.expected in told[0])
        if question.expected:
            well[question.kind] += any(question.expected in text for text in told)
        else:
            well[question.kind] += not told
            others["wrong"] += len(told)
    return well, others


async def main() -> None:
    """Print the table."""
    calendar = Calendar()
    memories = Memories(MemoryStore(durable=True), MemorySettings(enabled=True), calendar)
    conversations = await _live(memories, calendar)
    asked = Counter(question.kind for question in _questions())
    kept = len(await memories.everything())
    print(f"{conversations} conversations, {kept} memories kept, {asked.total()} questions")
    print("way                     recall@5  first  nothing told where nothing is known"
          "  wrong told  others' told  tokens")  # fmt: skip
    async with _ways(memories) as ways:
        for name, find in ways:
            well, others = await _score(find, memories)
            known = sum(asked[kind] for kind in KNOWN)
            found = sum(well[kind] for kind in KNOWN)
            silent = sum(well[kind] for kind in asked if kind not in KNOWN)
            print(
                f"{name:23} {found:4d}/{known}  {others['first']:5d}  {silent:21d}/"
                f"{asked.total() - known:<13d}  {others['wrong']:10d}  {others['foreign']:12d}"
                f"  {others['tokens'] / asked.total():6.0f}"
            )
            print(f"{'':23} {', '.join(f'{kind} {well[kind]}/{asked[kind]}' for kind in asked)}")


@asynccontextmanager
async def _ways(memories: Memories) -> AsyncIterator[list[tuple[str, Find]]]:
    embedder = create_embedder(None)
    store = MemoryStore()
    ours = MemoryProvider(memories, PassageIndex("m", IndexParts(embedder=embedder, store=store)))
    words = MemoryProvider(memories, PassageIndex("w", IndexParts(embedder=None, store=store)))

    def found_by(provider: MemoryProvider) -> Find:
        async def find(text: str, person: str | None) -> Sequence[str]:
            found = await provider.search(text, person, SHOWN)
            return [memory.content for memory, score in found if score >= ENOUGH]

        return find

    async def everything(_text: str, person: str | None) -> Sequence[str]:
        return [memory.content for memory in await memories.all_for(person)]

    ways = [
        ("words and meaning", found_by(ours)),
        ("words alone", found_by(words)),
        ("all in the prompt", everything),
    ]
    async with _chroma() as server:
        if server is not None:
            parts = IndexParts(
                embedder=embedder,
                store=MemoryStore(),
                collection=ChromaCollection(server, "home_agent_memories"),
            )
            remote = MemoryProvider(memories, PassageIndex("c", parts))
            ways.append(("the same, by ChromaDB", found_by(remote)))
        yield ways
        if server is not None:
            await remote.close()


@asynccontextmanager
async def _chroma() -> AsyncIterator[VectorDbSettings | None]:
    """A real server, where there is one."""
    if not CHROMA.exists():
        print("(no ChromaDB is installed: make test-chroma does it)")
        yield None
        return
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        process = subprocess.Popen(  # noqa: ASYNC220, S603 - it outlives whoever starts it
            [CHROMA, "run", "--path", folder, "--port", str(port), "--host", "127.0.0.1"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        settings = VectorDbSettings(host="127.0.0.1", port=port)
        api = JsonApi(ModelSettings(base_url=f"{settings.address}/api/v2"))
        try:
            async with asyncio.timeout(_PATIENCE):
                while True:
                    with suppress(ModelError):
                        await api.get("/heartbeat", seconds=1)
                        break
                    await asyncio.sleep(0.1)
            yield settings
        finally:
            await api.close()
            process.terminate()
            process.wait(_PATIENCE)


if __name__ == "__main__":
    asyncio.run(main())
