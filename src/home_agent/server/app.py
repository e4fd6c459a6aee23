"""The routes, and what stands before and behind them."""

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from home_agent.configuration.serve import ServeSettings
from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.chat_api.model_names import ModelNames
from home_agent.session import Session

from .access import AccessMiddleware
from .answerer import Answerer
from .callers_home import HomesOfCallers
from .chat_completions import ChatCompletions
from .error_response import handle_api_error, handle_http_error, handle_surprise
from .keys import KeyFile
from .limits import RequestLimits, TokenLimits
from .our_home import OurHome
from .page.build import PagePart

_PREFIXES = ("", "/api")
"""Seed and clients disagree on where the API is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MountedApp:
    """Another app on the same port, behind the same check of keys."""

    path: str
    app: ASGIApp
    lifespan: Callable[[], AbstractAsyncContextManager[Any]] | None = None
    """What it needs to run for as long as we do."""


def build_app(  # noqa: PLR0913 - all that it is given
    session: Session,
    settings: ServeSettings,
    keys: KeyFile,
    *,
    tokens: TokenLimits,
    mounted: Sequence[MountedApp] = (),
    page: PagePart | None = None,
) -> Starlette:
    """The app that serves the home of a session to whoever has one of these keys."""
    names = ModelNames(session.model_titles)
    chat = ChatCompletions(build_answerers(session, names), tokens, patience=settings.timeout)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for part in mounted:
                if part.lifespan is not None:
                    await stack.enter_async_context(part.lifespan())
            yield
            await chat.close()
            if page is not None:
                await page.page.close()

    access = Middleware(
        AccessMiddleware,
        keys=keys,
        settings=settings,
        requests=RequestLimits(),
        page=page.access if page else None,
    )
    middleware = [access]
    if settings.cors_origins:
        # Before the check of keys: a browser asks without a key whether it may ask with one.
        cors = Middleware(
            CORSMiddleware,
            allow_origins=[*settings.cors_origins],
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type"],
        )
        middleware.insert(0, cors)
    return Starlette(
        routes=[
            *_routes(chat, names),
            *(Route(part.path, part.app) for part in mounted),
            *(page.routes if page else ()),
        ],
        middleware=middleware,
        lifespan=lifespan,
        exception_handlers={
            ApiError: handle_api_error,
            HTTPException: handle_http_error,
            Exception: handle_surprise,
        },
    )


def build_answerers(session: Session, names: ModelNames) -> tuple[Answerer, ...]:
    """Who answers, the first that takes a request: others go before `OurHome`."""
    return (HomesOfCallers(session, names), OurHome(session, names))


def _routes(chat: ChatCompletions, names: ModelNames) -> list[BaseRoute]:
    started = int(time.time())

    def document(name: str) -> dict[str, Any]:
        return {"id": name, "object": "model", "created": started, "owned_by": "home-agent"}

    async def models(_request: Request) -> Response:
        return JSONResponse({"object": "list", "data": [document(name) for name in names.all()]})

    async def model(request: Request) -> Response:
        name = request.path_params["name"]
        names.choose(name)
        return JSONResponse(document(name))

    async def health(_request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    routes: list[BaseRoute] = [Route("/health", health)]
    for prefix in _PREFIXES:
        routes += [
            Route(f"{prefix}/v1/chat/completions", chat.complete, methods=["POST"]),
            Route(f"{prefix}/v1/responses", chat.respond, methods=["POST"]),
            Route(f"{prefix}/v1/models", models),
            Route(f"{prefix}/v1/models/{{name:path}}", model),
        ]
    return routes
