"""Tokens of OAuth 2: had from a server with a client's credentials, or with a refresh token."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from urllib.parse import urlencode

from .fetch import Fetch, FetchFailedError, Request
from .reading import HandlerReader
from .web import ask_server, decode, read_json

_WRONG = 400
# A token that is about to end ends on its way.
_MARGIN = 30.0
_USUAL_LIFE = 300.0
_FORM = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthSettings:
    """Who gives out the tokens, and to whom."""

    token_url: str = field(repr=False)
    client_id: str = field(default="", repr=False)
    client_secret: str = field(default="", repr=False)
    refresh_token: str = field(default="", repr=False)
    scope: str = ""

    @property
    def secrets(self) -> tuple[tuple[str, str], ...]:
        """What must not come back."""
        return (("client_secret", self.client_secret), ("refresh_token", self.refresh_token))


def read_oauth(values: Mapping[str, Any], reader: HandlerReader, where: str) -> OAuthSettings:
    """Check outside data; what is wrong is noted with the reader."""
    known = ("token_url", "client_id", "client_secret", "refresh_token", "scope")
    inner = HandlerReader(values, known)
    settings = OAuthSettings(
        token_url=inner.address("token_url"),
        client_id=inner.text("client_id", default=""),
        client_secret=inner.text("client_secret", default=""),
        refresh_token=inner.text("refresh_token", default=""),
        scope=inner.text("scope", default=""),
    )
    if not settings.refresh_token and not (settings.client_id and settings.client_secret):
        inner.note("client_secret", "must be there with client_id, or a refresh_token instead.")
    reader.problems += [f"{where}.{problem}" for problem in inner.problems]
    return settings


class TokenSource:
    """Keeps one token for as long as it holds."""

    def __init__(
        self,
        settings: OAuthSettings,
        fetch: Fetch,
        seconds: float,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Ask for tokens like this."""
        self._settings = settings
        self._fetch = fetch
        self._seconds = seconds
        self._clock = clock
        self._refresh_token = settings.refresh_token
        self._token = ""
        self._ends = 0.0
        self._asking = asyncio.Lock()

    async def get(self) -> str:
        """A token that holds. Raises `FetchFailedError`."""
        async with self._asking:
            if not self._token or self._clock() >= self._ends:
                await self._renew()
            return self._token

    def forget(self) -> None:
        """Have the next one asked for anew: this one was refused."""
        self._token = ""

    @property
    def secrets(self) -> tuple[tuple[str, str], ...]:
        """What must not come back."""
        held = (("access_token", self._token), ("refresh_token", self._refresh_token))
        return (*self._settings.secrets, *held)

    async def _renew(self) -> None:
        settings = self._settings
        form = {"client_id": settings.client_id, "client_secret": settings.client_secret}
        if self._refresh_token:
            form |= {"grant_type": "refresh_token", "refresh_token": self._refresh_token}
        else:
            form |= {"grant_type": "client_credentials"}
        form |= {"scope": settings.scope}
        sent = urlencode({key: value for key, value in form.items() if value})
        request = Request(
            method="POST",
            url=settings.token_url,
            headers=_FORM,
            body=sent.encode(),
            seconds=self._seconds,
        )
        fetched = await ask_server(request, self._fetch)
        told = read_json(decode(fetched))
        token = told.get("access_token") if isinstance(told, Mapping) else None
        if fetched.status >= _WRONG or not isinstance(token, str) or not token:
            raise FetchFailedError(
                f"that gives out its tokens gave none (status {fetched.status}). Check the client"
                " and its secret"
            )
        renewed = told.get("refresh_token")
        if isinstance(renewed, str) and renewed:
            self._refresh_token = renewed
        life = told.get("expires_in")
        seconds = life if isinstance(life, int | float) and life > 0 else _USUAL_LIFE
        self._token = token
        self._ends = self._clock() + max(seconds - _MARGIN, seconds / 2)
