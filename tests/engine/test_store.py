"""What is put is there later, whole, or the trouble is told."""

import asyncio
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from home_agent.engine.errors import StoreError
from home_agent.engine.storage.store import InMemoryStore, SqliteStore, Store

type MakeStore = Callable[[], Store]


def _files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Each kind of store."""
    return InMemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "sub" / "a.db")


async def test_document_is_replaced_as_a_whole(store: Store) -> None:
    """Nothing of the old one shines through."""
    assert await store.get("a") is None
    await store.put("a", {"one": 1, "two": [2]})
    await store.put("a", {"three": "drei ✓"})
    assert await store.get("a") == {"three": "drei ✓"}


async def test_deleted_is_gone(store: Store) -> None:
    """Deleting what is not there is no trouble."""
    await store.put("a", {"one": 1})
    await store.delete("a")
    await store.delete("a")
    assert await store.get("a") is None


async def test_keys_come_longest_untouched_first(store: Store) -> None:
    """So that whoever keeps a bounded number knows which to drop."""
    for key in ("c/1", "c/2", "d/1", "c/3", "c/1"):
        await store.put(key, {})
    assert await store.keys("c/") == ("c/2", "c/3", "c/1")


async def test_a_document_is_moved_as_it_is(store: Store) -> None:
    """Under another key, and over whatever was there."""
    await store.put("a", {"one": 1})
    await store.put("b", {"two": 2})
    await store.rename("a", "b")
    await store.rename("never there", "c")
    assert await store.get("a") is await store.get("c") is None
    assert await store.get("b") == {"one": 1}
    assert await store.keys("") == ("b",)


async def test_what_can_be_promised(tmp_path: Path) -> None:
    """Memory is gone with the process, unless a test says that it outlives the agent."""
    assert not InMemoryStore().durable
    assert InMemoryStore(durable=True).durable
    assert SqliteStore(tmp_path / "a.db").durable


async def test_whoever_only_looks_makes_no_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db", create=False)
    assert await store.get("a") is None
    assert await store.keys("") == ()
    assert _files(tmp_path) == []


async def test_sqlite_keeps_across_runs(tmp_path: Path) -> None:
    """Another process sees what this one put."""
    path = tmp_path / "a.db"
    await SqliteStore(path).put("a", {"one": 1})
    assert await SqliteStore(path).get("a") == {"one": 1}


async def test_sqlite_takes_many_at_once(tmp_path: Path) -> None:
    """Two stores over one file, as two programs would be."""
    first, second = SqliteStore(tmp_path / "a.db"), SqliteStore(tmp_path / "a.db")
    await asyncio.gather(
        *(
            store.put(f"{name}/{n}", {})
            for n in range(20)
            for name, store in (("1", first), ("2", second))
        )
    )
    assert len(await first.keys("")) == 40


async def test_broken_file_is_explained(tmp_path: Path) -> None:
    """The message names the file."""
    path = tmp_path / "a.db"
    path.write_bytes(b"this is no database, it is a shopping list" * 50)
    with pytest.raises(StoreError, match=r"a\.db cannot be used"):
        await SqliteStore(path).get("a")


async def test_file_in_the_way_is_explained(tmp_path: Path) -> None:
    """A folder cannot be made where a file is."""
    (tmp_path / "taken").write_text("")
    with pytest.raises(StoreError, match="taken"):
        await SqliteStore(tmp_path / "taken" / "a.db").put("a", {})


async def test_a_file_that_was_removed_is_made_anew(tmp_path: Path) -> None:
    """What is put after that must not go where nobody finds it."""
    path = tmp_path / "a.db"
    store = SqliteStore(path)
    await store.put("a", {"one": 1})
    shutil.rmtree(tmp_path)
    await store.put("a", {"two": 2})
    assert await SqliteStore(path).get("a") == {"two": 2}


async def test_what_was_put_survives_a_process_that_never_closes(tmp_path: Path) -> None:
    """As it does kill -9."""
    path = tmp_path / "a.db"
    program = (
        "import asyncio, os, sys; from pathlib import Path\n"
        "from home_agent.engine.storage.store import SqliteStore\n"
        "asyncio.run(SqliteStore(Path(sys.argv[1])).put('a', {'one': 1})); os._exit(9)"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, str(path))
    assert await process.wait() == 9
    assert await SqliteStore(path).get("a") == {"one": 1}
