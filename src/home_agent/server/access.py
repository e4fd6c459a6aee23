"""What every request passes: who it is, how often they come, and how much they bring."""

import asyncio
import logging
from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from home_agent.configuration.serve import ServeSettings, is_loopback
from home_agent.engine.chat_api.api_error import ApiError

from .caller import Caller, bearer_token, remember_caller
from .error_response import respond_with
from .keys import ApiKey, KeyFile, KeyFileError
from .limits import RequestLimits
from .page.page_access import API, PageAccess, is_open

_LOGGER = logging.getLogger(__name__)

_OPEN_PATHS = frozenset({"/health"})
_BROUGHT_BY_PROXY = ("x-forwarded-for", "x-real-ip", "forwarded")
_TO_SEND_A_BODY = 30.0
"""Seconds between two parts of a body."""

_PAGE_ASKS = 5
"""How many times as often as a program a page may ask, where its key does not say."""

_TO_READ = 60.0
"""Seconds until somebody who reads nothing is given up."""


class AccessMiddleware:
    """An ASGI app in front of another one, which can tell who asks by `caller_of`."""

    def __init__(
        self,
        app: ASGIApp,
        keys: KeyFile,
        settings: ServeSettings,
        requests: RequestLimits,
        page: PageAccess | None = None,
    ) -> None:
        """Let in whoever has one of these keys, as often as the limits allow.

        Whoever is logged in to the page is known there by their cookie.
        """
        self._app = app
        self._keys = keys
        self._settings = settings
        self._requests = requests
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] != "http" or scope["path"] in _OPEN_PATHS:
            await self._app(scope, receive, send)
            return
        headers = _headers(scope)
        try:
            if self._page is None or not is_open(scope["path"]):
                remember_caller(scope, await self._admit(scope, headers))
            receive = _Bounded(receive, self._most_bytes(headers))
        except ApiError as error:
            await respond_with(error)(scope, receive, send)
            return
        await self._app(scope, receive, _patient(send))

    async def _admit(self, scope: Scope, headers: Mapping[str, str]) -> Caller:
        """Who asks. Raises `ApiError` if they are not known, or ask too often."""
        presented = bearer_token(headers)
        if self._page is not None and scope["path"].startswith(API) and not presented:
            return await self._admit_to_page(self._page, scope["method"], headers)
        key = self._find_key(presented)
        if key is None and not self._goes_without_key(scope, headers):
            raise _not_known(presented)
        caller = self._caller(key)
        most = key.requests_a_minute if key else None
        self._requests.count(caller.key.name, most or self._settings.requests_a_minute)
        return caller

    async def _admit_to_page(
        self, page: PageAccess, method: str, headers: Mapping[str, str]
    ) -> Caller:
        """Who is logged in. A page asks more often than a program, and its person no more."""
        try:
            caller = await page.admit(method, headers)
            named = {key.name: key for key in self._keys.all()}
        except KeyFileError as error:
            raise _keys_unreadable(error) from error
        if caller is None:
            raise ApiError(status=401, message="Nobody is logged in.", code="not_logged_in")
        key = named.get(caller.key.name)
        most = key.requests_a_minute if key else None
        self._requests.count(
            f"page {caller.key.name}", most or _PAGE_ASKS * self._settings.requests_a_minute
        )
        return caller

    def _find_key(self, presented: str) -> ApiKey | None:
        try:
            return self._keys.find(presented) if presented else None
        except KeyFileError as error:
            raise _keys_unreadable(error) from error

    def _caller(self, key: ApiKey | None) -> Caller:
        tokens = self._settings.tokens_a_day
        if key is None:
            return Caller(tokens_a_day=tokens)
        return Caller(
            key=key.access,
            user_id=key.user,
            tokens_a_day=tokens if key.tokens_a_day is None else key.tokens_a_day,
        )

    def _goes_without_key(self, scope: Scope, headers: Mapping[str, str]) -> bool:
        """Whether it is a program on this machine, and those need no key.

        A web page in a browser here is none, whatever name it has this machine under; nor is
        somebody elsewhere for whom a proxy asks.
        """
        if not self._settings.keyless or not self._settings.is_local:
            return False
        client = scope.get("client")
        if client is None or not is_loopback(client[0]):
            return False
        host = headers.get("host", "").rpartition(":")[0] or headers.get("host", "")
        origin = headers.get("origin")
        return (
            is_loopback(host)
            and not any(name in headers for name in _BROUGHT_BY_PROXY)
            and (origin is None or origin in self._settings.cors_origins)
        )

    def _most_bytes(self, headers: Mapping[str, str]) -> int:
        most = self._settings.max_request_kb * 1024
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > most:
            raise _too_large(most)
        return most


class _Bounded:
    """Receives no more than so many bytes, and waits for none of them for ever."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._most = most
        self._left = most
        self._is_whole = False

    async def __call__(self) -> Message:
        if self._is_whole:
            # Only that somebody hangs up can come now, and that may take its time.
            return await self._receive()
        try:
            async with asyncio.timeout(_TO_SEND_A_BODY):
                message = await self._receive()
        except TimeoutError as error:
            raise ApiError(
                status=408, message="The body of the request did not come.", code="timeout"
            ) from error
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise _too_large(self._most)
        self._is_whole = not message.get("more_body", False)
        return message


def _patient(send: Send) -> Send:
    """Send, and wait for whoever does not read, but not for ever."""

    async def send_in_time(message: Message) -> None:
        async with asyncio.timeout(_TO_READ):
            await send(message)

    return send_in_time


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _not_known(presented: str) -> ApiError:
    if presented:
        message = "This API key is not known here. Make one with: home-agent keys add NAME"
    else:
        message = (
            "There is no API key. Send it as 'Authorization: Bearer KEY'; make one with:"
            " home-agent keys add NAME"
        )
    return ApiError(
        status=401,
        message=message,
        code="invalid_api_key",
        headers={"WWW-Authenticate": "Bearer"},
    )


def _keys_unreadable(error: KeyFileError) -> ApiError:
    _LOGGER.error("%s", error)
    return ApiError(
        status=503,
        message="The keys of this server cannot be read. Its log says what to do.",
        type="server_error",
        code="server_error",
    )


def _too_large(most: int) -> ApiError:
    return ApiError(
        status=413,
        message=f"The body of the request is larger than {most // 1024} KiB.",
        code="request_too_large",
    )
