"""The app without a port, in a small home: for what is asked of it thousands of times."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
from starlette.applications import Starlette

from home_agent.configuration import Configuration
from home_agent.configuration.serve import ServeSettings
from home_agent.engine.settings import Settings
from home_agent.engine.storage.store import InMemoryStore
from home_agent.options import Options
from home_agent.server.app import build_app
from home_agent.server.keys import ApiKey, KeyFile
from home_agent.server.limits import TokenLimits
from home_agent.server.page.build import build_page
from home_agent.session import Session, open_session

HOUSE = Path(__file__).parents[1] / "small_home.yaml"
CHAT = "/v1/chat/completions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """An app with its parts."""

    app: Starlette
    session: Session
    keys: KeyFile
    key: str
    store: InMemoryStore

    def client(
        self, key: str | None = None, *, address: str = "127.0.0.1", host: str = "localhost"
    ) -> httpx2.AsyncClient:
        """A client at an address that comes with a key, ours if none is named."""
        presented = self.key if key is None else key
        return httpx2.AsyncClient(
            transport=httpx2.ASGITransport(
                app=self.app, client=(address, 50000), raise_app_exceptions=False
            ),
            base_url=f"http://{host}:8124",
            headers={"Authorization": f"Bearer {presented}"} if presented else {},
        )


@asynccontextmanager
async def serve(
    folder: Path,
    serve: ServeSettings | None = None,
    settings: Settings | None = None,
    configuration: Configuration | None = None,
    house: Path = HOUSE,
) -> AsyncIterator[Server]:
    """Serve a home, the small one, to a key called phone."""
    store, keys = InMemoryStore(), KeyFile(folder)
    secret = keys.add(ApiKey(name="phone"))
    serve = serve or ServeSettings(requests_a_minute=1_000_000)
    configuration = configuration or Configuration(settings=settings or Settings(patience=0.2))
    options = Options(home=house)
    async with open_session(options, store, configuration=configuration) as session:
        tokens = TokenLimits(store)
        page = build_page(session, serve, keys, store=store, tokens=tokens, folder=folder)
        app = build_app(session, serve, keys, tokens=tokens, page=page)
        async with app.router.lifespan_context(app):
            yield Server(app=app, session=session, keys=keys, key=secret, store=store)
