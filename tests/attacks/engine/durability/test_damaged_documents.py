"""One document that is not what was written must not stop the rest, nor be lost, nor be hidden."""

import json
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from home_agent.engine.act.audit import read_audit
from home_agent.engine.act.response_times import ResponseTimes
from home_agent.engine.act.undo.journal import Journal
from home_agent.engine.authority import Authority
from home_agent.engine.conversation.conversations import last_trace
from home_agent.engine.errors import StoreError
from home_agent.engine.home import ServiceCall
from home_agent.engine.llm.budget import Budget
from home_agent.engine.llm.ledger import Ledger
from home_agent.engine.llm.messages import Usage
from home_agent.engine.outcome import Reason
from home_agent.engine.storage.quarantine import find_recent_damage
from home_agent.engine.storage.store import SqliteStore
from tests.attacks.engine.durability.conftest import DiskHouse as House
from tests.attacks.engine.durability.conftest import MakeHouse

LOST = "Something that was planned can no longer be read"

TEXTS = {
    "cut off": '{"is": "Job", "job_id": "',
    "empty": "",
    "no JSON": "\x00\x00\x00\x00",
    "no document": "[1, 2, 3]",
    "a word": '"job"',
    "nothing": "null",
    "a number": "17",
    "nested without end": "[" * 100_000,
    "a number without end": "1" * 10_000,
    "another kind of thing": '{"is": "Delay", "seconds": 5}',
    "no kind": '{"job_id": "1"}',
    "a kind that is no word": '{"is": ["Job"]}',
    "only a kind": '{"is": "Job"}',
    "no bytes of any text": b"\xff\xfe\xfd{}",
}


def _with(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document[name] = value

    return change


def _in(outer: str, name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document[outer][name] = value

    return change


FIELDS = {
    "due is a word": _with("due", "soon"),
    "due is a number": _with("due", 5),
    "due is no date": _with("due", {"is": "datetime", "of": "2026-13-45"}),
    "due was before there was time": _with(
        "due", {"is": "datetime", "of": "0001-01-01T00:00+14:00"}
    ),
    "due after all time": _with("due", {"is": "datetime", "of": "9999-12-31T23:59-12:00"}),
    "steps are a word": _with("steps", "turn off"),
    "steps are words": _with("steps", {"is": "tuple", "of": ["turn off"]}),
    "no occasion": _with("occasion", None),
    "a delay without end": _in("occasion", "seconds", float("inf")),
    "a delay that is no number": _in("occasion", "seconds", float("nan")),
    "a delay in words": _in("occasion", "seconds", "ten"),
    "nobody asked for it": _with("authority", None),
    "somebody in words": _with("authority", "Anna"),
    "another id": _with("job_id", "somebody else's"),
    "an id that is none": _with("job_id", None),
    "a condition that is none": _with("condition", {"is": "tuple", "of": []}),
    "a notice that is none": _with("notice", "hello"),
    "before is a list": _with("before", ["light.chandelier"]),
}


@pytest.fixture
async def house(make_house: MakeHouse, tmp_path: Path) -> House:
    """A house in which two things are planned, and two timers run."""
    house = make_house(store=SqliteStore(tmp_path / "a.db"))
    await house.start()
    await house.say("turn off the chandelier in ten minutes")
    await house.say("turn on the towel rail in twenty minutes")
    await house.say("set a pizza timer for ten minutes")
    await house.say("set a pasta timer for twenty minutes")
    await house.stop()
    return house


def _change(path: Path, key: str, change: Callable[[dict[str, Any]], None]) -> str:
    """Change a document behind everybody's back; what it is now."""
    with closing(sqlite3.connect(path)) as database:
        found = database.execute("SELECT document FROM documents WHERE key = ?", (key,)).fetchone()
        document = json.loads(found[0])
        change(document)
        text = json.dumps(document)
        database.execute("UPDATE documents SET document = ? WHERE key = ?", (text, key))
        database.commit()
    return text


def _write(path: Path, key: str, text: str | bytes) -> None:
    with closing(sqlite3.connect(path)) as database:
        kept = "CAST(? AS TEXT)" if isinstance(text, bytes) else "?"
        statement = f"REPLACE INTO documents (key, document) VALUES (?, {kept})"
        database.execute(statement, (key, text))
        database.commit()


def _aside(path: Path, key: str) -> list[bytes]:
    """What was set aside of a document."""
    with closing(sqlite3.connect(path)) as database:
        database.text_factory = bytes
        found = database.execute(
            "SELECT document FROM documents WHERE key LIKE ?", (f"damaged/%/{key}",)
        )
        return [document for (document,) in found]


def _is_no_document(text: str | bytes) -> bool:
    """A document that only lacks what we look for is one that tells of nothing."""
    try:
        return not isinstance(json.loads(text), dict)
    except ValueError, RecursionError:
        return True


async def _first(house: House, prefix: str) -> str:
    return (await house.store.keys(prefix))[0]


async def _goes_on_without(house: House, caplog: pytest.LogCaptureFixture, damaged: str) -> None:
    """Start, and see that the second job is done and the damaged one is told of, once."""
    with caplog.at_level(logging.ERROR):
        await house.start()
    assert caplog.text.count(f"{damaged} is damaged") == 1
    reply = await house.say("what have you planned?")
    assert "towel rail" in reply.text.lower()
    assert "chandelier" not in reply.text.lower()
    assert LOST in reply.text
    assert Reason.PLANS_DAMAGED in {outcome.reason for outcome in reply.outcomes}
    told = await house.after(21 * 60)
    assert "As planned: Turned on the switch" in told
    assert house.state("light.chandelier") == "on"
    assert [item.key for item in await find_recent_damage(house.store)] == [damaged]
    caplog.clear()
    await house.stop()
    await house.start()
    assert "damaged" not in caplog.text


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
async def test_a_job_that_is_no_document(
    house: House, tmp_path: Path, text: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    key = await _first(house, "job/")
    _write(tmp_path / "a.db", key, text)
    await _goes_on_without(house, caplog, key)
    assert _aside(tmp_path / "a.db", key) == [text if isinstance(text, bytes) else text.encode()]


@pytest.mark.parametrize("change", FIELDS.values(), ids=FIELDS)
async def test_a_job_with_a_field_that_is_wrong(
    house: House,
    tmp_path: Path,
    change: Callable[[dict[str, Any]], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    key = await _first(house, "job/")
    text = _change(tmp_path / "a.db", key, change)
    await _goes_on_without(house, caplog, key)
    assert _aside(tmp_path / "a.db", key) == [text.encode()]


@pytest.mark.parametrize(
    "change",
    [
        _with("mood", "cheerful"),
        _with("occasion", {"is": "Whim", "strength": 5}),
        _with("phase", {"is": "Phase", "of": "pondered"}),
        _in("authority", "rank", "admiral"),
    ],
    ids=["field", "kind", "phase", "inner field"],
)
async def test_what_a_newer_version_wrote_is_left_alone(
    house: House, tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    key = await _first(house, "job/")
    text = _change(tmp_path / "a.db", key, change)
    await house.start()
    reply = await house.say("what have you planned?")
    assert "towel rail" in reply.text.lower()
    assert LOST in reply.text
    await house.after(21 * 60)
    assert house.state("light.chandelier") == "on"
    assert house.state("switch.towel_rail") == "on"
    await house.stop()
    assert json.dumps(await house.store.get(key)) == text


async def test_a_file_of_a_newer_version_is_left_alone(house: House, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 7")
    before = path.read_bytes()
    store = SqliteStore(path)
    with pytest.raises(StoreError, match="newer version"):
        await store.put("journal", {})
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
async def test_a_timer_that_is_no_document(house: House, tmp_path: Path, text: str | bytes) -> None:
    key = await _first(house, "timer/")
    _write(tmp_path / "a.db", key, text)
    await house.start()
    reply = await house.say("how much time is left on the pasta timer?")
    assert "pasta" in reply.text
    assert LOST in reply.text
    told = await house.after(21 * 60)
    assert [item for item in told if "pasta timer is up" in item]
    assert not [item for item in told if "pizza" in item]
    assert len(_aside(tmp_path / "a.db", key)) == 1


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
async def test_a_conversation_that_is_no_document(
    house: House, tmp_path: Path, text: str | bytes
) -> None:
    """Whoever goes on with it begins anew, and everybody else goes on."""
    await house.start()
    await house.say("turn on the reading lamp", conversation_id="2")
    _write(tmp_path / "a.db", "conversation/1", text)
    reply = await house.say("turn off the chandelier")
    assert house.state("light.chandelier") == "off"
    assert reply.text
    answer = await house.say("the one in the bedroom", conversation_id="2")
    assert house.state("light.bedroom_reading_lamp") == "on", answer.text
    assert len(_aside(tmp_path / "a.db", "conversation/1")) == _is_no_document(text)
    assert await last_trace(house.store) is not None


WRONG_CONVERSATIONS = (
    {"exchanges": [{"heard": 5, "said": None}]},
    {"exchanges": "hello"},
    {"exchanges": [], "topic": "lamps"},
    {"exchanges": [], "question": {"heard": "x"}},
    {"exchanges": [], "proposal": {"heard": "x", "calls": "all"}},
    {"exchanges": [], "last": "yesterday"},
    {"exchanges": [], "count": "many"},
    {"exchanges": [], "trace": {"heard": 1}},
)


@pytest.mark.parametrize("document", WRONG_CONVERSATIONS, ids=str)
async def test_a_conversation_with_a_field_that_is_wrong(
    house: House, tmp_path: Path, document: dict[str, Any]
) -> None:
    await house.start()
    await house.store.put("conversation/1", document)
    await house.say("turn off the chandelier")
    assert house.state("light.chandelier") == "off"
    assert len(_aside(tmp_path / "a.db", "conversation/1")) == 1


@pytest.mark.parametrize(
    "text",
    [*TEXTS.values(), '{"commands": 5}', '{"commands": [{"number": "one"}]}'],
    ids=[*TEXTS, "number", "command"],
)
async def test_a_journal_that_is_no_document(
    house: House, tmp_path: Path, text: str | bytes
) -> None:
    """What was done before it cannot be undone any more; what is done from now on can."""
    _write(tmp_path / "a.db", "journal", text)
    journal = Journal(house.store)
    found = await journal.last(3, Authority())
    assert found == ()
    await house.start()
    await house.say("turn off the chandelier")
    await house.say("undo that")
    assert house.state("light.chandelier") == "on"
    damaged = _is_no_document(text) or "commands" in str(text)
    assert len(_aside(tmp_path / "a.db", "journal")) == damaged


@pytest.mark.parametrize(
    "text",
    [*TEXTS.values(), '{"records": [{"at": "never"}]}', '{"records": [5]}'],
    ids=[*TEXTS, "never", "number"],
)
async def test_an_audit_record_that_is_no_document(
    house: House, tmp_path: Path, text: str | bytes
) -> None:
    await house.start()
    await house.say("turn off the chandelier")
    _write(tmp_path / "a.db", "audit/20200101T000000000000-0", text)
    records = await read_audit(house.store)
    assert [record.entity_id for record in records] == ["light.chandelier"]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
async def test_a_page_of_the_ledger_that_is_no_document(
    house: House, tmp_path: Path, text: str | bytes
) -> None:
    now = datetime.now(UTC)
    _write(tmp_path / "a.db", f"usage/{now.date()}", text)
    ledger = Ledger(house.store, Budget(tokens_per_day=100), lambda: now)
    await ledger.check("anna", "1")
    await ledger.note(Usage(prompt=60, completion=1), user_id="anna", conversation_id="1")
    assert (await ledger.today()).prompt == 60


@pytest.mark.parametrize("text", [*TEXTS.values(), '{"light.chandelier": 1e300}'])
async def test_patience_that_is_no_document(
    house: House, tmp_path: Path, text: str | bytes
) -> None:
    _write(tmp_path / "a.db", "patience", text)
    call = ServiceCall(domain="light", service="turn_off", targets=("light.chandelier",))
    assert await ResponseTimes(10, house.store).timeout_for(call, house.home.snapshot()) <= 10


async def test_keys_that_are_no_text_hide_no_others(house: House, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as database:
        database.execute(
            "INSERT INTO documents (key, document) VALUES (CAST(? AS TEXT), '{}')", (b"job/\xff",)
        )
        database.commit()
    await house.start()
    assert "Chandelier" in (await house.say("what have you planned?")).text


async def test_all_that_was_kept_damaged_at_once(house: House, tmp_path: Path) -> None:
    """Nothing is left, and the house still does what it is told."""
    with closing(sqlite3.connect(tmp_path / "a.db")) as database:
        database.execute("UPDATE documents SET document = '{'")
        database.commit()
    await house.start()
    assert LOST in (await house.say("what have you planned?")).text
    await house.say("turn off the chandelier in ten minutes")
    assert await house.after(660) == ["As planned: Turned off the light"]


async def test_it_is_told_for_a_week(house: House, tmp_path: Path) -> None:
    await house.start()
    long_ago = datetime.now(UTC) - timedelta(days=8)
    await house.store.put(f"damaged/{long_ago:%Y%m%dT%H%M%S.%fZ}/job/1", {})
    assert LOST not in (await house.say("what have you planned?")).text
    assert (await house.store.keys("damaged/"))[0].endswith("/job/1")


async def test_what_is_forgotten_is_forgotten_damaged_as_well(house: House, tmp_path: Path) -> None:
    """What people said is theirs, readable or not."""
    await house.start()
    for number in ("1", "12"):
        await house.say("turn off the chandelier", conversation_id=number)
        _write(tmp_path / "a.db", f"conversation/{number}", '{"exchanges": "secret')
        await house.say("turn on the chandelier", conversation_id=number)
    assert house.agent is not None
    await house.agent.forget("1")
    assert [len(_aside(tmp_path / "a.db", f"conversation/{item}")) for item in ("1", "12")] == [
        0,
        1,
    ]
    await house.agent.forget()
    assert _aside(tmp_path / "a.db", "conversation/12") == []
