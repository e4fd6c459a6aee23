"""What was used of the models, day by day, for whom and in which conversation.

It is kept in the store, so that a restart gives nobody a second allowance. Where the store is
broken we go on counting in memory: no disk may keep a person from being answered.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from ..errors import StoreError
from ..storage.quarantine import read_document
from ..storage.store import Store
from .budget import Budget, Spending, price_usage
from .errors import OverBudgetError
from .messages import Usage
from .settings import ModelSettings

_LOGGER = logging.getLogger(__name__)

_PREFIX = "usage/"
_CONVERSATIONS = f"{_PREFIX}conversations"
_DAYS_KEPT = 35
_ACCOUNTS_KEPT = 500
"""People of a day, and conversations: the ones that were longest silent are dropped."""

_EVERYONE = "everyone"

type _Page = dict[str, Spending]
"""What was used, by whose account."""


class _Limit(NamedTuple):
    """A limit, and what counts against it."""

    setting: str
    whose: str
    most: float | None
    used: float
    phrase: str


class Ledger:
    """Counts what is used, and holds it to the budget."""

    def __init__(self, store: Store, budget: Budget, clock: Callable[[], datetime]) -> None:
        """Count in this store; the clock is in the home's time zone."""
        self._store = store
        self._budget = budget
        self._clock = clock
        self._lock = asyncio.Lock()
        self._known: dict[str, _Page] = {}
        self._unwritten: dict[str, _Page] = {}
        self._tidied: date | None = None

    async def check(self, user_id: str | None, conversation_id: str | None) -> None:
        """Raise `OverBudgetError` if the budget is used up."""
        if self._budget == Budget():
            return
        async with self._lock:
            now = self._clock()
            today = await self._read(_key(now.date()))
            conversations = await self._read(_CONVERSATIONS)
        user = today.get(_user(user_id), Spending())
        talk = conversations.get(conversation_id or "", Spending())
        for limit in self._limits(today.get(_EVERYONE, Spending()), user, talk):
            if limit.most is not None and limit.used >= limit.most:
                raise _over(limit, now)

    async def note(
        self,
        usage: Usage,
        model: ModelSettings | None = None,
        *,
        user_id: str | None = None,
        conversation_id: str | None = None,
    ) -> None:
        """Add what a response took, at the price of its model."""
        spent = price_usage(usage, model)
        async with self._lock:
            today = self._clock().date()
            await self._add(_key(today), {_EVERYONE: spent, _user(user_id): spent})
            if conversation_id:
                await self._add(_CONVERSATIONS, {conversation_id: spent})
            await self._tidy(today)

    async def today(self) -> Spending:
        """What was used today, by everyone."""
        return await self.on(self._clock().date())

    async def on(self, day: date) -> Spending:
        """What was used on a day, by everyone; zero for days that are no longer kept."""
        async with self._lock:
            return (await self._read(_key(day))).get(_EVERYONE, Spending())

    def _limits(self, everyone: Spending, user: Spending, talk: Spending) -> Iterator[_Limit]:
        budget = self._budget
        for whose, used, tokens, cost, phrase in (
            ("day", everyone, budget.tokens_per_day, budget.cost_per_day, "used_up_today"),
            ("user", user, budget.tokens_per_user, budget.cost_per_user, "used_up_by_you"),
            (
                "conversation",
                talk,
                budget.tokens_per_conversation,
                budget.cost_per_conversation,
                "used_up_here",
            ),
        ):
            yield _Limit(f"tokens_per_{whose}", whose, tokens, used.tokens, phrase)
            yield _Limit(f"cost_per_{whose}", whose, cost, used.cost, phrase)

    async def _read(self, key: str) -> _Page:
        """A page as stored, with what is not stored yet."""
        try:
            page = await read_document(self._store, key, _page)
        except StoreError as error:
            _LOGGER.warning("What was used of the models is counted in memory: %s", error)
        else:
            self._known[key] = page or {}
        return _sum(self._known.get(key, {}), self._unwritten.get(key, {}))

    async def _add(self, key: str, amounts: Mapping[str, Spending]) -> None:
        self._unwritten[key] = _sum(self._unwritten.get(key, {}), amounts)
        page = await self._read(key)
        for account in amounts:
            page[account] = page.pop(account)  # so that the last is the latest
        page = dict(list(page.items())[-_ACCOUNTS_KEPT:])
        document = {account: spent.as_document() for account, spent in page.items()}
        try:
            await self._store.put(key, document)
        except StoreError as error:
            _LOGGER.warning("What was used of the models is counted in memory: %s", error)
            return
        self._known[key] = page
        del self._unwritten[key]

    async def _tidy(self, today: date) -> None:
        """Once a day, delete what is no longer kept."""
        if self._tidied == today:
            return
        self._tidied = today
        oldest = _key(today - timedelta(days=_DAYS_KEPT))
        for pages in (self._known, self._unwritten):
            for key in [day for day in pages if day < oldest]:
                del pages[key]
        try:
            for key in await self._store.keys(_PREFIX):
                if key < oldest:
                    await self._store.delete(key)
        except StoreError as error:
            _LOGGER.warning("What was used of the models long ago stays where it is: %s", error)


def _page(document: Mapping[str, Any]) -> _Page:
    return {account: Spending.from_document(spent) for account, spent in document.items()}


def _sum(page: Mapping[str, Spending], amounts: Mapping[str, Spending]) -> _Page:
    return {
        **page,
        **{account: page.get(account, Spending()) + spent for account, spent in amounts.items()},
    }


def _key(day: date) -> str:
    return f"{_PREFIX}{day.isoformat()}"


def _user(user_id: str | None) -> str:
    return f"user {user_id or ''}"


def _over(limit: _Limit, now: datetime) -> OverBudgetError:
    used = f"{limit.used:.12g} of {limit.most:.12g} are used"
    if limit.whose == "conversation":
        return OverBudgetError(
            f"This conversation has used what it may of the models ({limit.setting}: {used}). "
            f"Begin a new one, or raise {limit.setting}.",
            phrase=limit.phrase,
        )
    begins = datetime.combine(now.date() + timedelta(days=1), time(), tzinfo=now.tzinfo)
    return OverBudgetError(
        f"What may be used of the models in a day is used up ({limit.setting}: {used}). "
        f"It begins anew at {begins:%Y-%m-%d %H:%M}; to have more, raise {limit.setting}.",
        phrase=limit.phrase,
        begins=begins,
    )
