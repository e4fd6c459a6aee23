"""What is kept is on disk and in memory, or in neither."""

import asyncio
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, override

import pytest

from home_agent.engine.act.schedule.stored_values import StoredValues
from home_agent.engine.authority import Authority
from home_agent.engine.errors import StoreError
from home_agent.engine.jobs import Timer
from home_agent.engine.storage.store import SqliteStore

NOON = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


def _timer(number: int = 1, length: int = 60) -> Timer:
    return Timer(timer_id=str(number), length=length, ends=NOON, authority=Authority(), made=NOON)


class SlowStore(SqliteStore):
    """A store that takes its time, and may be full."""

    full = False

    @override
    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        if self.full:
            raise StoreError("The disk is full.")
        await super().put(key, document)

    @override
    async def delete(self, key: str) -> None:
        if self.full:
            raise StoreError("The disk is full.")
        await super().delete(key)

    @override
    def _execute(self, statement: str, values: tuple[str, ...]) -> list[tuple[Any, ...]]:
        result = super()._execute(statement, values)
        if statement.startswith("REPLACE"):
            time.sleep(0.05)
        return result


@pytest.fixture
def store(tmp_path: Path) -> SlowStore:
    return SlowStore(tmp_path / "a.db")


@pytest.fixture
def kept(store: SlowStore) -> StoredValues[Timer]:
    return StoredValues(store, Timer, "timer/", lambda timer: timer.timer_id)


async def _on_disk(store: SlowStore) -> list[Timer]:
    kept = StoredValues(store, Timer, "timer/", lambda timer: timer.timer_id)
    await kept.load()
    return [*kept]


async def test_whoever_gives_up_is_promised_nothing(
    store: SlowStore, kept: StoredValues[Timer]
) -> None:
    """The thread writes all the same, and what it wrote is taken back."""
    await store.get("")
    task = asyncio.create_task(kept.put(_timer()))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [*kept] == await _on_disk(store) == []


async def test_what_was_there_stays_when_its_change_is_given_up(
    store: SlowStore, kept: StoredValues[Timer]
) -> None:
    await kept.put(_timer())
    task = asyncio.create_task(kept.put(_timer(length=90)))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [*kept] == await _on_disk(store) == [_timer()]


async def test_what_cannot_be_dropped_is_there(store: SlowStore, kept: StoredValues[Timer]) -> None:
    await kept.put(_timer())
    store.full = True
    with pytest.raises(StoreError):
        await kept.drop(_timer())
    with pytest.raises(StoreError):
        await kept.put(_timer(length=90))
    assert [*kept] == [_timer()]


async def test_what_has_happened_is_followed_up(
    store: SlowStore, kept: StoredValues[Timer]
) -> None:
    await kept.put(_timer(1))
    await kept.put(_timer(2))
    store.full = True
    kept.end(_timer(1))
    kept.change(_timer(2, length=90))
    with pytest.raises(StoreError):
        await kept.write()
    assert [*kept] == [_timer(2, length=90)]
    assert await _on_disk(store) == [_timer(1), _timer(2)]
    assert not kept.unwritten
    store.full = False
    kept.rewrite()
    assert [kept.unwritten] == [True]
    await kept.write()
    assert await _on_disk(store) == [_timer(2, length=90)]
