"""How much each key may have: requests in a minute, tokens of models in a day."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from math import ceil
from typing import Any

from home_agent.engine.act.gate.rate_limit import RateLimit
from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.storage.store import Store

from .caller import Caller

_MINUTE = 60.0
_DOCUMENT = "server/tokens"


class RequestLimits:
    """Counts the requests of each key."""

    def __init__(self) -> None:
        """Nobody has asked yet."""
        self._by_most: dict[int, RateLimit] = {}

    def count(self, name: str, most: int) -> None:
        """One more of this key. Raises `ApiError` if that is more than it may in a minute."""
        limit = self._by_most.setdefault(most, RateLimit(most, within=_MINUTE))
        if limit.is_reached(name):
            wait = ceil(limit.seconds_to_wait(name))
            raise ApiError(
                status=429,
                message=f"This key may ask {most} times a minute. Try again in {wait} s.",
                type="requests",
                code="rate_limit_exceeded",
                headers={"Retry-After": str(max(wait, 1))},
            )
        limit.count(name)


class TokenLimits:
    """Counts the tokens of models that each key used today; a restart forgets none of them."""

    def __init__(
        self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Keep them in this store; a day is one of UTC."""
        self._store = store
        self._now = now
        self._day = ""
        self._used: dict[str, int] = {}

    async def check(self, caller: Caller) -> None:
        """Raise `ApiError` if the key of this caller has used up what it may; or `StoreError`."""
        if not caller.tokens_a_day:
            return
        await self._turn_over()
        if self._used.get(caller.key.name, 0) >= caller.tokens_a_day:
            raise ApiError(
                status=429,
                message=(
                    f"This key may use {caller.tokens_a_day} tokens of models a day, and has."
                    " The model 'home-agent-fast' uses none."
                ),
                type="insufficient_quota",
                code="insufficient_quota",
            )

    async def note(self, caller: Caller, tokens: int) -> None:
        """Write down what a reply took. Raises `StoreError`."""
        if not tokens:
            return
        await self._turn_over()
        self._used[caller.key.name] = self._used.get(caller.key.name, 0) + tokens
        await self._store.put(_DOCUMENT, {"day": self._day, "used": dict(self._used)})

    async def _turn_over(self) -> None:
        """Begin a new day, or take up what was used of this one before we were started."""
        today = self._now().astimezone(UTC).date().isoformat()
        if today == self._day:
            return
        kept: Mapping[str, Any] = await self._store.get(_DOCUMENT) or {}
        used = kept.get("used") if kept.get("day") == today else None
        self._day = today
        self._used = {
            str(name): count
            for name, count in (used.items() if isinstance(used, Mapping) else ())
            if isinstance(count, int)
        }
