"""The home that a Home Assistant elsewhere keeps, as the engine sees it.

What is looked at is what was last told; what is asked goes over the line, waits a moment if that is
down, and is never said to be done when nobody knows.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Self

from home_agent.engine.errors import (
    CallRefusedError,
    HistoryUnavailableError,
    TemplatesUnavailableError,
)
from home_agent.engine.home import RecordedState, ServiceCall, Snapshot
from home_agent.engine.home.protocol import EventHandler, Listener, Unsubscribe
from home_agent.engine.privacy.disclosure import find_secret_fields, hide_secrets
from home_agent.engine.privacy.sanitize import one_line

from .access import Access, Timeouts
from .automations import RemoteAutomations
from .connection import Connection
from .errors import LostError, RemoteError
from .history import read_history
from .home_cache import HomeCache
from .persistent_connection import ConnectionListener, ConnectionStatus, PersistentConnection
from .templates import render

_LOGGER = logging.getLogger(__name__)

_LONGEST_VERSION = 40


class RemoteHome:
    """The engine's `Home`, over a wire. Open it, and close it."""

    def __init__(
        self,
        access: Access,
        *,
        timeouts: Timeouts | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random_share: Callable[[], float] = random.random,
    ) -> None:
        """Know where it is; nothing is done before it is opened."""
        self._timeouts = timeouts or Timeouts()
        self._cache = HomeCache(settled=self._timeouts.settled)
        self._persistent = PersistentConnection(
            access, self._timeouts, self._cache, sleep=sleep, random_share=random_share
        )
        self._late: set[asyncio.Task[Any]] = set()
        self._automations = RemoteAutomations(
            access, lambda: self._persistent.connection, self.snapshot
        )

    async def open(self) -> Self:
        """Connect and read the whole home; raise `NotReachableError` or `TokenRefusedError`."""
        await self._persistent.open()
        _LOGGER.info("Connected to Home Assistant %s", self.version or "of an unknown version")
        return self

    async def close(self) -> None:
        """End the connection, and everything that waits for it."""
        for task in tuple(self._late):
            task.cancel()
            with suppress(asyncio.CancelledError, CallRefusedError):
                await task
        await self._persistent.close()

    @property
    def connection_status(self) -> ConnectionStatus:
        """How we stand with Home Assistant now."""
        return self._persistent.status

    @property
    def name(self) -> str:
        """What its people call this home."""
        return self._cache.registries.name

    @property
    def version(self) -> str:
        """Which Home Assistant it is, such as 2026.10.1; cleaned, since it comes from outside."""
        return one_line(self._cache.registries.version, _LONGEST_VERSION)

    @property
    def language(self) -> str:
        """The language that its people set."""
        return self._cache.registries.language

    def subscribe_events(self, event_types: frozenset[str], handler: EventHandler) -> Unsubscribe:
        """Hear of events of Home Assistant's bus, also after it was away."""
        stop = self._cache.events.add(event_types, handler)
        if (connection := self._persistent.connection) is not None:
            task = asyncio.get_running_loop().create_task(self._cache.events.subscribe(connection))
            self._late.add(task)
            task.add_done_callback(self._late.discard)
        return stop

    def watch_connection(self, listener: ConnectionListener) -> None:
        """Hear when the connection is lost and when it is back."""
        self._persistent.watch(listener)

    def snapshot(self) -> Snapshot:
        """The home as it is now, or as it was when the connection was lost."""
        return self._cache.snapshot()

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Hear of every change until the returned function is called."""
        return self._cache.subscribe(listener)

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        """Ask for something; return its response when the home has accepted it."""
        connection = await self._persistent.wait_for_connection()
        if connection is None:
            raise CallRefusedError(f"{self.connection_status.why} Nothing was done.")
        task = asyncio.create_task(self._ask(connection, call), name=call.full_name)
        self._late.add(task)
        task.add_done_callback(self._late.discard)
        # Waited for, never taken back: what is sent is sent.
        timeouts = self._timeouts
        limit = timeouts.started if _starts_scripts(call) else timeouts.accepted
        try:
            await asyncio.wait({task}, timeout=limit)
        finally:
            if not task.done():
                task.add_done_callback(partial(_log_late_refusal, call))
        return task.result() if task.done() else {}

    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[RecordedState, ...]]:
        """How things were, if this Home Assistant records it."""
        connection = await self._persistent.wait_for_connection()
        if connection is None:
            raise HistoryUnavailableError(self.connection_status.why)
        return await read_history(connection, entity_ids, start, end)

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:
        """What a template makes, with all that Home Assistant offers it."""
        # Who needs it is in the middle of a sentence, and can do without: nobody waits.
        if self._persistent.connection is None:
            raise TemplatesUnavailableError(self.connection_status.why)
        return await render(self._persistent.connection, template, variables)

    @property
    def automations(self) -> RemoteAutomations:
        """Writes automations into this Home Assistant, with an administrator's token."""
        return self._automations

    async def _ask(self, connection: Connection, call: ServiceCall) -> Mapping[str, Any]:
        if _starts_scripts(call):
            for target in call.targets:
                await self._send(connection, self._as_own_service(call, target))
            return {}
        return await self._send(connection, call)

    def _as_own_service(self, call: ServiceCall, script: str) -> ServiceCall:
        """A script asked for by its own service, which waits for it and tells of its errors."""
        services = self._cache.snapshot().layout.routine_services
        name = next((name for name, target in services.items() if target == script), None)
        if name is None or call.data.keys() - {"variables"}:
            return replace(call, targets=(script,))
        service = name.partition(".")[2]
        return ServiceCall(domain="script", service=service, data=call.data.get("variables", {}))

    async def _send(self, connection: Connection, call: ServiceCall) -> Mapping[str, Any]:
        wanted: dict[str, Any] = {"service_data": dict(call.data)}
        if call.targets:
            wanted["target"] = {"entity_id": list(call.targets)}
        if self._cache.registries.responds(call):
            wanted["return_response"] = True
        try:
            answer = await connection.command(
                "call_service",
                within=self._timeouts.ended,
                domain=call.domain,
                service=call.service,
                **wanted,
            )
        except LostError as error:
            raise CallRefusedError(f"{error} It may or may not have happened.") from error
        except RemoteError as error:
            raise CallRefusedError(str(error)) from error
        return (answer or {}).get("response") or {}


def _starts_scripts(call: ServiceCall) -> bool:
    return call.full_name == "script.turn_on"


def _log_late_refusal(call: ServiceCall, task: asyncio.Task[Mapping[str, Any]]) -> None:
    if not task.cancelled() and (error := task.exception()):
        told = hide_secrets(str(error), find_secret_fields(call))
        _LOGGER.warning("%s failed after we had stopped waiting: %s", call.full_name, told)
