"""Puts the page of a session together."""

from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from starlette.routing import BaseRoute

from home_agent.configuration.file import settings_file
from home_agent.configuration.serve import ServeSettings
from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.page.chat import UsageCounter
from home_agent.engine.page.overview import ShellFacts
from home_agent.engine.page.page import Page
from home_agent.engine.page.viewer import Viewer
from home_agent.engine.storage.store import Store
from home_agent.engine.turn import Reply
from home_agent.session import Session

from ..caller import Caller
from ..keys import KeyFile
from ..limits import TokenLimits
from .links import LinkFolder
from .logins import Logins
from .page_access import OWNER, PageAccess, cookie_name
from .routes import PageRoutes
from .settings_editor import SettingsEditor


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """The page as a part of the server."""

    page: Page
    access: PageAccess
    routes: list[BaseRoute]


def build_page(  # noqa: PLR0913 - all that it is given
    session: Session,
    settings: ServeSettings,
    keys: KeyFile,
    *,
    store: Store,
    tokens: TokenLimits,
    folder: Path,
) -> PagePart:
    """The page of a session, for whoever has one of these keys or a link from this folder."""
    logins = Logins(store)
    cookie = cookie_name(settings.port)
    access = PageAccess(logins, keys, cookie=cookie, tokens_a_day=settings.tokens_a_day)

    file = session.configuration.sources.file or settings_file(None)

    async def run_checks() -> list[dict[str, Any]]:
        # Loads what asking a model takes, which few pages need.
        from .doctor_checks import examine  # noqa: PLC0415

        return await examine(session.configuration, session.settings.llm)

    def facts() -> ShellFacts:
        return ShellFacts(
            home_name=session.home_name,
            version=version("home-agent"),
            settings=str(file or ""),
            has_logout=True,
            notes=(session.home_note,) if session.home_note else (),
        )

    page = Page(
        session.agent,
        session.agent.api.home,
        session.store,
        facts=facts,
        keeps_words=session.settings.context.history.persist,
        count_usage=_count_usage(keys, tokens, settings.tokens_a_day),
        settings_file=SettingsEditor(file) if file else None,
        run_checks=run_checks,
    )
    routes = PageRoutes(
        page,
        session,
        access=access,
        logins=logins,
        links=LinkFolder(folder),
        keys=keys,
        cookie=cookie,
        is_secure=settings.certificate is not None,
    )
    return PagePart(page=page, access=access, routes=routes.routes())


def _count_usage(keys: KeyFile, tokens: TokenLimits, tokens_a_day: int) -> UsageCounter:
    """Counts what viewers use of models, as for any other request of their key."""

    def caller_for(viewer: Viewer) -> Caller:
        name = viewer.key.name if viewer.key else OWNER.name
        key = next((key for key in keys.all() if key.name == name), None)
        limit = tokens_a_day if key is None or key.tokens_a_day is None else key.tokens_a_day
        return Caller(key=viewer.key or OWNER, tokens_a_day=limit)

    async def count_usage(viewer: Viewer, reply: Reply | None) -> bool:
        caller = caller_for(viewer)
        if reply is not None:
            await tokens.note(caller, reply.consumption.tokens if reply.consumption else 0)
            return True
        try:
            await tokens.check(caller)
        except ApiError:
            return False
        return True

    return count_usage
