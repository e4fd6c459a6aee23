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

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """How we stand with Home Assistant."""

    up: bool
    why: str = ""
    """Why not, and what there is to do."""

    final: bool = False
    """Whether it stays so, because trying again is of no use."""


type LinkListener = Callable[[Link], None]


class Reader(Protocol):
    """Whoever takes in what a connection tells."""

    async def read(self, connection: Connection) -> None:
        """Take in everything, from the beginning; raise `RemoteError`."""
        ...

    async def follow(self, connection: Connection) -> None:
        """Go on reading, until the connection is lost."""
        ...


class Line:
    """Stays connected for as long as that is of any use. Open it, and close it."""

    def __init__(
        self,
        access: Access,
        patience: Patience,
        reader: Reader,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Know where to; nothing is done before it is opened."""
        self._access = access
        self._patience = patience
        self._reader = reader
        self._sleep = sleep
        self._chance = chance
        self._connection: Connection | None = None
        self._link = Link(up=False, why="There was no connection to Home Assistant yet.")
        self._back = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._listeners: list[LinkListener] = []

    @property
    def link(self) -> Link:
        """How we stand with Home Assistant now."""
        return self._link

    @property
    def connection(self) -> Connection | None:
        """The connection, if there is one now."""
        return self._connection

    def watch(self, listener: LinkListener) -> None:
        """Hear when the connection is lost and when it is back."""
        self._listeners.append(listener)

    async def open(self) -> None:
        """Connect and read everything; raise `NotReachableError` or `TokenRefusedError`."""
        try:
            connection = await self._connected()
        except (LostError, NoAnswerError, CommandRefusedError) as error:
            raise NotReachableError(
                f"Home Assistant at {self._access.address.shown} could not be read: {error}"
            ) from error
        self._keeping = asyncio.create_task(self._keep(connection), name="remote home")

    async def close(self) -> None:
        """End the connection, and trying to get it back."""
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def awaited(self) -> Connection | None:
        """The connection, waited for a moment; nothing if it stays away."""
        if self._connection is None and not self._link.final:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._patience.gap):
                    await self._back.wait()
        return self._connection

    async def _keep(self, connection: Connection) -> None:
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
        """A connection by which everything has been read."""
        connection = await Connection.open(self._access, self._patience)
        try:
            await self._reader.read(connection)
        except BaseException:
            await connection.close()
            raise
        self._connection = connection
        self._back.set()
        self._tell(Link(up=True))
        return connection

    def _tell(self, link: Link) -> None:
        self._link = link
        for listener in tuple(self._listeners):
            listener(link)
