"""A line to Home Assistant that is got back whenever it is lost.

A connection is used once. The next one starts from nothing: everything is read again, so that what
we know equals what the server knows, whatever was missed.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from .access import Access, Timeouts
from .connection import Connection
from .errors import (
    CommandRefusedError,
    LostError,
    NoAnswerError,
    NotReachableError,
    RemoteError,
    TokenRefusedError,
)

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionStatus:
    """How we stand with Home Assistant."""

    up: bool
    why: str = ""
    """Why not, and what there is to do."""

    final: bool = False
    """Whether it stays so, because trying again is of no use."""


type ConnectionListener = Callable[[ConnectionStatus], None]


class ConnectionReader(Protocol):
    """Whoever takes in what a connection tells."""

    async def read(self, connection: Connection) -> None:
        """Take in everything, from the beginning; raise `RemoteError`."""
        ...

    async def follow(self, connection: Connection) -> None:
        """Go on reading, until the connection is lost."""
        ...


class PersistentConnection:
    """Stays connected for as long as that is of any use. Open it, and close it."""

    def __init__(
        self,
        access: Access,
        timeouts: Timeouts,
        reader: ConnectionReader,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random_share: Callable[[], float] = random.random,
    ) -> None:
        """Know where to; nothing is done before it is opened."""
        self._access = access
        self._timeouts = timeouts
        self._reader = reader
        self._sleep = sleep
        self._chance = random_share
        self._connection: Connection | None = None
        self._status = ConnectionStatus(
            up=False, why="There was no connection to Home Assistant yet."
        )
        self._back = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._listeners: list[ConnectionListener] = []

    @property
    def status(self) -> ConnectionStatus:
        """How we stand with Home Assistant now."""
        return self._status

    @property
    def connection(self) -> Connection | None:
        """The connection, if there is one now."""
        return self._connection

    def watch(self, listener: ConnectionListener) -> None:
        """Hear when the connection is lost and when it is back."""
        self._listeners.append(listener)

    async def open(self) -> None:
        """Connect and read everything; raise `NotReachableError` or `TokenRefusedError`."""
        try:
            connection = await self._connect()
        except (LostError, NoAnswerError, CommandRefusedError) as error:
            raise NotReachableError(
                f"Home Assistant at {self._access.address.shown} could not be read: {error}"
            ) from error
        self._keeper = asyncio.create_task(self._keep_connected(connection), name="remote home")

    async def close(self) -> None:
        """End the connection, and trying to get it back."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def wait_for_connection(self) -> Connection | None:
        """The connection, waited for a moment; None if it stays away."""
        if self._connection is None and not self._status.final:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._timeouts.gap):
                    await self._back.wait()
        return self._connection

    async def _keep_connected(self, connection: Connection) -> None:
        lasting: Connection | None = connection
        while lasting is not None:
            following = asyncio.create_task(self._reader.follow(lasting))
            try:
                await lasting.lost()
            finally:
                following.cancel()
                with suppress(asyncio.CancelledError):
                    await following
            self._connection = None
            self._back.clear()
            self._set_status(
                ConnectionStatus(up=False, why="The connection to Home Assistant is lost.")
            )
            await lasting.close()
            lasting = await self._reconnect()

    async def _reconnect(self) -> Connection | None:
        """A new connection, however long it takes; None if we are not let in any more."""
        delay = self._timeouts.first_retry
        while True:
            # Not all at once when a home comes back to many: somewhere in the second half.
            await self._sleep(delay * (0.5 + self._chance() / 2))
            delay = min(2 * delay, self._timeouts.longest_retry)
            try:
                return await self._connect()
            except TokenRefusedError as error:
                # Home Assistant may ban who keeps trying.
                self._set_status(ConnectionStatus(up=False, why=str(error), final=True))
                return None
            except RemoteError as error:
                self._status = ConnectionStatus(up=False, why=str(error))
            except Exception:
                # A server in the middle of a restart may say anything.
                _LOGGER.exception("Home Assistant could not be read")

    async def _connect(self) -> Connection:
        """A connection by which everything has been read."""
        connection = await Connection.open(self._access, self._timeouts)
        try:
            await self._reader.read(connection)
        except BaseException:
            await connection.close()
            raise
        self._connection = connection
        self._back.set()
        self._set_status(ConnectionStatus(up=True))
        return connection

    def _set_status(self, status: ConnectionStatus) -> None:
        self._status = status
        for listener in tuple(self._listeners):
            listener(status)
