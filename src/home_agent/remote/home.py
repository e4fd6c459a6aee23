"""The home that a Home Assistant elsewhere keeps, as the engine sees it.

A connection is used once. When it is lost, the next one starts from nothing: every state and
every registry is read again, so that what we know equals what the server knows, whatever was
missed. Until then the last that was known can be looked at, and nothing can be done.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import datetime
from functools import partial
from typing import Any, Self

from home_agent.engine.errors import (
    CallRefusedError,
    HistoryUnavailableError,
    TemplatesUnavailableError,
)
from home_agent.engine.home import Layout, LiveHome, Recorded, ServiceCall, Snapshot, State
from home_agent.engine.home.protocol import Listener, Unsubscribe

from .access import Access, Patience
from .connection import Connection
from .errors import (
    CommandRefusedError,
    LostError,
    NoAnswerError,
    NotReachableError,
    RemoteError,
    TokenRefusedError,
)
from .history import read_history
from .registries import Registries, read_registries
from .states import changed_state, name_in, read_state
from .templates import render

_LOGGER = logging.getLogger(__name__)

_LAYOUT_EVENTS = (
    "area_registry_updated",
    "device_registry_updated",
    "entity_registry_updated",
    "floor_registry_updated",
    "label_registry_updated",
    "service_registered",
    "service_removed",
    "core_config_updated",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """How we stand with Home Assistant."""

    up: bool
    why: str = ""
    """Why not, and what there is to do."""

    final: bool = False
    """Whether it stays so, because trying again is of no use."""


type LinkListener = Callable[[Link], None]


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
        self._access = access
        self._patience = patience or Patience()
        self._sleep = sleep
        self._chance = chance
        self._live = LiveHome()
        self._registries = Registries()
        self._renamed = False
        self._connection: Connection | None = None
        self._link = Link(up=False, why="There was no connection to Home Assistant yet.")
        self._back = asyncio.Event()
        self._stale = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._late: set[asyncio.Task[Any]] = set()
        self._link_listeners: list[LinkListener] = []

    async def open(self) -> Self:
        """Connect and read the whole home; raise `NotReachableError` or `TokenRefusedError`."""
        try:
            connection = await self._connected()
        except (LostError, NoAnswerError, CommandRefusedError) as error:
            raise NotReachableError(
                f"Home Assistant at {self._access.address.shown} could not be read: {error}"
            ) from error
        self._keeping = asyncio.create_task(self._keep(connection), name="remote home")
        return self

    async def close(self) -> None:
        """End the connection, and everything that waits for it."""
        for task in (self._keeping, *self._late):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError, RemoteError):
                    await task
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    @property
    def link(self) -> Link:
        """How we stand with Home Assistant now."""
        return self._link

    @property
    def name(self) -> str:
        """What its people call this home."""
        return self._registries.name

    @property
    def language(self) -> str:
        """The language that its people set."""
        return self._registries.language

    def watch_link(self, listener: LinkListener) -> None:
        """Hear when the connection is lost and when it is back."""
        self._link_listeners.append(listener)

    def snapshot(self) -> Snapshot:
        """The home as it is now, or as it was when the connection was lost."""
        if self._renamed:
            self._rebuild()
        return self._live.snapshot_at(datetime.now(self._registries.zone))

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Hear of every change until the returned function is called."""
        return self._live.subscribe(listener)

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        """Ask for something; return its response when the home has accepted it."""
        connection = await self._connection_or_refusal()
        task = asyncio.create_task(self._ask(connection, call), name=call.full_name)
        self._late.add(task)
        task.add_done_callback(self._late.discard)
        # Waited for, never taken back: what is sent is sent.
        try:
            await asyncio.wait({task}, timeout=self._patience.accepted)
        finally:
            if not task.done():
                task.add_done_callback(partial(_log_late_refusal, call))
        return task.result() if task.done() else {}

    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[Recorded, ...]]:
        """How things were, if this Home Assistant records it."""
        try:
            connection = await self._connection_or_refusal()
        except CallRefusedError as error:
            raise HistoryUnavailableError(str(error)) from error
        return await read_history(connection, entity_ids, start, end)

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:
        """What a template makes, with all that Home Assistant offers it."""
        if self._connection is None:
            # Who waits is in the middle of a sentence, and can do without.
            raise TemplatesUnavailableError(self._link.why)
        return await render(self._connection, template, variables)

    async def _ask(self, connection: Connection, call: ServiceCall) -> Mapping[str, Any]:
        wanted: dict[str, Any] = {"service_data": dict(call.data)}
        if call.targets:
            wanted["target"] = {"entity_id": list(call.targets)}
        if self._registries.responds(call):
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

    async def _connection_or_refusal(self) -> Connection:
        """The connection, waited for a moment; raise `CallRefusedError` if it stays away."""
        if self._connection is None and not self._link.final:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._patience.gap):
                    await self._back.wait()
        if self._connection is None:
            raise CallRefusedError(f"{self._link.why} Nothing was done.")
        return self._connection

    async def _keep(self, connection: Connection) -> None:
        """Stay connected for as long as that is of any use."""
        lasting: Connection | None = connection
        while lasting is not None:
            following = asyncio.create_task(self._follow_layout(lasting))
            try:
                await lasting.lost()
            finally:
                following.cancel()
                with suppress(asyncio.CancelledError):
                    await following
            self._connection = None
            self._back.clear()
            self._tell(Link(up=False, why="The connection to Home Assistant is lost."))
            await lasting.close()
            lasting = await self._reconnected()

    async def _reconnected(self) -> Connection | None:
        """A new connection, however long it takes; nothing if we are not let in any more."""
        delay = self._patience.first_retry
        while True:
            # Not all at once when a home comes back to many: somewhere in the second half.
            await self._sleep(delay * (0.5 + self._chance() / 2))
            delay = min(2 * delay, self._patience.longest_retry)
            try:
                return await self._connected()
            except TokenRefusedError as error:
                # Home Assistant may ban who keeps trying.
                self._tell(Link(up=False, why=str(error), final=True))
                return None
            except RemoteError as error:
                self._link = Link(up=False, why=str(error))
            except Exception:
                # A server in the middle of a restart may say anything.
                _LOGGER.exception("Home Assistant could not be read")

    async def _connected(self) -> Connection:
        """A connection whose home has been read from beginning to end."""
        connection = await Connection.open(self._access, self._patience)
        try:
            await self._synchronise(connection)
        except BaseException:
            await connection.close()
            raise
        self._connection = connection
        self._back.set()
        self._tell(Link(up=True))
        return connection

    async def _synchronise(self, connection: Connection) -> None:
        self._stale.clear()
        await connection.command("supported_features", features={"coalesce_messages": 1})
        for event in _LAYOUT_EVENTS:
            with suppress(CommandRefusedError):
                await connection.subscribe(self._mark_stale, "subscribe_events", event_type=event)
        all_states = asyncio.get_running_loop().create_future()

        def take(event: Mapping[str, Any]) -> None:
            if not all_states.done():
                self._replace_all(event.get("a") or {})
                all_states.set_result(None)
            else:
                self._take(event)

        await connection.subscribe(take, "subscribe_entities")
        await connection.until(all_states)
        await self._read_registries(connection)

    async def _follow_layout(self, connection: Connection) -> None:
        """Read the registries again whenever something in them has changed and settled."""
        while True:
            await self._stale.wait()
            await asyncio.sleep(self._patience.settled)
            self._stale.clear()
            try:
                await self._read_registries(connection)
            except LostError:
                return
            except RemoteError:
                _LOGGER.warning("The home's names and rooms could not be read", exc_info=True)
                self._stale.set()
            except Exception:
                # What we know stays; the next change is another chance.
                _LOGGER.exception("The home's names and rooms could not be taken in")

    async def _read_registries(self, connection: Connection) -> None:
        self._registries = await read_registries(connection, tuple(self._live.states))
        self._rebuild()

    def _rebuild(self) -> None:
        layout = self._registries.layout(self._live.states)
        self._renamed = False
        if not _same(layout, self._live.layout):
            self._live.replace_layout(layout)

    def _mark_stale(self, _event: object = None) -> None:
        self._stale.set()

    def _replace_all(self, told: Mapping[str, Mapping[str, Any]]) -> None:
        """Take over every state, and forget what is no more."""
        known = self._live.states
        for entity_id in [one for one in known if one not in told]:
            self._live.replace_state(entity_id, None)
        for entity_id, one in told.items():
            state = read_state(one)
            if known.get(entity_id) != state:
                self._live.replace_state(entity_id, state)

    def _take(self, event: Mapping[str, Any]) -> None:
        """Take over what came, what changed and what went.

        An error ends the connection, and the next one starts anew.
        """
        for entity_id, told in (event.get("a") or {}).items():
            self._stale.set()
            self._live.replace_state(entity_id, read_state(told))
        for entity_id, told in (event.get("c") or {}).items():
            if (before := self._live.states.get(entity_id)) is None:
                raise ValueError(f"{entity_id} changed before it came")
            after = changed_state(before, told)
            self._renamed |= _described(entity_id, before) != _described(entity_id, after)
            self._live.replace_state(entity_id, after)
        for entity_id in event.get("r") or ():
            self._stale.set()
            self._live.replace_state(entity_id, None)

    def _tell(self, link: Link) -> None:
        self._link = link
        for listener in tuple(self._link_listeners):
            listener(link)


def _described(entity_id: str, state: State) -> tuple[str, Any]:
    """What the layout takes from a state."""
    return name_in(entity_id, state), state.attributes.get("device_class")


def _same(one: Layout, other: Layout) -> bool:
    """Whether nothing that we show is different, so that what rests on the old one can stay."""
    return all(getattr(one, field.name) == getattr(other, field.name) for field in fields(Layout))


def _log_late_refusal(call: ServiceCall, task: asyncio.Task[Mapping[str, Any]]) -> None:
    if not task.cancelled() and (error := task.exception()):
        _LOGGER.warning("%s failed after we had stopped waiting: %s", call.full_name, error)
