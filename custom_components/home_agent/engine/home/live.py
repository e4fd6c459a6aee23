"""The present layout and states of a home, kept up to date and shared with whoever looks.

A snapshot is the mapping itself, handed out as it is. Only a change that comes after a
snapshot pays: it copies the states once, and later changes write into that copy until somebody
looks again. A thousand events between two sentences cost one copy.
"""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from .model import State
from .protocol import Change, LayoutChanged, Listener, StateChanged, Unsubscribe
from .snapshot import Layout, Snapshot


class LiveHome:
    """Layout, states and listeners of a home, for the homes to build on."""

    def __init__(self, layout: Layout | None = None) -> None:
        """Start with a layout and no states."""
        self._layout = layout or Layout()
        self._states: dict[str, State] = {}
        self._shared = False
        self._memberships = object()
        self._listeners: dict[object, Listener] = {}

    @property
    def layout(self) -> Layout:
        """The layout as it is now."""
        return self._layout

    @property
    def states(self) -> Mapping[str, State]:
        """A view of the states that goes on changing; take a snapshot to hold on to them."""
        return MappingProxyType(self._states)

    def snapshot_at(self, now: datetime) -> Snapshot:
        """The home as it is, stamped with the time."""
        self._shared = True
        return Snapshot(
            layout=self._layout,
            states=MappingProxyType(self._states),
            now=now,
            memberships=self._memberships,
        )

    def replace_layout(self, layout: Layout) -> None:
        """Take a new layout and tell everyone."""
        self._layout = layout
        self._tell(LayoutChanged())

    def replace_state(self, entity_id: str, state: State | None) -> None:
        """Take a new state, or forget a gone entity's, and tell everyone."""
        before = self._states.get(entity_id)
        if before is None and state is None:
            return
        if self._shared:
            self._states = dict(self._states)
            self._shared = False
        if state is None:
            del self._states[entity_id]
        else:
            self._states[entity_id] = state
        if (before.members if before else None) != (state.members if state else None):
            self._memberships = object()
        self._tell(StateChanged(entity_id=entity_id, before=before, after=state))

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Hear of every change until the returned function is called."""
        key = object()
        self._listeners[key] = listener

        def unsubscribe() -> None:
            self._listeners.pop(key, None)

        return unsubscribe

    def _tell(self, change: Change) -> None:
        for listener in tuple(self._listeners.values()):
            listener(change)
