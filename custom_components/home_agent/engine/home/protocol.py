"""The one way in: what the engine asks of any home."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from .history import Recorded
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
    ) -> Mapping[str, tuple[Recorded, ...]]:
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


@runtime_checkable
class HandsOver(Protocol):
    """A home whose calls are handed to whoever asked: it never shows what comes of one."""

    def hand_over(self, call: ServiceCall) -> None:
        """Keep a call on one target for whoever asked. Raises `CallRefusedError`."""
        ...
