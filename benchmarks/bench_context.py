"""What finding what matters costs: 100,000 memories, 10,000 entities, and the prompt's cache."""

import asyncio
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).parents[1]))

from figures import percentiles
from houses import house

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.context.entity_provider import EntityProvider
from home_agent.engine.context.provider import ContextQuery
from home_agent.engine.home import Home, LiveHome, Snapshot
from home_agent.engine.language import load_language
from home_agent.engine.llm.tokens import count_tokens
from home_agent.engine.memory.memories import Memories
from home_agent.engine.memory.memory import Memory, MemoryDraft, MemoryType
from home_agent.engine.memory.settings import MemorySettings
from home_agent.engine.memory.views import MemoryViews
from home_agent.engine.retrieval.embedding import create_embedder
from home_agent.engine.retrieval.index import IndexParts, PassageIndex
from home_agent.engine.retrieval.passage import Passage
from home_agent.engine.retrieval.settings import VectorDbSettings
from home_agent.engine.storage.store import InMemoryStore, SqliteStore
from tests.engine.llm.scripted_server import ScriptedServer

MEMORIES = 100_000
ENTITIES = 10_000
SEARCHES = 200
CHANGES = 50
TURNS = 10
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
DICE = random.Random(0)
SAID = (
    "key shed spare boiler service Anna nuts bedroom warm cold music jazz cat Minka grandma Sunday "
    "bins Tuesday insurance folder blue garden hose attic cellar paint ladder car tyres winter bus "
    "summer school teacher dentist doctor birthday cake window cleaner piano lesson wine berries"
)
QUESTIONS = (
    "where is the spare key?",
    "what can Anna not eat?",
    "when does grandma come on Sunday?",
    "who cleans the window in winter?",
    "which music do I like?",
)
ASKED = (
    "make it a bit nicer in the kitchen, would you",
    "some illumination for reading would please me",
    "it is like the arctic in the bedroom of the tower",
    "what could I watch tonight",
)
TALK = (
    "tell me a joke about the cat Minka",
    "what shall I cook for Anna, who is allergic to nuts",
    "give me an idea for the weekend with grandma Ilse",
    "write a line about the spare skis that I own",
    "what is a good book for winter evenings",
)
REMEMBERED = (
    "Our cat is called Minka",
    "My daughter Anna is allergic to nuts",
    "Grandma Ilse visits every Saturday",
    "The spare skis are in the cellar",
)


async def main() -> None:
    """Print the figures."""
    await _memories()
    await _remembering()
    await _entities()
    await _prompt()


async def _timed(work: Callable[[int], Awaitable[object]], times: int) -> list[float]:
    taken = []
    for number in range(times):
        started = perf_counter()
        await work(number)
        taken.append((perf_counter() - started) * 1000)
    return taken


def _texts() -> Iterator[Passage]:
    words = SAID.split()
    for number in range(MEMORIES):
        text = f"{' '.join(DICE.choices(words, k=8))} {number}"
        yield Passage(id=f"m{number}", text=text, owner=DICE.choice(("", "anna", "ben")))


async def _memories() -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "store.db")
        parts = IndexParts(embedder=create_embedder(None), store=store)
        index, passages = PassageIndex("memories", parts), list(_texts())
        started = perf_counter()
        await index.update(passages)
        print(f"{MEMORIES:,} memories: index built and kept in {perf_counter() - started:.1f} s")

        async def search(number: int) -> None:
            question = QUESTIONS[number % len(QUESTIONS)]
            await index.search(question, most=5, owners={"", "anna"})

        await search(0)
        print(f"  search       {percentiles(await _timed(search, SEARCHES))}")

        async def change(number: int) -> None:
            text = f"the ladder number {number} is in the attic"
            await index.change([Passage(id=f"m{number}", text=text)])

        print(f"  one changed  {percentiles(await _timed(change, CHANGES))}")
        again = PassageIndex("memories", parts)
        started = perf_counter()
        await again.update(passages)
        print(f"  next start   {perf_counter() - started:.1f} s")


async def _remembering() -> None:
    """What remembering and asking costs where there is no room for one more."""
    store, words = InMemoryStore(durable=True), SAID.split()
    for number in range(MEMORIES):
        memory = Memory(
            id=f"{number:08x}",
            type=DICE.choice((MemoryType.FACT, MemoryType.PREFERENCE)),
            content=f"{' '.join(DICE.choices(words, k=8))} {number}",
            owner=DICE.choice((None, "anna", "ben")),
            extracted_at=NOW,
            last_accessed=NOW - timedelta(minutes=number),
        )
        await store.put(f"memory/{memory.id}.1", memory.as_document())
    settings = MemorySettings(enabled=True, max_memories=MEMORIES)
    memories = Memories(store, settings, lambda: NOW)
    views = MemoryViews(memories)
    started = perf_counter()
    await views.view_for("anna")
    print(f"{MEMORIES:,} memories: read in {perf_counter() - started:.1f} s")

    async def add(number: int) -> None:
        content = f"the zither of {words[number % len(words)]} is in the attic"
        stored = await memories.add(MemoryDraft(content=content, owner="anna"))
        assert len(stored.given_up) == 1

    async def ask(number: int) -> None:
        view = await views.view_for("anna")
        view.knows_place(f"the zither of {words[number % len(words)]}")
        view.knows("nothing of the kind")

    async def question(number: int) -> None:
        view = await views.view_for("anna")
        view.answers(QUESTIONS[number % len(QUESTIONS)], False)  # noqa: FBT003 - after no place
        view.corrects(f"the zither of {words[number % len(words)]} is in the cellar")

    async def find(number: int) -> None:
        await memories.search(QUESTIONS[number % len(QUESTIONS)], "anna")

    print(f"  one more     {percentiles(await _timed(add, len(words)))}")
    print(f"  where is it  {percentiles(await _timed(ask, SEARCHES))}")
    print(f"  a question   {percentiles(await _timed(question, SEARCHES))}")
    print(f"  by words     {percentiles(await _timed(find, CHANGES))}")


class Rearranged(LiveHome):
    """A home whose layout changes."""

    def snapshot(self) -> Snapshot:
        """The home as it is."""
        return self.snapshot_at(NOW)


async def _entities() -> None:
    home = Rearranged(house(ENTITIES).snapshot().layout)
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "store.db")
        parts = IndexParts(embedder=create_embedder(None), store=store)
        index = PassageIndex("entities", parts)
        # Nobody calls a service here.
        known = cast("Home", home)
        provider = EntityProvider(known, index, VectorDbSettings())
        started = perf_counter()
        await provider.start()
        print(f"{ENTITIES:,} entities: index built and kept in {perf_counter() - started:.1f} s")

        async def search(number: int) -> None:
            text = ASKED[number % len(ASKED)]
            query = ContextQuery(text=text, home=home.snapshot(), language=load_language("en"))
            await provider.find(query)

        await search(0)
        print(f"  search       {percentiles(await _timed(search, SEARCHES))}")

        async def rename(number: int) -> None:
            layout = home.layout
            entity = [*layout.entities.values()][number]
            renamed = replace(entity, name=f"Lamp number {number}")
            entities = MappingProxyType({**layout.entities, entity.entity_id: renamed})
            home.replace_layout(replace(layout, entities=entities))
            # It has begun by itself: nobody has spoken.
            await provider.settled()

        print(f"  one renamed  {percentiles(await _timed(rename, CHANGES))}")
        await provider.close()


async def _prompt() -> None:
    """What of a prompt is the same as in the turn before, with memory and vectors on."""
    home, store = house(500), InMemoryStore(durable=True)
    memories = Memories(store, MemorySettings(enabled=True), lambda: home.snapshot().now)
    for content in REMEMBERED:
        await memories.add(MemoryDraft(content=content))
    with ScriptedServer() as server:
        settings = Settings.from_mapping(
            {
                "llm": {"base_url": server.url, "model": "m"},
                "memory": {"enabled": True},
                "context": {"mode": "vector_db"},
            }
        )
        agent = build_agent(home, store=store, settings=settings)
        for number in range(TURNS):
            server.say("Well, that is a nice thing to think about.")
            text = TALK[number % len(TALK)]
            await agent.hear(Turn(text=text, language="en", conversation_id="c"))
        asked = [_flat(request.json) for request in server.requests]
        told = sum("remembered: " in request.json["messages"][-1]["content"]
                   for request in server.requests)  # fmt: skip
        await agent.close()
    shares = [_cached(before, after) for before, after in pairwise(asked)]
    print(
        f"prompt with memory and vectors on, {len(asked)} turns ({told} with memories): "
        f"{100 * sum(shares) / len(shares):.1f} % the same as before, at least "
        f"{100 * min(shares):.1f} %"
    )


def _flat(request: dict[str, Any]) -> str:
    """All of a request in the order in which a server reads it."""
    messages: Sequence[dict[str, Any]] = request["messages"]
    parts = (f"{message['role']}: {message.get('content')}" for message in messages)
    return "\n".join((repr(request.get("tools")), *parts))


def _cached(before: str, after: str) -> float:
    shorter = min(len(before), len(after))
    same = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    return count_tokens(after[:same]) / count_tokens(after)


if __name__ == "__main__":
    asyncio.run(main())
