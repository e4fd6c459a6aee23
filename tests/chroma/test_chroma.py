"""A real ChromaDB holds and searches our vectors; when it is away, we do.

`make test-chroma` installs its server and runs these.
"""

import asyncio
import os
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.events import ContextGiven, ContextImpaired, Event
from home_agent.engine.llm.json_api import JsonApi
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.memory.memory import MemoryDraft
from home_agent.engine.retrieval.chroma import ChromaCollection, VectorDbError
from home_agent.engine.retrieval.embedding import Embedder, create_embedder
from home_agent.engine.retrieval.index import IndexParts, PassageIndex
from home_agent.engine.retrieval.passage import Passage
from home_agent.engine.retrieval.settings import VectorDbSettings
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE
from tests.engine.llm.scripted_server import ScriptedServer

CHROMA = Path(os.environ.get("CHROMA", ".venv-chroma/bin/chroma"))
_PATIENCE = 60

TEXTS = {
    "key": "The spare key is in the shed",
    "nuts": "Anna is allergic to nuts",
    "music": "My favourite music is jazz",
    "gran": "Grandma visits every second Sunday",
}


@dataclass
class Server:
    """A ChromaDB that can be stopped and started again with what it holds."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def settings(self) -> VectorDbSettings:
        return VectorDbSettings(host="127.0.0.1", port=self.port)

    async def start(self) -> None:
        command = [str(CHROMA), "run", "--path", str(self.folder), "--port", str(self.port)]
        self.process = subprocess.Popen(  # noqa: ASYNC220 - it outlives whoever starts it
            [*command, "--host", "127.0.0.1"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        api = JsonApi(ModelSettings(base_url=f"{self.settings.address}/api/v2"))
        async with asyncio.timeout(_PATIENCE):
            while True:
                try:
                    await api.get("/heartbeat", seconds=1)
                    break
                except Exception:  # noqa: BLE001 - it is not there yet
                    await asyncio.sleep(0.1)
        await api.close()

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(_PATIENCE)
            self.process = None


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def stopped(tmp_path: Path, port: int) -> Iterator[Server]:
    server = Server(tmp_path / "chroma", port)
    yield server
    server.stop()


@pytest.fixture
async def server(stopped: Server) -> Server:
    await stopped.start()
    return stopped


@pytest.fixture
async def embedder() -> AsyncIterator[Embedder]:
    made = create_embedder(None)
    assert made is not None
    yield made
    await made.close()


class Clock:
    """Time that passes when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Indexed:
    """An index with what it was made of."""

    index: PassageIndex
    collection: ChromaCollection
    clock: Clock
    told: list[str]


def indexed(server: Server, embedder: Embedder, name: str = "memories_of_a_test") -> Indexed:
    collection = ChromaCollection(server.settings, name)
    clock, told = Clock(), list[str]()
    parts = IndexParts(
        embedder=embedder,
        store=InMemoryStore(),
        collection=collection,
        listener=lambda _name, problem: told.append(problem),
        clock=clock,
    )
    return Indexed(PassageIndex("memories", parts), collection, clock, told)


def passages(**texts: str) -> list[Passage]:
    return [Passage(id=id_, text=text) for id_, text in texts.items()]


async def held(collection: ChromaCollection, embedder: Embedder) -> dict[str, float]:
    return dict(await collection.find(await embedder.embed_question("anything"), 100))


async def test_it_holds_what_we_hold_and_finds_the_same(server: Server, embedder: Embedder) -> None:
    searched = indexed(server, embedder)
    await searched.index.update(passages(**TEXTS))
    alone = PassageIndex("memories", IndexParts(embedder=embedder, store=InMemoryStore()))
    await alone.update(passages(**TEXTS))
    for question in ("where is the spare key?", "what songs do I enjoy?", "when does gran come?"):
        by_chroma = await searched.index.search(question, most=3)
        by_us = await alone.search(question, most=3)
        assert [m.passage.id for m in by_chroma] == [m.passage.id for m in by_us]
        assert by_chroma[0].similarity == pytest.approx(by_us[0].similarity, abs=0.01)
    assert searched.told == []
    await searched.index.change(passages(key="The spare key is in the attic"), ["nuts"])
    assert (await held(searched.collection, embedder)).keys() == TEXTS.keys() - {"nuts"}
    await searched.index.close()


async def test_only_what_differs_is_sent_on_the_next_start(
    server: Server, embedder: Embedder
) -> None:
    first = indexed(server, embedder)
    await first.index.update(passages(**TEXTS))
    await first.index.close()
    again = indexed(server, embedder)
    changed = TEXTS | {"key": "The spare key is in the attic", "new": "The ladder is outside"}
    del changed["gran"]
    await again.index.update(passages(**changed))
    assert (await held(again.collection, embedder)).keys() == changed.keys()
    assert await again.collection.sync(again.index._entries(changed)) == 0
    await again.index.close()


async def test_owners_are_kept_apart_on_the_server(server: Server, embedder: Embedder) -> None:
    searched = indexed(server, embedder)
    await searched.index.update(
        [
            Passage(id="anna", text="The present for Ben is a watch", owner="a"),
            Passage(id="ours", text="Presents are kept in the attic"),
        ]
    )
    question = await embedder.embed_question("present for Ben")
    assert (await searched.collection.find(question, 5, {""})).keys() == {"ours"}
    assert (await searched.collection.find(question, 5, {"", "a"})).keys() == {"anna", "ours"}
    await searched.index.close()


async def test_away_we_answer_and_back_it_catches_up(server: Server, embedder: Embedder) -> None:
    searched = indexed(server, embedder)
    await searched.index.update(passages(**TEXTS))
    server.stop()
    found = await searched.index.search("what songs do I enjoy?", most=1)
    assert found[0].passage.id == "music"
    assert f"ChromaDB at http://127.0.0.1:{server.port}" in searched.told[-1]
    await searched.index.change(passages(new="The ladder is in the garage"), ["nuts"])
    assert (await searched.index.search("ladder", most=1))[0].passage.id == "new"
    assert len(searched.told) == 1

    await server.start()
    searched.clock.now += 31
    await searched.index.change()
    assert (await held(searched.collection, embedder)).keys() == TEXTS.keys() - {"nuts"} | {"new"}
    assert searched.told[-1] == ""
    await searched.index.close()


async def test_a_collection_that_was_deleted_is_made_again(
    server: Server, embedder: Embedder
) -> None:
    searched = indexed(server, embedder)
    await searched.index.update(passages(**TEXTS))
    server.stop()
    await asyncio.to_thread(rmtree, server.folder)
    await server.start()
    await searched.index.search("what songs do I enjoy?", most=1)
    searched.clock.now += 31
    await searched.index.change()
    assert (await held(searched.collection, embedder)).keys() == TEXTS.keys()
    await searched.index.close()


async def test_something_else_at_the_address_is_told(embedder: Embedder) -> None:
    with ScriptedServer() as other:
        other.otherwise(lambda _request: _page())
        port = int(other.host.rpartition(":")[2])
        collection = ChromaCollection(VectorDbSettings(host="127.0.0.1", port=port), "entities")
        with pytest.raises(VectorDbError, match="vector_db"):
            await collection.find(await embedder.embed_question("x"), 1)
        await collection.close()


def _page() -> Any:
    from tests.engine.llm.scripted_answers import Sends  # noqa: PLC0415

    return Sends(events=(b"<html>hello</html>",), kind="text/html")


async def test_a_home_is_indexed_and_found(server: Server) -> None:
    with ScriptedServer() as model:
        settings = Settings.from_mapping(
            {
                "llm": {"base_url": model.url, "model": "m"},
                "context": {
                    "mode": "vector_db",
                    "vector_db": {"host": "127.0.0.1", "port": server.port},
                },
            }
        )
        home = SimulatedHome.from_inventory(HOUSE)
        agent = build_agent(home, store=InMemoryStore(), settings=settings)
        events: list[Event] = []
        agent.listen(events.append)
        await agent.prepare_models()
        model.say("Well.")
        text = "some illumination overhead would please me, dear friend"
        turn = Turn(text=text, language="en", conversation_id="c")
        await agent.hear(turn, events.append)
        (given,) = [event for event in events if isinstance(event, ContextGiven)]
        assert "light.ceiling" in given.entity_ids
        assert not [event for event in events if isinstance(event, ContextImpaired)]
        collection = ChromaCollection(server.settings, "home_entities")
        exposed = {e.entity_id for e in home.snapshot().layout.entities.values() if e.exposed}
        assert (await collection._digests()).keys() == exposed
        await collection.close()
        await agent.close()
        home.close()


async def test_what_is_remembered_while_it_is_away_is_sent_when_it_is_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether or not anybody speaks meanwhile."""
    monkeypatch.setattr("home_agent.engine.context.providers._TRIED_AGAIN", 0.1)
    monkeypatch.setattr("home_agent.engine.retrieval.index._PAUSE", 0.05)
    with ScriptedServer() as model:
        settings = Settings.from_mapping(
            {
                "llm": {"base_url": model.url, "model": "m"},
                "memory": {"enabled": True},
                "context": {"vector_db": {"host": "127.0.0.1", "port": server.port}},
            }
        )
        home = SimulatedHome.from_inventory(HOUSE)
        agent = build_agent(home, store=InMemoryStore(durable=True), settings=settings)
        events: list[Event] = []
        agent.listen(events.append)
        whole = asyncio.Event()
        agent.listen(lambda event: _note_whole(event, whole))
        await agent.prepare_models()
        await agent.memories.add(MemoryDraft(content="The spare skis are in the cellar"))
        collection = ChromaCollection(server.settings, "home_agent_memories")
        assert await _count(collection, 1) == 1
        server.stop()
        await agent.memories.add(MemoryDraft(content="Anna is allergic to nuts"))
        model.say("Well.")
        turn = Turn(text="write a poem on nuts for Anna", language="en", conversation_id="c")
        await agent.hear(turn, events.append)
        assert "allergic" in model.requests[-1].json["messages"][-1]["content"]
        assert [bool(problem) for problem in _problems(events)] == [True]

        await server.start()
        assert await _count(collection, 2) == 2
        async with asyncio.timeout(_PATIENCE):
            await whole.wait()
        await collection.close()
        await agent.close()
        home.close()


def _note_whole(event: Event, whole: asyncio.Event) -> None:
    if isinstance(event, ContextImpaired) and not event.problem:
        whole.set()


def _problems(events: list[Event]) -> list[str]:
    return [event.problem for event in events if isinstance(event, ContextImpaired)]


async def _count(collection: ChromaCollection, expected: int) -> int:
    """How many the server holds, once it should be so many."""
    async with asyncio.timeout(_PATIENCE):
        while True:
            if len(await collection._digests()) == expected:
                return expected
            await asyncio.sleep(0.05)
