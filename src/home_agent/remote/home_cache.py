"""What a Home Assistant elsewhere knows, as it was last told: states as they come, and the layout.

While the connection is away, the last that was known can be looked at.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from typing import Any

from home_agent.engine.home import Layout, LiveHome, Snapshot, State
from home_agent.engine.home.protocol import Listener, Unsubscribe

from .bus_events import BusEvents
from .connection import Connection
from .errors import CommandRefusedError, LostError, RemoteError
from .registries import Registries, read_registries
from .states import changed_state, name_in, read_state

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


class HomeCache:
    """Reads a whole home, and then follows it."""

    def __init__(self, *, settled: float) -> None:
        """Know nothing yet; names and rooms are read again this long after they changed."""
        self._settled = settled
        self._live = LiveHome()
        self._registries = Registries()
        self._renamed = False
        self._stale = asyncio.Event()
        self.events = BusEvents()
        """What is told besides the states, for whoever listens."""

    @property
    def registries(self) -> Registries:
        """What the registries said last."""
        return self._registries

    def snapshot(self) -> Snapshot:
        """The home as it was last told."""
        if self._renamed:
            self._rebuild()
        return self._live.snapshot_at(datetime.now(self._registries.zone))

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Hear of every change until the returned function is called."""
        return self._live.subscribe(listener)

    async def read(self, connection: Connection) -> None:
        """Take in every state and every registry, and whatever changes from then on."""
        self._stale.clear()
        await connection.command("supported_features", features={"coalesce_messages": 1})
        for event in _LAYOUT_EVENTS:
            with suppress(CommandRefusedError):
                await connection.subscribe(self._mark_stale, "subscribe_events", event_type=event)
        self.events.forget_connection()
        await self.events.subscribe(connection)
        all_states = asyncio.get_running_loop().create_future()

        def take(event: Mapping[str, Any]) -> None:
            if not all_states.done():
                self._replace_all(event.get("a") or {})
                all_states.set_result(None)
            else:
                self._apply_changes(event)

        await connection.subscribe(take, "subscribe_entities")
        await connection.wait_for(all_states)
        await self._read_registries(connection)

    async def follow(self, connection: Connection) -> None:
        """Read the registries again whenever something in them has changed and settled."""
        while True:
            await self._stale.wait()
            await asyncio.sleep(self._settled)
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
        if not _is_same_layout(layout, self._live.layout):
            self._live.replace_layout(layout)

    def _mark_stale(self, _event: object = None) -> None:
        self._stale.set()

    def _replace_all(self, told: Mapping[str, Mapping[str, Any]]) -> None:
        """Take over every state, and forget what is no more."""
        known = self._live.states
        for entity_id in [line for line in known if line not in told]:
            self._live.replace_state(entity_id, None)
        for entity_id, document in told.items():
            state = read_state(document)
            if known.get(entity_id) != state:
                self._live.replace_state(entity_id, state)

    def _apply_changes(self, event: Mapping[str, Any]) -> None:
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
            self._renamed |= _layout_fields(entity_id, before) != _layout_fields(entity_id, after)
            self._live.replace_state(entity_id, after)
        for entity_id in event.get("r") or ():
            self._stale.set()
            self._live.replace_state(entity_id, None)


def _layout_fields(entity_id: str, state: State) -> tuple[str, Any]:
    """What the layout takes from a state."""
    return name_in(entity_id, state), state.attributes.get("device_class")


def _is_same_layout(before: Layout, after: Layout) -> bool:
    """Whether nothing that we show is different, so that what rests on the old layout can stay."""
    return all(
        getattr(before, field.name) == getattr(after, field.name) for field in fields(Layout)
    )
