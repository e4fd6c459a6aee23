"""The index follows what changes, before anybody speaks."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import cast

import pytest

from home_agent.engine.context.entity_provider import EntityProvider
from home_agent.engine.context.memory_provider import MemoryProvider
from home_agent.engine.home import Entity, Home, Layout, LiveHome, Snapshot
from home_agent.engine.memory.memories import Memories
from home_agent.engine.memory.memory import MemoryDraft
from home_agent.engine.memory.settings import MemorySettings
from home_agent.engine.retrieval.embedding import create_embedder
from home_agent.engine.retrieval.index import IndexParts, PassageIndex
from home_agent.engine.retrieval.settings import VectorDbSettings
from home_agent.engine.storage.store import InMemoryStore

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
LAMP = Entity(entity_id="light.lamp", name="Floor lamp")


class Rearranged(LiveHome):
    """A home whose layout a test changes."""

    def snapshot(self) -> Snapshot:
        return self.snapshot_at(NOW)

    def arrange(self, *entities: Entity) -> None:
        self.replace_layout(layout(*entities))


def layout(*entities: Entity) -> Layout:
    return Layout(entities=MappingProxyType({entity.entity_id: entity for entity in entities}))


def new_index() -> PassageIndex:
    return PassageIndex("i", IndexParts(embedder=create_embedder(None), store=InMemoryStore()))


async def follows(index: PassageIndex, words: str, expected: list[str]) -> None:
    """Wait until the index has just these for some words."""
    async with asyncio.timeout(60):
        while True:
            found = await index.search(words, most=5)
            if [match.passage.id for match in found] == expected:
                return
            await asyncio.sleep(0.01)


@pytest.fixture
async def home() -> AsyncIterator[tuple[Rearranged, PassageIndex, EntityProvider]]:
    home, index = Rearranged(layout(LAMP)), new_index()
    # Nobody calls a service here.
    known = cast("Home", home)
    provider = EntityProvider(known, index, VectorDbSettings())
    await provider.start()
    yield home, index, provider
    await provider.close()


async def test_what_is_renamed_added_and_removed(
    home: tuple[Rearranged, PassageIndex, EntityProvider],
) -> None:
    house, index, _provider = home
    bertha = replace(LAMP, name="Bertha")
    house.arrange(bertha)
    await follows(index, "Bertha", ["light.lamp"])
    kettle = Entity(entity_id="switch.kettle", name="Zanzibar")
    house.arrange(bertha, kettle)
    await follows(index, "Zanzibar", ["switch.kettle"])
    house.arrange(kettle)
    await follows(index, "Bertha", [])
    # Many at once end as the last.
    for number in range(20):
        house.arrange(replace(kettle, name=f"Kettle {number}"))
    await follows(index, "19", ["switch.kettle"])


async def test_it_ends_with_the_provider(
    home: tuple[Rearranged, PassageIndex, EntityProvider],
) -> None:
    house, index, provider = home
    await provider.close()
    house.arrange(replace(LAMP, name="Bertha"))
    await asyncio.sleep(0.05)
    assert await index.search("Bertha", most=5) == ()


async def test_what_is_remembered_corrected_and_forgotten() -> None:
    memories = Memories(InMemoryStore(durable=True), MemorySettings(enabled=True), lambda: NOW)
    index = new_index()
    provider = MemoryProvider(memories, index)
    await provider.start()
    kept = await memories.add(MemoryDraft(content="The ladder is in the garage"))
    await follows(index, "ladder garage", [kept.memory.id])
    await memories.add(MemoryDraft(content="The ladder is in the orangery"))
    await follows(index, "orangery", [kept.memory.id])
    await memories.forget([kept.memory.id])
    await follows(index, "ladder", [])
    await provider.close()
