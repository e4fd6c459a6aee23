"""Who is logged in to the page: by a cookie of which only a hash is kept."""

import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from home_agent.engine.errors import StoreError
from home_agent.engine.storage.quarantine import read_document
from home_agent.engine.storage.store import Store
from home_agent.engine.storage.type_check import check_types

_LOGGER = logging.getLogger(__name__)

_DOCUMENT = "server/logins"
_RANDOM_BYTES = 32
_MOST = 100
LASTS = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """Somebody who is logged in."""

    key: str
    """The name of the key that they came with; empty for the owner, who came by a link."""

    csrf: str
    """What a request that changes something must bring along: only the page knows it."""

    since: str

    def is_over(self, now: datetime) -> bool:
        """Whether they must log in again."""
        return now - datetime.fromisoformat(self.since) > LASTS

    def allows(self, presented: str) -> bool:
        """Whether a request was made by the page."""
        return hmac.compare_digest(self.csrf.encode(), presented.encode("utf-8", "replace"))


class Logins:
    """All who are logged in. A restart forgets none of them."""

    def __init__(
        self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Keep them in this store."""
        self._store = store
        self._now = now
        self._logins: dict[str, Login] | None = None

    async def open(self, key: str) -> tuple[str, Login]:
        """Log somebody in, who came with a key of this name; what their cookie is to hold."""
        logins = await self._all()
        cookie = secrets.token_urlsafe(_RANDOM_BYTES)
        login = Login(
            key=key,
            csrf=secrets.token_urlsafe(_RANDOM_BYTES),
            since=self._now().isoformat(timespec="seconds"),
        )
        logins[_digest(cookie)] = login
        for old in [known for known, kept in logins.items() if kept.is_over(self._now())]:
            del logins[old]
        while len(logins) > _MOST:
            del logins[next(iter(logins))]
        await self._write()
        return cookie, login

    async def find(self, cookie: str) -> Login | None:
        """Who has this cookie; `None` if nobody is logged in with it."""
        login = (await self._all()).get(_digest(cookie)) if cookie else None
        return None if login is None or login.is_over(self._now()) else login

    async def close(self, cookie: str) -> None:
        """Log somebody out."""
        if (await self._all()).pop(_digest(cookie), None) is not None:
            await self._write()

    async def _all(self) -> dict[str, Login]:
        if self._logins is None:
            try:
                kept = await read_document(self._store, _DOCUMENT, _from_document)
            except StoreError as error:
                _LOGGER.warning("Whoever was logged in must do so again: %s", error)
                kept = None
            # Whoever came first may have read it while we did.
            if self._logins is None:
                self._logins = kept or {}
        return self._logins

    async def _write(self) -> None:
        logins = self._logins or {}
        try:
            kept = {digest: asdict(login) for digest, login in logins.items()}
            await self._store.put(_DOCUMENT, {"logins": kept})
        except StoreError as error:
            _LOGGER.warning("Who is logged in is only in mind: %s", error)


def _from_document(document: Mapping[str, Any]) -> dict[str, Login]:
    """Read the stored form. Raises what it finds wrong."""
    return {digest: check_types(Login(**kept)) for digest, kept in document["logins"].items()}


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "surrogatepass")).hexdigest()
