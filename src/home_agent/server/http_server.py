"""Opens the port, tells when it is ready, and ends in order."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, override

import uvicorn

from home_agent.configuration.serve import ServeSettings
from home_agent.engine.errors import OperatorError, SettingsError
from home_agent.session import Session
from home_agent.storage.local import writable_folder

from .app import MountedApp, build_app
from .header_timeout import HeaderTimeoutProtocol
from .keys import KeyFile
from .limits import TokenLimits
from .page.build import build_page
from .page.links import note_address

if TYPE_CHECKING:
    from home_agent.engine.storage.store import Store

_LOGGER = logging.getLogger(__name__)

_TO_END = 5
"""Seconds that requests have when we are told to stop."""

type MountedAppFactory = Callable[[TokenLimits], MountedApp]
"""Makes another app for the same port, which counts the tokens of keys where we do."""

_MOST_CONNECTIONS, _BACKLOG = 1000, 1024


class PortError(OperatorError):
    """The address cannot be listened on."""


class _Server(uvicorn.Server):
    """A server that leaves signals to whoever runs it, and tells when it is up."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.up.set()

    @override
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def serving(
    session: Session,
    settings: ServeSettings,
    store: Store,
    *,
    ready: Callable[[str], None],
    parts: Sequence[MountedAppFactory] = (),
) -> AsyncIterator[None]:
    """Serve the home of a session meanwhile; tell the address when it is ready.

    Raises `PortError`, `SettingsError` or `StoreError`.
    """
    folder = writable_folder()
    keys = KeyFile(folder)
    tokens = TokenLimits(store)
    mounted = [make(tokens) for make in parts]
    page = (
        build_page(session, settings, keys, store=store, tokens=tokens, folder=folder)
        if settings.page
        else None
    )
    app = build_app(session, settings, keys, tokens=tokens, mounted=mounted, page=page)
    server = _Server(_config(app, settings))
    listener = _listen(settings)
    scheme = "https" if settings.certificate else "http"
    task = asyncio.create_task(server.serve(sockets=[listener]), name="http server")
    try:
        up = asyncio.create_task(server.up.wait())
        await asyncio.wait({task, up}, return_when=asyncio.FIRST_COMPLETED)
        up.cancel()
        if not server.started:
            raise PortError("The server could not be started; the log says why.")
        _warn(settings, keys)
        address = f"{scheme}://{_shown(listener)}"
        if page is not None:
            note_address(folder, address)
        ready(address)
        yield
    finally:
        server.should_exit = True
        if page is not None:
            note_address(folder, None)
            page.page.end_streams()
        await asyncio.wait({task})
        listener.close()


def _config(app: object, settings: ServeSettings) -> uvicorn.Config:
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        http=HeaderTimeoutProtocol,
        ws="none",
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=_TO_END,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.certificate_key,
    )
    try:
        config.load()
    except OSError as error:
        raise SettingsError(
            (f"serve, certificate: cannot be used: {error.strerror or error}.",)
        ) from error
    return config


def _listen(settings: ServeSettings) -> socket.socket:
    """A socket that listens; with its protocol named, without which asyncio leaves Nagle on."""
    host, port = settings.host.strip("[]"), settings.port
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(_BACKLOG)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        why = error.strerror or error
        raise PortError(f"Cannot listen on {settings.host}:{port}: {why}.") from error
    return listener


def _shown(listener: socket.socket) -> str:
    host, port, *_ = listener.getsockname()
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _warn(settings: ServeSettings, keys: KeyFile) -> None:
    if not settings.is_local and settings.certificate is None:
        _LOGGER.warning(
            "Others on the network can read along: set serve.certificate, or put a proxy with"
            " https in front."
        )
    if not keys.all() and not settings.keyless:
        or_open = "; or open the page with: home-agent open" if settings.page else ""
        make = "Make a key with: home-agent keys add NAME"
        _LOGGER.warning("Nobody can come in yet. %s%s", make, or_open)
