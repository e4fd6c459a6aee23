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

from home_agent.engine.act.disclosure import find_secret_fields, hide_secrets
from home_agent.engine.errors import (
    CallRefusedError,
    HistoryUnavailableError,
    TemplatesUnavailableError,
)
from home_agent.engine.home import Recorded, ServiceCall, Snapshot
from home_agent.engine.home.protocol import Listener, Unsubscribe

from .access import Access, Patience
from .connection import Connection
from .errors import LostError, RemoteError
from .history import read_history
from .line import Line, Link, LinkListener
from .mirror import Mirror
from .templates import render

_LOGGER = logging.getLogger(__name__)


class RemoteHome:
    """The engine's `Home`, over a wire. Open it, and close it."""

    def __init__(
        self,
        access: Access,
        *,
        patience: Patience | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Know where it is; nothing is done before it is opened."""
        self._patience = patience or Patience()
        self._mirror = Mirror(settled=self._patience.settled)
        self._line = Line(access, self._patience, self._mirror, sleep=sleep, chance=chance)
        self._late: set[asyncio.Task[Any]] = set()

    async def open(self) -> Self:
        """Connect and read the whole home; raise `NotReachableError` or `TokenRefusedError`."""
        await self._line.open()
        return self

    async def close(self) -> None:
        """End the connection, and everything that waits for it."""
        for task in tuple(self._late):
            task.cancel()
            with suppress(asyncio.CancelledError, CallRefusedError):
                await task
        await self._line.close()

    @property
    def link(self) -> Link:
        """How we stand with Home Assistant now."""
        return self._line.link

    @property
    def name(self) -> str:
        """What its people call this home."""
        return self._mirror.registries.name

    @property
    def language(self) -> str:
        """The language that its people set."""
        return self._mirror.registries.language

    def watch_link(self, listener: LinkListener) -> None:
        """Hear when the connection is lost and when it is back."""
        self._line.watch(listener)

    def snapshot(self) -> Snapshot:
        """The home as it is now, or as it was when the connection was lost."""
        return self._mirror.snapshot()

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Hear of every change until the returned function is called."""
        return self._mirror.subscribe(listener)

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        """Ask for something; return its response when the home has accepted it."""
        connection = await self._line.awaited()
        if connection is None:
            raise CallRefusedError(f"{self.link.why} Nothing was done.")
        task = asyncio.create_task(self._ask(connection, call), name=call.full_name)
        self._late.add(task)
        task.add_done_callback(self._late.discard)
        # Waited for, never taken back: what is sent is sent.
        patience = self._patience
        limit = patience.started if _starts_scripts(call) else patience.accepted
        try:
            await asyncio.wait({task}, timeout=limit)
        finally:
            if not task.done():
                task.add_done_callback(partial(_log_late_refusal, call))
        return task.result() if task.done() else {}

    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[Recorded, ...]]:
        """How things were, if this Home Assistant records it."""
        connection = await self._line.awaited()
        if connection is None:
            raise HistoryUnavailableError(self.link.why)
        return await read_history(connection, entity_ids, start, end)

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:
        """What a template makes, with all that Home Assistant offers it."""
        # Who needs it is in the middle of a sentence, and can do without: nobody waits.
        if self._line.connection is None:
            raise TemplatesUnavailableError(self.link.why)
        return await render(self._line.connection, template, variables)

    async def _ask(self, connection: Connection, call: ServiceCall) -> Mapping[str, Any]:
        if _starts_scripts(call):
            for target in call.targets:
                await self._send(connection, self._as_own_service(call, target))
            return {}
        return await self._send(connection, call)

    def _as_own_service(self, call: ServiceCall, script: str) -> ServiceCall:
        """A script asked for by its own service, which waits for it and tells of its errors."""
        services = self._mirror.snapshot().layout.routine_services
        name = next((name for name, one in services.items() if one == script), None)
        if name is None or call.data.keys() - {"variables"}:
            return replace(call, targets=(script,))
        service = name.partition(".")[2]
        return ServiceCall(domain="script", service=service, data=call.data.get("variables", {}))

    async def _send(self, connection: Connection, call: ServiceCall) -> Mapping[str, Any]:
        wanted: dict[str, Any] = {"service_data": dict(call.data)}
        if call.targets:
            wanted["target"] = {"entity_id": list(call.targets)}
        if self._mirror.registries.responds(call):
            wanted["return_response"] = True
        try:
            answer = await connection.command(
                "call_service",
                within=self._patience.ended,
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
