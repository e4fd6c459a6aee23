"""Events of Home Assistant's bus besides the states, as far as somebody listens for them."""

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from home_agent.engine.home.protocol import EventHandler, HomeEvent, Unsubscribe

from .connection import Connection
from .errors import CommandRefusedError, RemoteError

_LOGGER = logging.getLogger(__name__)


class BusEvents:
    """Who listens for which, and what is subscribed to on the connection that there is."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._handlers: dict[object, tuple[frozenset[str], EventHandler]] = {}
        self._subscribed: set[str] = set()

    def add(self, event_types: frozenset[str], handler: EventHandler) -> Unsubscribe:
        """Have events of these types handed over, until the returned function is called."""
        key = object()
        self._handlers[key] = (event_types, handler)

        def stop() -> None:
            self._handlers.pop(key, None)

        return stop

    def forget_connection(self) -> None:
        """There is another one, on which nothing is subscribed to."""
        self._subscribed.clear()

    async def subscribe(self, connection: Connection) -> None:
        """Subscribe to whatever somebody listens for; what is refused is told in the log."""
        wanted = {name for event_types, _handler in self._handlers.values() for name in event_types}
        for event_type in sorted(wanted - self._subscribed):
            self._subscribed.add(event_type)
            try:
                await connection.subscribe(self._hear, "subscribe_events", event_type=event_type)
            except CommandRefusedError:
                _LOGGER.warning(
                    "Home Assistant does not tell events of the type %s: it takes the token of an"
                    " administrator.",
                    event_type,
                )
            except RemoteError:
                self._subscribed.discard(event_type)
                return

    def _hear(self, told: Mapping[str, Any]) -> None:
        event_type, data = told.get("event_type"), told.get("data")
        if not isinstance(event_type, str) or not isinstance(data, Mapping):
            return
        event = HomeEvent(event_type=event_type, data=data, at=_moment(told.get("time_fired")))
        for event_types, handler in tuple(self._handlers.values()):
            if event_type in event_types:
                handler(event)


def _moment(written: object) -> datetime:
    try:
        moment = datetime.fromisoformat(str(written))
    except ValueError:
        return datetime.now(UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
