"""So much of a model and no more: counted, kept, and told."""

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, override
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.errors import SettingsError, StoreError
from home_agent.engine.language import load_language
from home_agent.engine.llm.budget import Budget, Spending, price_usage
from home_agent.engine.llm.errors import OverBudgetError
from home_agent.engine.llm.ledger import Ledger
from home_agent.engine.llm.messages import Usage
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.speak import phrase
from home_agent.engine.storage.store import InMemoryStore, SqliteStore, Store

ROME = ZoneInfo("Europe/Rome")
EVENING = datetime(2026, 3, 4, 23, 30, tzinfo=ROME)
HUNDRED = Usage(prompt=80, completion=20)
PRICED = ModelSettings(price_prompt=2.0, price_cached=0.5, price_completion=10.0)


class Day:
    """A ledger, and a clock that stands still until it is moved."""

    def __init__(self, store: Store, **limits: float) -> None:
        self.now = EVENING
        self.ledger = Ledger(store, Budget.from_mapping(limits), lambda: self.now)

    async def use(self, times: int = 1, user: str | None = "anna", talk: str = "one") -> None:
        for _ in range(times):
            await self.ledger.note(HUNDRED, PRICED, user_id=user, conversation_id=talk)

    async def over(self, user: str | None = "anna", talk: str = "one") -> str:
        """How the person is told; nothing if they may ask."""
        try:
            await self.ledger.check(user, talk)
        except OverBudgetError as error:
            return error.phrase
        return ""


class BrokenStore(InMemoryStore):
    """A disk that gives up at will."""

    def __init__(self) -> None:
        super().__init__()
        self.broken = False

    def _look(self) -> None:
        if self.broken:
            raise StoreError("The disk is full.")

    @override
    async def get(self, key: str) -> Mapping[str, Any] | None:
        self._look()
        return await super().get(key)

    @override
    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        self._look()
        await asyncio.sleep(0)
        await super().put(key, document)

    @override
    async def keys(self, prefix: str) -> tuple[str, ...]:
        self._look()
        return await super().keys(prefix)


@pytest.mark.parametrize(
    ("limits", "phrase_key"),
    [
        ({"tokens_per_day": 200}, "used_up_today"),
        ({"cost_per_day": 0.0007}, "used_up_today"),
        ({"tokens_per_user": 200}, "used_up_by_you"),
        ({"cost_per_user": 0.0007}, "used_up_by_you"),
        ({"tokens_per_conversation": 200}, "used_up_here"),
        ({"cost_per_conversation": 0.0007}, "used_up_here"),
        ({"tokens_per_day": 201}, ""),
        ({"cost_per_day": 0.0008}, ""),
        ({}, ""),
    ],
)
async def test_each_limit_is_kept(limits: dict[str, float], phrase_key: str) -> None:
    """One response costs 0.00036 and is a hundred tokens."""
    day = Day(InMemoryStore(), **limits)
    assert not await day.over()
    await day.use(2)
    assert await day.over() == phrase_key


async def test_others_have_their_own_share() -> None:
    day = Day(InMemoryStore(), tokens_per_user=100, tokens_per_conversation=150)
    await day.use()
    assert await day.over("anna", "two") == "used_up_by_you"
    assert not await day.over("ben", "one")
    await day.use(user="ben")
    assert await day.over("carl", "one") == "used_up_here"
    assert not await day.over("carl", "two")


async def test_those_without_a_name_share() -> None:
    day = Day(InMemoryStore(), tokens_per_user=100)
    await day.use(user=None)
    assert await day.over(None) == "used_up_by_you"
    assert not await day.over("anna")


async def test_nothing_at_all_may_be_used() -> None:
    assert await Day(InMemoryStore(), tokens_per_day=0).over() == "used_up_today"


async def test_day_is_the_homes_own() -> None:
    """It begins anew at midnight where the home is, and the error says so."""
    day = Day(InMemoryStore(), tokens_per_day=100, tokens_per_conversation=100)
    await day.use()
    with pytest.raises(OverBudgetError, match=r"tokens_per_day: 100 of 100 are used") as raised:
        await day.ledger.check("anna", "two")
    assert raised.value.begins == datetime(2026, 3, 5, tzinfo=ROME)
    day.now += timedelta(minutes=30)
    assert not await day.over(talk="two")
    assert await day.over(talk="one") == "used_up_here", "a conversation does not end at midnight"
    assert (await day.ledger.today()) == Spending()
    assert (await day.ledger.on(EVENING.date())).tokens == 100


async def test_conversation_begins_anew_with_another() -> None:
    day = Day(InMemoryStore(), tokens_per_conversation=100)
    await day.use()
    with pytest.raises(OverBudgetError, match="Begin a new one") as raised:
        await day.ledger.check("anna", "one")
    assert raised.value.begins is None


async def test_restart_gives_no_second_share(tmp_path: Path) -> None:
    await Day(SqliteStore(tmp_path / "a.db"), tokens_per_day=100).use()
    after = Day(SqliteStore(tmp_path / "a.db"), tokens_per_day=100)
    assert await after.over() == "used_up_today"
    assert (await after.ledger.today()).responses == 1


async def test_turns_at_once_are_all_counted(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db")
    day, other = Day(store), Day(store)
    await asyncio.gather(*(day.use() for _ in range(20)))
    assert (await day.ledger.today()).tokens == 2000
    await other.use()
    await day.use()
    assert (await day.ledger.today()).responses == 22, "two programs may share a file"


async def test_broken_disk_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """It is counted in memory, and written down when the disk is well again."""
    store = BrokenStore()
    day = Day(store, tokens_per_day=400)
    await day.use()
    store.broken = True
    await day.use(2)
    assert not await day.over()
    assert "The disk is full" in caplog.text
    assert (await day.ledger.today()).tokens == 300
    await day.use()
    assert await day.over() == "used_up_today"
    store.broken = False
    await day.use()
    assert (await Day(store).ledger.today()).tokens == 500


@pytest.mark.parametrize("document", [{"everyone": 7}, {"everyone": {"prompt": "x", "cost": -1}}])
async def test_document_of_another_shape_counts_as_nothing(document: dict[str, Any]) -> None:
    store = InMemoryStore()
    await store.put("usage/2026-03-04", document)
    day = Day(store, tokens_per_day=100)
    assert not await day.over()
    await day.use()
    assert (await day.ledger.today()).tokens == 100


async def test_old_days_are_dropped_and_conversations_bounded() -> None:
    store = InMemoryStore()
    day = Day(store)
    for number in range(600):
        await day.use(talk=f"talk {number}")
    for _ in range(60):
        day.now += timedelta(days=1)
        await day.use()
    keys = await store.keys("usage/")
    assert len(keys) == 37
    kept = await store.get("usage/conversations")
    assert kept is not None
    assert len(kept) == 500
    assert {"one", "talk 599"} <= kept.keys()


def test_what_a_response_costs() -> None:
    usage = Usage(prompt=1_000_000, cached=400_000, completion=100_000)
    assert price_usage(usage, PRICED).cost == pytest.approx(1.2 + 0.2 + 1.0)
    no_discount = ModelSettings(price_prompt=2.0)
    assert price_usage(usage, no_discount).cost == pytest.approx(2.0)
    assert price_usage(usage).cost == 0
    assert price_usage(usage).tokens == 1_100_000


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"tokens_per_day": -1}, "tokens_per_day: must be a whole number of at least 0."),
        ({"tokens_per_user": 1.5}, "tokens_per_user: must be a whole number of at least 0."),
        ({"cost_per_day": "much"}, "cost_per_day: must be a number from 0 to 1000000."),
        ({"tokens": 3}, "tokens: there is no such setting."),
    ],
)
def test_wrong_limits_are_told(values: dict[str, Any], problem: str) -> None:
    with pytest.raises(SettingsError) as raised:
        Budget.from_mapping(values)
    assert raised.value.problems == (problem,)


def test_no_limit_is_none() -> None:
    assert Budget.from_mapping({"tokens_per_day": None}) == Budget()


@pytest.mark.parametrize("key", ["used_up_today", "used_up_by_you", "used_up_here"])
def test_person_is_told_in_their_language(key: str) -> None:
    assert "Simple commands still work" in phrase(load_language("en"), key)
    assert "Einfache Befehle" in phrase(load_language("de"), key)
