"""An agent in a home with nobody in front of it.

A home that is not there is waited for, at the start as at any time later. Only what waiting does
not help against is raised: a token that is not accepted, settings that are wrong, a full disk.
"""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import random
from time import monotonic
from typing import TYPE_CHECKING

from home_agent.engine.act.messenger import NOTIFICATION
from home_agent.engine.errors import OperatorError
from home_agent.engine.events import Announcement, Event
from home_agent.engine.storage.store import Store

from ..configuration import Configuration
from ..configuration.serve import ServeSettings
from ..homes import home_key
from ..options import Options
from ..remote import NotReachableError, TokenRefusedError
from ..session import Session, open_session
from ..storage.local import writable_folder
from ..storage.lock import LockHolder, take_lock
from ..storage.store_file import open_store
from .event_log import EventLog
from .heartbeat import Heartbeat
from .notifier import Notifier
from .schedule_client import ScheduleClient
from .schedule_server import ScheduleServer

if TYPE_CHECKING:
    from ..remote import ConnectionStatus
    from ..server.http_server import MountedAppFactory

_WAYS = (NOTIFICATION,)
"""Nobody is there to be told: it waits in the home until somebody looks."""

_FIRST_RETRY, _LONGEST_RETRY = 0.5, 10.0
_BETWEEN_LOOKS = 1.0


class AlreadyRunsError(OperatorError):
    """Another service sees to the same home."""


class ServiceRunner:
    """Sees to what is planned and watched in a home."""

    def __init__(
        self,
        options: Options,
        configuration: Configuration,
        *,
        serve: ServeSettings | None = None,
        beside: bool = False,
        ready: Callable[[str], None] = lambda _address: None,
    ) -> None:
        """See to the home that was chosen, and serve it over HTTP, if so; raise `SettingsError`.

        With `beside`, it is also served where another program sees to what is for later.
        """
        self._serve_settings = serve
        self._serves_beside = beside
        self._ready = ready
        self._options = options
        self._configuration = configuration
        self._home = home_key(options, configuration)
        self._event_log = EventLog(self._home)

    async def run(self) -> None:
        """Run until cancelled; raise a `HomeAgentError` where going on is of no use."""
        folder = writable_folder()
        opened = await open_store(folder)
        store = opened.store
        if opened.trouble:
            self._event_log.log_damage(opened.trouble)
        holder = take_lock(folder, self._home, "service")
        if holder is not None and self._serves_beside:
            await self._serve_beside(holder, folder, store)
            return
        if holder is not None and holder.role == "service":
            raise AlreadyRunsError(
                f"The service of this home runs already, as process {holder.pid}."
            )
        heartbeat = Heartbeat(folder, self._home, store)
        async with heartbeat.run(), AsyncExitStack() as stack:
            try:
                while holder is not None:
                    await self._wait(holder, heartbeat)
                    holder = take_lock(folder, self._home, "service")
                session = await self._opened(stack, store, heartbeat)
                schedule_server = ScheduleServer(folder, self._home, session.schedule_backend)
                await self._serve(stack, session, store, schedule_server, heartbeat)
            finally:
                heartbeat.tell_stopping()

    async def _serve(
        self,
        stack: AsyncExitStack,
        session: Session,
        store: Store,
        schedule_server: ScheduleServer,
        heartbeat: Heartbeat,
    ) -> None:
        """See to what is planned, and keep more of it for the chats that come."""
        notifier = Notifier(session.send)
        # In the end, what is being done is finished first, while it can still be told.
        for close in (notifier.close, schedule_server.close, session.close):
            stack.push_async_callback(close)
        refused = self._follow(session, heartbeat)

        def hear(event: Event) -> None:
            self._event_log.hear(event)
            if isinstance(event, Announcement):
                if not schedule_server.tell(event):
                    notifier.put(event)
                heartbeat.tell_soon()

        await session.start(hear)
        await schedule_server.open()
        heartbeat.tell_soon()
        await self._open_port(stack, session, store)
        await refused

    async def _serve_beside(self, holder: LockHolder, folder: Path, store: Store) -> None:
        """Serve the home, and have another program keep what is for later, as a chat does."""
        self._event_log.log_other_program(holder)
        heartbeat = Heartbeat(folder, self._home, store)
        async with AsyncExitStack() as stack:
            session = await self._opened(stack, store, heartbeat)
            client = ScheduleClient(
                folder,
                self._home,
                note=self._event_log.log_note,
                otherwise=session.schedule_backend,
            )
            await client.open()
            stack.push_async_callback(client.close)
            stack.push_async_callback(session.close)
            session.delegate(client)
            refused = self._follow(session, heartbeat)
            await self._open_port(stack, session, store)
            await refused

    async def _open_port(self, stack: AsyncExitStack, session: Session, store: Store) -> None:
        """Let programs in, where that is wanted."""
        if self._serve_settings is not None:
            from ..server.http_server import serving  # noqa: PLC0415 - only where it is wanted

            session.prepare()
            session.prepare_models()
            parts: tuple[MountedAppFactory, ...] = ()
            if self._configuration.mcp.tools:
                from ..mcp_server.http_part import build_http_part  # noqa: PLC0415 - likewise

                parts = (partial(build_http_part, session, self._configuration.mcp),)
            http = serving(session, self._serve_settings, store, ready=self._told, parts=parts)
            await stack.enter_async_context(http)

    def _told(self, address: str) -> None:
        self._event_log.log_listening(address)
        self._ready(address)

    async def _wait(self, holder: LockHolder, heartbeat: Heartbeat) -> None:
        """A chat sees to the home: until that ends, there is nothing to do."""
        why = f"A chat (process {holder.pid}) sees to what is for later until it ends."
        self._event_log.log_waiting(why, new=heartbeat.note_disconnected(why))
        await asyncio.sleep(_BETWEEN_LOOKS)

    async def _opened(self, stack: AsyncExitStack, store: Store, heartbeat: Heartbeat) -> Session:
        """A session in the home, however long it takes until that is there."""
        delay = _FIRST_RETRY
        while True:
            began = monotonic()
            try:
                opening = open_session(
                    self._options,
                    store,
                    configuration=self._configuration,
                    ways=_WAYS,
                )
                session = await stack.enter_async_context(opening)
            except NotReachableError as error:
                why = f"{error} Trying again until it is there."
                self._event_log.log_waiting(why, new=heartbeat.note_disconnected(why))
            else:
                heartbeat.note_session(session)
                self._event_log.log_connected(session, monotonic() - began)
                return session
            await asyncio.sleep(delay * (0.5 + random() / 2))  # noqa: S311 - not for secrets
            delay = min(2 * delay, _LONGEST_RETRY)

    def _follow(self, session: Session, heartbeat: Heartbeat) -> asyncio.Future[None]:
        """Tell of gaps; what is returned raises when we are not let in any more."""
        refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def follow(status: ConnectionStatus) -> None:
            self._event_log.follow(status)
            if status.up:
                heartbeat.note_connected()
            else:
                heartbeat.note_disconnected(status.why)
            if status.final and not refused.done():
                refused.set_exception(TokenRefusedError(status.why))

        session.watch_connection(follow)
        return refused
