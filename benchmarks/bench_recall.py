"""What is found of what was remembered: 37 conversations over twenty weeks, 150 questions.

A second set has 26 conversations and 52 questions by somebody who had read the docs alone.

Ours (words and meaning together, embedded) beside words alone, beside all memories in the prompt,
and beside a ChromaDB with the same vectors where `make test-chroma` has installed one. And what is
said without any model, by the words of a question alone.
"""

import asyncio
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.context.memory_provider import ENOUGH, MemoryProvider
from home_agent.engine.llm.errors import ModelError
from home_agent.engine.llm.json_api import JsonApi
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.llm.tokens import count_tokens
from home_agent.engine.memory.memories import Memories
from home_agent.engine.memory.memory import MemoryDraft
from home_agent.engine.memory.settings import MemorySettings
from home_agent.engine.retrieval.chroma import ChromaCollection
from home_agent.engine.retrieval.embedding import Embedder, create_embedder
from home_agent.engine.retrieval.index import IndexParts, PassageIndex
from home_agent.engine.retrieval.settings import VectorDbSettings
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

DATA = Path(__file__).parent / "data"
SETS = ("recall", "recall-2")
CHROMA = Path(__file__).parents[1] / ".venv-chroma" / "bin" / "chroma"
SHOWN = 5
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
KNOWN = ("fact", "update", "contradiction")
_PATIENCE = 60
_MARK = "remembered: "

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


def _questions(name: str) -> Iterator[Question]:
    for line in (DATA / name / "questions.tsv").read_text().splitlines():
        if not line.startswith("#"):
            who, kind, text, expected = line.split("\t")
            yield Question(None if who == "-" else who, kind, text, expected.strip("-"))


async def _live(name: str, memories: Memories, calendar: Calendar) -> int:
    """Have all of it said, week by week; tell how many conversations that were."""
    said = set()
    for number, line in enumerate((DATA / name / "conversations.txt").read_text().splitlines()):
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


async def _score(
    questions: Iterable[Question], find: Find, memories: Memories
) -> tuple[Counter[str], Counter[str]]:
    """How many questions of each kind went well, and what else there is to count."""
    well: Counter[str] = Counter()
    others: Counter[str] = Counter()
    owners = {memory.content: memory.owner for memory in await memories.everything()}
    for question in questions:
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
    """Print a table for each set."""
    async with _chroma() as server:
        for name in SETS:
            await _measure(name, server)


async def _measure(name: str, server: VectorDbSettings | None) -> None:
    calendar, store = Calendar(), InMemoryStore(durable=True)
    memories = Memories(store, MemorySettings(enabled=True), calendar)
    conversations = await _live(name, memories, calendar)
    questions = list(_questions(name))
    asked = Counter(question.kind for question in questions)
    kept = len(await memories.everything())
    print(f"{name}: {conversations} conversations, {kept} memories kept, {asked.total()} questions")
    print("way                     recall@5  first  nothing told where nothing is known"
          "  wrong told  others' told  tokens")  # fmt: skip
    async with (
        _ways(memories, server, f"home_agent_{name}") as ways,
        _told(store) as told,
        _said(store) as said,
    ):
        ways += [("as a model is told", told), ("said without a model", said)]
        for way, find in ways:
            well, others = await _score(questions, find, memories)
            known = sum(asked[kind] for kind in KNOWN)
            found = sum(well[kind] for kind in KNOWN)
            silent = sum(well[kind] for kind in asked if kind not in KNOWN)
            print(
                f"{way:23} {found:4d}/{known}  {others['first']:5d}  {silent:21d}/"
                f"{asked.total() - known:<13d}  {others['wrong']:10d}  {others['foreign']:12d}"
                f"  {others['tokens'] / asked.total():6.0f}"
            )
            print(f"{'':23} {', '.join(f'{kind} {well[kind]}/{asked[kind]}' for kind in asked)}")


@asynccontextmanager
async def _ways(
    memories: Memories, server: VectorDbSettings | None, collection: str
) -> AsyncIterator[list[tuple[str, Find]]]:
    embedder = create_embedder(None)

    def ours(embedder: Embedder | None, chroma: ChromaCollection | None = None) -> MemoryProvider:
        parts = IndexParts(embedder=embedder, store=InMemoryStore(), collection=chroma)
        return MemoryProvider(memories, PassageIndex("memories", parts))

    def found_by(provider: MemoryProvider) -> Find:
        async def find(text: str, person: str | None) -> Sequence[str]:
            found = await provider.search(text, person, SHOWN)
            return [memory.content for memory, score in found if score >= ENOUGH]

        return find

    async def everything(_text: str, person: str | None) -> Sequence[str]:
        return [memory.content for memory in await memories.all_for(person)]

    providers = {"words and meaning": ours(embedder), "words alone": ours(None)}
    if server is not None:
        chroma = ChromaCollection(server, collection)
        providers["the same, by ChromaDB"] = ours(embedder, chroma)
    yield [
        *((name, found_by(provider)) for name, provider in providers.items()),
        ("all in the prompt", everything),
    ]
    for provider in providers.values():
        await provider.close()


@asynccontextmanager
async def _told(store: InMemoryStore) -> AsyncIterator[Find]:
    """What the whole agent puts before a model, with all that comes between."""
    home = SimulatedHome.demo()
    with ScriptedServer() as model:
        model.otherwise(Says(text="Well."))
        given = {"base_url": model.url, "model": "m"}
        settings = Settings.from_mapping({"llm": given, "tier": "llm", "memory": {"enabled": True}})
        agent = build_agent(home, store=store, settings=settings)

        async def find(text: str, person: str | None) -> Sequence[str]:
            turn = Turn(text=text, language="en", conversation_id=text, user_id=person)
            before = len(model.requests)
            await agent.hear(turn)
            if len(model.requests) == before:
                return []
            lines = model.requests[before].json["messages"][-1]["content"].splitlines()
            # It is told with another apostrophe, so that it closes no quotation.
            told = [
                line.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
                for line in lines
                if line.startswith(_MARK)
            ]
            return [line.removeprefix(_MARK) for line in told]

        yield find
        await agent.close()
    home.close()


@asynccontextmanager
async def _said(store: InMemoryStore) -> AsyncIterator[Find]:
    """What the fast tier tells of memories by itself, where no model is set."""
    home = SimulatedHome.demo()
    settings = Settings.from_mapping({"memory": {"enabled": True}})
    agent = build_agent(home, store=store, settings=settings)

    async def find(text: str, person: str | None) -> Sequence[str]:
        reply = await agent.hear(
            Turn(text=text, language="en", conversation_id=f"said {text}", user_id=person)
        )
        entries = (entry for outcome in reply.outcomes for entry in outcome.entries)
        return [entry.text for entry in entries if "memory" in entry.details]

    yield find
    await agent.close()
    home.close()


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
