"""Queries on a database file."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.tools.custom import CustomTools, read_custom_tools

from ..conftest import Hands
from .conftest import TEXT, declare, with_tool


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database that somebody else is writing to."""
    path = tmp_path / "some name?mode=rw.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE states (entity_id TEXT, state TEXT, at REAL)")
        rows = [("light.a", "on", 1.0), ("light.b", "off", 2.0), ("lock.c", "it's", 3.0)]
        connection.executemany("INSERT INTO states VALUES (?, ?, ?)", rows)
    connection.close()
    return path


def sqlite(file: Path, query: str, **more: Any) -> dict[str, Any]:
    return {"type": "sqlite", "db_url": f"sqlite:///{file}".replace("?", "%3F"), "query": query,
            **more}  # fmt: skip


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("SELECT state FROM states WHERE entity_id = '{{ what }}'", [{"state": "on"}]),
        ("SELECT state FROM states WHERE entity_id = {{ what }}", [{"state": "on"}]),
        ("SELECT at FROM states WHERE entity_id LIKE '%{{ what }}%'", [{"at": 1.0}]),
        ("SELECT count(*) AS n FROM states -- {{ nothing }}", [{"n": 3}]),
        ("WITH x AS (SELECT 1 AS one) SELECT one FROM x", [{"one": 1}]),
        ("SELECT '{{ what }} isn''t' AS said", [{"said": "light.a isn't"}]),
        ("SELECT x'00ff' AS blob, NULL AS empty", [{"blob": "2 bytes", "empty": None}]),
    ],
)
async def test_it_is_asked(hands: Hands, file: Path, query: str, told: list[Any]) -> None:
    """What is filled in is bound, in quotes or not."""
    result = await with_tool(hands, sqlite(file, query), what=TEXT).use("own", what="light.a")
    assert result.result == told, result.error


async def test_one_row(hands: Hands, file: Path) -> None:
    """`single` tells the first."""
    own = with_tool(hands, sqlite(file, "SELECT state FROM states", single=True))
    assert (await own.use("own")).result == {"state": "on"}


async def test_no_more_rows_than_that(hands: Hands, file: Path) -> None:
    """And it is told that there are more."""
    own = with_tool(hands, sqlite(file, "SELECT at FROM states", max_rows=2))
    result = (await own.use("own")).result
    assert result == {"rows": [{"at": 1.0}, {"at": 2.0}], "note": "There are more than 2 rows."}


@pytest.mark.parametrize(
    "what", ["' OR 1=1 --", "x'; DROP TABLE states; --", "x' UNION SELECT sql FROM sqlite_master"]
)
async def test_nothing_is_pasted(hands: Hands, file: Path, what: str) -> None:
    """What a model says is a value, whatever it looks like."""
    handler = sqlite(file, "SELECT state FROM states WHERE entity_id = '{{ what }}'")
    assert (await with_tool(hands, handler, what=TEXT).use("own", what=what)).result == []


@pytest.mark.parametrize(
    "query",
    [
        "WITH x AS (SELECT 1) INSERT INTO states SELECT 1, 2, 3 FROM x",
        "WITH x AS (SELECT 1) DELETE FROM states",
        "WITH x AS (SELECT 1) UPDATE states SET state = 'x'",
        "SELECT load_extension('evil.so')",
        "SELECT writefile('/tmp/evil', 'x')",
        "SELECT * FROM pragma_database_list",
        "SELECT 1; DROP TABLE states",
        "SELECT * FROM missing",
    ],
)
async def test_it_only_reads(hands: Hands, file: Path, query: str) -> None:
    """SQLite itself refuses the rest."""
    error = await with_tool(hands, sqlite(file, query)).error("own")
    assert error.startswith("own: the database cannot be asked that:")
    counted = with_tool(hands, sqlite(file, "SELECT count(*) AS n FROM states", single=True))
    assert (await counted.use("own")).result == {"n": 3}


@pytest.mark.parametrize(
    "query",
    [
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        "SELECT hex(zeroblob(1000000000))",
    ],
)
async def test_it_is_bounded(hands: Hands, file: Path, query: str) -> None:
    """In time and memory."""
    assert await with_tool(hands, sqlite(file, query, timeout=1)).error("own")


async def test_a_file_that_is_not_there(hands: Hands, tmp_path: Path) -> None:
    """None is made."""
    missing = tmp_path / "none.db"
    error = await with_tool(hands, sqlite(missing, "SELECT 1")).error("own")
    assert error == "own: the database is not there: no such file."
    assert not missing.exists()


async def test_the_recorders_by_default(hands: Hands, file: Path) -> None:
    """Without a name, and where there is none, there is no tool."""
    handler: Mapping[str, Any] = {"type": "sqlite", "query": "SELECT count(*) AS n FROM states"}
    own = with_tool(hands, handler, CustomTools(recorder_file=file))
    assert (await own.use("own")).result == [{"n": 3}]
    assert with_tool(hands, handler).box.specs() == ()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"query": "DROP TABLE x"}, "query: must begin with SELECT"),
        ({"query": "ATTACH 'x' AS y"}, "query: must begin with SELECT"),
        ({"query": "PRAGMA x"}, "query: must begin with SELECT"),
        ({"query": "{{ what }}"}, "query: must begin with SELECT"),
        ({"query": "SELECT {% if what %}1{% endif %}"}, "query: only a value may come"),
        ({"query": 'SELECT "{{ what }}" FROM x'}, "query: only a value may come"),
        ({"query": "SELECT '{{ nothing }}'"}, "query: there is no parameter nothing."),
        ({"db_url": "mysql://x"}, "db_url: must be a file"),
        ({"max_rows": 0}, "max_rows: must be from 1 to 1000."),
    ],
)
def test_what_is_wrong_is_told(changed: dict[str, Any], told: str) -> None:
    """When it is read."""
    handler = {"type": "sqlite", "query": "SELECT 1", **changed}
    with pytest.raises(SettingsError) as raised:
        read_custom_tools([declare(handler, what=TEXT)])
    assert raised.value.problems[0].startswith(f"tool 1, handler.{told}")
