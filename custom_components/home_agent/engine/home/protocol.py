"""The one way in: what the engine asks of any home."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from .history import RecordedState
from .model import State
from .service import ServiceCall
from .snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChanged:
    """An entity reported something: a new state, new attributes, or that it came or went."""

    entity_id: str
    before: State | None
    after: State | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutChanged:
    """A name, a room, an exposure or a service changed: take a new snapshot."""


type Change = StateChanged | LayoutChanged
type Listener = Callable[[Change], None]
type Unsubscribe = Callable[[], None]


class Home(Protocol):
    """A home that can be looked at, listened to and asked to change.

    All of it happens on the event loop; a snapshot, once taken, may be read anywhere.
    """

    def snapshot(self) -> Snapshot:
        """The home as it is now. Costs nothing, however many events stream in."""
        ...

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Hear of every change, in order and at once, until the returned function is called."""
        ...

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        """Ask for something; return its response when the home has accepted it.

        Acceptance is not success: only a state that changes is. Raises `CallRefusedError`.
        """
        ...

    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[RecordedState, ...]]:
        """How each was at the start, as far as it is known, and what it became until the end.

        Oldest first. Raises `HistoryUnavailableError` where nothing is kept.
        """
        ...

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:
        """The text that a template of the house's owner makes, with all that the home offers it.

        Raises `TemplatesUnavailableError` where the home reads none, and `TemplateFailedError`
        with the home's own words where the template is wrong, in strict reading.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeEvent:
    """Something that a home tells besides its states. All of it is data from outside."""

    event_type: str
    data: Mapping[str, Any]
    at: datetime


type EventHandler = Callable[[HomeEvent], None]


@runtime_checkable
class HomeWithEvents(Protocol):
    """A home that fires events besides state changes, as Home Assistant does."""

    def subscribe_events(self, event_types: frozenset[str], handler: EventHandler) -> Unsubscribe:
        """Hear of events of these types, at once, until the returned function is called."""
        ...


@runtime_checkable
class CallForwardingHome(Protocol):
    """A home that forwards its calls to whoever asked, and never sees what comes of them."""

    def forward_call(self, call: ServiceCall) -> None:
        """Keep a call on one target for whoever asked. Raises `CallRefusedError`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAutomation:
    """An automation that the home itself runs."""

    automation_id: str
    """As it is in its configuration."""

    alias: str
    description: str = ""
    entity_id: str = ""
    is_on: bool = True
    entity_ids: tuple[str, ...] = ()
    """What its configuration names, as far as the home tells."""


class AutomationStore(Protocol):
    """Reads and writes the automations that a home runs by itself.

    Each of these raises `AutomationsUnavailableError` where whoever asks may not, or the home
    cannot; and `CallRefusedError` with the home's own words where it refuses.
    """

    async def list(self) -> tuple[StoredAutomation, ...]:
        """All automations that have an id, whoever wrote them."""
        ...

    async def read(self, automation_id: str) -> Mapping[str, Any] | None:
        """The configuration of one, without its id; None if there is none."""
        ...

    async def check(self, automation_id: str, config: Mapping[str, Any]) -> None:
        """Have the home validate a configuration; nothing is written."""
        ...

    async def write(self, automation_id: str, config: Mapping[str, Any], label: str) -> str:
        """Create or replace one with this label; return its entity id once that exists."""
        ...

    async def delete(self, automation_id: str) -> None:
        """Remove one and its entity; do nothing if there is none."""
        ...


@runtime_checkable
class HomeWithAutomations(Protocol):
    """A home that runs automations by itself, and lets them be written."""

    @property
    def automations(self) -> AutomationStore | None:
        """Its automations; None if they cannot be written."""
        ...
