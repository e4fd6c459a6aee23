"""Texts are found by words and meaning together, and the index heals itself from the texts."""

import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from home_agent.engine.retrieval.embedding import (
    EmbeddingError,
    ReaderEmbedder,
    ServerEmbedder,
    create_embedder,
)
from home_agent.engine.retrieval.index import IndexParts, PassageIndex
from home_agent.engine.retrieval.passage import Passage
from home_agent.engine.retrieval.settings import EmbeddingSettings
from home_agent.engine.retrieval.table import Vector
from home_agent.engine.semantics import load_model
from home_agent.engine.storage.store import InMemoryStore, SqliteStore, Store
from tests.engine.llm.scripted_answers import Sends
from tests.engine.llm.scripted_server import Received, ScriptedServer

TEXTS = {
    "key": "The spare key is in the shed",
    "warm": "I like the bedroom at 19 degrees",
    "nuts": "Anna is allergic to nuts",
    "boiler": "The boiler was serviced in March by Mr. Miller",
    "bins": "We take the bins out on Tuesday",
    "music": "My favourite music is jazz",
    "cat": "The cat is called Minka",
    "gran": "Grandma visits every second Sunday",
    "schluessel": "Der Ersatzschlüssel liegt im Schuppen",
}


class CountingEmbedder:
    """Our own model, and how many texts it was given."""

    def __init__(self) -> None:
        model = load_model()
        assert model is not None
        self._inner = ReaderEmbedder(model)
        self.name = self._inner.name
        self.texts = 0

    async def embed_texts(self, texts: Sequence[str]) -> Sequence[Vector]:
        self.texts += len(texts)
        return await self._inner.embed_texts(texts)

    async def embed_question(self, text: str) -> Vector:
        return await self._inner.embed_question(text)

    async def close(self) -> None:
        pass


def passages(texts: dict[str, str] = TEXTS) -> list[Passage]:
    return [Passage(id=id_, text=text) for id_, text in texts.items()]


def index_of(store: Store, embedder: CountingEmbedder) -> PassageIndex:
    return PassageIndex("memories", IndexParts(embedder=embedder, store=store))


async def best(index: PassageIndex, question: str) -> str:
    return (await index.search(question, most=3))[0].passage.id


@pytest.fixture
def embedder() -> CountingEmbedder:
    return CountingEmbedder()


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("where is the spare key?", "key"),
        ("how warm do I like my bedroom?", "warm"),
        ("what can't Anna eat?", "nuts"),
        ("who serviced the heating?", "boiler"),
        ("what songs do I enjoy?", "music"),
        ("when does my grandmother come?", "gran"),
        ("wo ist der Ersatzschlüssel?", "schluessel"),
        ("keys that are spare", "key"),
    ],
)
async def test_words_and_meaning_find_together(
    embedder: CountingEmbedder, question: str, found: str
) -> None:
    index = index_of(InMemoryStore(), embedder)
    await index.update(passages())
    assert await best(index, question) == found


async def test_names_matter_more_than_meaning(embedder: CountingEmbedder) -> None:
    index = index_of(InMemoryStore(), embedder)
    await index.update(
        [
            Passage(id="lamp", text="light lamp in the bedroom", names=("Bertha",)),
            Passage(id="person", text="person woman girl named Anna"),
        ]
    )
    assert await best(index, "is Bertha asleep?") == "lamp"


async def test_only_what_changed_is_made_anew(embedder: CountingEmbedder, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    index = index_of(store, embedder)
    assert await index.update(passages()) == len(TEXTS)
    assert await index.update(passages()) == 0
    changed = TEXTS | {"key": "The spare key is in the attic", "new": "The ladder is in the garage"}
    del changed["cat"]
    assert await index.update(passages(changed)) == 3
    assert embedder.texts == len(TEXTS) + 2
    assert await best(index, "ladder") == "new"
    assert (await index.search("spare key", most=1))[0].passage.text.endswith("attic")
    assert "cat" not in [match.passage.id for match in await index.search("cat Minka", most=20)]

    again = index_of(store, embedder)
    await again.update(passages(changed))
    assert embedder.texts == len(TEXTS) + 2
    assert await best(again, "what songs do I enjoy?") == "music"


async def test_what_is_forgotten_is_gone_from_the_store(
    embedder: CountingEmbedder, tmp_path: Path
) -> None:
    store = SqliteStore(tmp_path / "store.db")
    index = index_of(store, embedder)
    await index.update(passages())
    await index.change(remove=["nuts"])
    kept = [await store.get(key) for key in await store.keys("vectors/")]
    assert not any("nuts" in (document or {})["ids"] for document in kept)
    assert await best(index, "what can't Anna eat?") != "nuts"


async def test_a_damaged_index_is_built_again_and_says_so(
    embedder: CountingEmbedder, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path / "store.db")
    await index_of(store, embedder).update(passages())
    keys = await store.keys("vectors/memories/")
    first = dict(await store.get(keys[0]) or {})
    await store.put(keys[0], first | {"vectors": "AAAA" + first["vectors"][4:]})
    await store.put(keys[1], {"version": 1, "model": embedder.name, "ids": 3})
    made = embedder.texts
    with caplog.at_level(logging.WARNING):
        again = index_of(store, embedder)
        await again.update(passages())
    assert "memories is damaged in 2 of its parts" in caplog.text
    assert made < embedder.texts < 2 * made
    for question, found in (("spare key", "key"), ("Minka", "cat"), ("songs I enjoy", "music")):
        assert await best(again, question) == found
    caplog.clear()
    await index_of(store, embedder).update(passages())
    assert not caplog.text


async def test_other_peoples_texts_are_not_even_ranked(embedder: CountingEmbedder) -> None:
    index = index_of(InMemoryStore(), embedder)
    await index.update(
        [
            Passage(id="anna", text="My present for Ben is a watch", owner="a"),
            Passage(id="ours", text="Presents are in the attic"),
        ]
    )
    assert [m.passage.id for m in await index.search("present for Ben", most=5, owners={""})] == [
        "ours"
    ]
    mine = await index.search("present for Ben", most=5, owners={"", "a"})
    assert [match.passage.id for match in mine] == ["anna", "ours"]
    assert await index.search("present", most=5, owners={"b"}) == ()


async def test_many_changes_leave_it_as_it_should_be(embedder: CountingEmbedder) -> None:
    index = index_of(InMemoryStore(), embedder)
    many = {f"n{number}": f"Note {number} about the garden" for number in range(1200)}
    await index.update(passages(many))
    await index.update(passages(TEXTS))
    assert len(index) == len(TEXTS)
    assert await best(index, "what songs do I enjoy?") == "music"
    assert all(match.passage.id in TEXTS for match in await index.search("garden note", most=5))


# A server for embeddings


def embeddings(request: Received) -> Sends:
    """Vectors that tell of two topics, as a server would send them, in any order."""
    rows = [
        {"index": at, "embedding": [1.0, 0.1] if "pet" in text or "cat" in text else [0.1, 1.0]}
        for at, text in enumerate(request.json["input"])
    ]
    body = repr({"data": rows[::-1]}).replace("'", '"').encode()
    return Sends(events=(body,), kind="application/json")


async def test_a_server_that_is_set_makes_the_vectors() -> None:
    async with ScriptedServer() as server:
        server.otherwise(embeddings)
        settings = EmbeddingSettings.from_mapping(
            {"base_url": server.url, "model": "small", "api_key": "sk-1", "dimensions": 2}
        )
        made = create_embedder(settings)
        assert isinstance(made, ServerEmbedder)
        index = PassageIndex("memories", IndexParts(embedder=made, store=InMemoryStore()))
        await index.update(passages())
        (match, *_) = await index.search("what is our pet called?", most=1)
        await made.close()
        assert match.passage.id == "cat"
        asked = server.requests[0]
        assert asked.path == "/v1/embeddings"
        assert asked.json["model"] == "small"
        assert asked.json["dimensions"] == 2
        assert asked.headers["authorization"] == "Bearer sk-1"


async def test_without_its_server_words_still_find_and_it_catches_up() -> None:
    told: list[tuple[str, str]] = []
    async with ScriptedServer() as server:
        for _ in range(2):
            server.fail(503, "out of order")
        server.otherwise(embeddings)
        settings = EmbeddingSettings.from_mapping({"base_url": server.url, "model": "small"})
        made = ServerEmbedder(settings)
        parts = IndexParts(
            embedder=made, store=InMemoryStore(), listener=lambda *problem: told.append(problem)
        )
        index = PassageIndex("memories", parts)
        await index.update(passages())
        assert await best(index, "where is the spare key?") == "key"
        assert len(told) == 1
        assert "out of order" in told[0][1]
        await index.update(passages())
        assert await best(index, "what is our pet?") == "cat"
        assert told[-1] == ("memories", "")
        await made.close()


async def test_what_is_no_vector_is_told() -> None:
    async with ScriptedServer() as server:
        server.send(b'{"data": [{"embedding": "no"}]}', kind="application/json")
        made = ServerEmbedder(
            EmbeddingSettings.from_mapping({"base_url": server.url, "model": "chat"})
        )
        with pytest.raises(EmbeddingError, match="must be one for embeddings"):
            await made.embed_texts(["a"])
        await made.close()
