"""The paths of the page: its files, the way in, and the requests that its own code makes."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.chat_api.chat_request import read_json
from home_agent.engine.errors import StoreError
from home_agent.engine.page.page import Page
from home_agent.engine.page.page_files import PAGE_LANGUAGES
from home_agent.engine.page.requests import PageRequest
from home_agent.engine.page.streams import write_events
from home_agent.engine.page.viewer import Viewer
from home_agent.session import Session

from ..caller import Caller, bearer_token, caller_of
from ..keys import KeyFile, KeyFileError
from ..limits import RequestLimits
from .files import SECURITY_HEADERS, find_file
from .links import LinkFolder
from .logins import LASTS, Logins
from .page_access import API, LOGIN, OWNER, PageAccess, check_origin

_LOGINS_A_MINUTE = 30


class PageRoutes:
    """Answers what browsers ask for."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        page: Page,
        session: Session,
        *,
        access: PageAccess,
        logins: Logins,
        links: LinkFolder,
        keys: KeyFile,
        cookie: str,
        is_secure: bool,
    ) -> None:
        """Show this page; cookies go by https alone where that is spoken."""
        self._page = page
        self._session = session
        self._access = access
        self._logins = logins
        self._links = links
        self._keys = keys
        self._cookie = cookie
        self._is_secure = is_secure
        self._attempts = RequestLimits()

    def routes(self) -> list[BaseRoute]:
        """What is answered where."""
        return [
            Route("/", self._file("index.html")),
            Route(LOGIN, self._log_in, methods=["POST"]),
            Route(f"{API}login", self._who, methods=["GET"]),
            Route(f"{API}logout", self._log_out, methods=["POST"]),
            Route(f"{API}events", self._events, methods=["GET"]),
            Route(f"{API}{{path:path}}", self._handle, methods=["GET", "POST", "DELETE"]),
            Route("/page/{name:path}", self._any_file),
        ]

    async def _any_file(self, request: Request) -> Response:
        return await self._file(request.path_params["name"])(request)

    def _file(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            found = find_file(name)
            if found is None:
                raise ApiError(status=404, message="There is nothing at this path.")
            headers = {**SECURITY_HEADERS, "ETag": found.tag, "Cache-Control": "no-cache"}
            if request.headers.get("if-none-match") == found.tag:
                return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
            return Response(found.body, media_type=found.media_type, headers=headers)

        return respond

    async def _log_in(self, request: Request) -> Response:
        """Let somebody in who has a key, or a link that nobody followed yet."""
        check_origin(request.headers)
        self._attempts.count("login", _LOGINS_A_MINUTE)
        body = await _read(request)
        name = self._name_of(str(body.get("key") or ""), str(body.get("link") or ""))
        # Whoever logs in anew in this browser is out as who they were before.
        await self._logins.close(self._access.cookie_in(request.headers))
        cookie, login = await self._logins.open(name)
        response = _json({"csrf": login.csrf, **self._facts()})
        response.set_cookie(
            self._cookie,
            cookie,
            max_age=int(LASTS.total_seconds()),
            httponly=True,
            samesite="strict",
            secure=self._is_secure,
        )
        return response

    def _name_of(self, presented: str, link: str) -> str:
        """The key that somebody came with, by name; empty for a link. Raises `ApiError`."""
        if link and self._links.follow(link):
            return ""
        key = self._keys.find(presented.strip()) if presented else None
        if key is None:
            raise ApiError(
                status=401,
                message="This link was used already, or is too old. Make another one with:"
                " home-agent open"
                if link
                else "This key is not known here. Make one with: home-agent keys add NAME",
                code="link_not_known" if link else "invalid_api_key",
            )
        return key.name

    async def _who(self, request: Request) -> Response:
        """What the page must know to begin, for whoever is logged in."""
        login = await self._access.find_login(request.headers)
        return _json({"csrf": login.csrf if login else "", **self._facts()})

    async def _log_out(self, request: Request) -> Response:
        await self._logins.close(self._access.cookie_in(request.headers))
        response = _json({})
        response.delete_cookie(self._cookie, httponly=True, samesite="strict")
        return response

    async def _handle(self, request: Request) -> Response:
        caller = caller_of(request.scope)
        asked = await self._asked(request, request.path_params["path"])
        try:
            with self._session.home_view.seen_by(caller.key):
                return _json(await self._page.handle(asked, _viewer(caller)))
        except StoreError as error:
            raise ApiError(
                status=503, message=str(error), type="server_error", code="store_error"
            ) from error

    async def _events(self, request: Request) -> Response:
        caller = caller_of(request.scope)
        asked = await self._asked(request, "events")
        _ = asked.language  # What is wrong with it can only be told before the stream begins.
        events = self._page.events(asked, _viewer(caller))

        async def in_their_name() -> AsyncIterator[bytes]:
            # In the task that reads the stream, so that all it looks at is theirs to see.
            self._session.home_view.look_as(caller.key)
            async for told in events:
                # Whoever was let in may not be any more: what happens since is not theirs to see.
                if not await self._is_still_admitted(caller, request):
                    return
                yield write_events(told)

        headers = {**SECURITY_HEADERS, "Cache-Control": "no-store"}
        return StreamingResponse(in_their_name(), media_type="text/event-stream", headers=headers)

    async def _is_still_admitted(self, caller: Caller, request: Request) -> bool:
        """Whether a stream may go on: its login and key are as they were when it began."""
        presented = bearer_token(request.headers)
        try:
            if not presented:
                return await self._access.admit(request.method, request.headers) == caller
            key = self._keys.find(presented)
        except KeyFileError:
            return False
        return key is not None and key.access == caller.key

    async def _asked(self, request: Request, path: str) -> PageRequest:
        body = await _read(request) if request.method == "POST" else {}
        return PageRequest(
            method=request.method,
            path=path,
            query=dict(request.query_params),
            body=body,
            default_language=self._session.language,
        )

    def _facts(self) -> dict[str, Any]:
        return {"language": self._session.language, "languages": PAGE_LANGUAGES}


def _viewer(caller: Caller) -> Viewer:
    title = "" if caller.key == OWNER else caller.key.name
    return Viewer(
        name=caller.key.name,
        title=caller.user_id or title,
        origin=caller.origin,
        user_id=caller.user_id,
        is_admin=caller.is_admin,
        key=caller.key,
    )


def _json(document: object) -> JSONResponse:
    return JSONResponse(document, headers={**SECURITY_HEADERS, "Cache-Control": "no-store"})


async def _read(request: Request) -> Mapping[str, Any]:
    """The body of a request. Raises `ApiError`."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise ApiError(
            status=415, message="The body must be JSON: send Content-Type: application/json."
        )
    body = read_json(await request.body())
    if not isinstance(body, dict):
        raise ApiError(status=400, message="The body must be a JSON object.")
    return body
