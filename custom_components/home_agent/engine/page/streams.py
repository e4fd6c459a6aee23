"""Server-sent events for open pages: state changes, collected for a moment, and other events.

A stream reads the home with the rights of its viewer.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from ..home import Change, Home, LayoutChanged
from ..language import Language
from .home_documents import HomeDocuments
from .viewer import Viewer

_MOMENT = 0.1
"""Seconds for which state changes are collected: nobody looks faster."""

_BETWEEN_SIGNS = 15.0
_MOST_WAITING = 2000
_MOST_STREAMS = 200

type StreamEvent = dict[str, Any]


class Stream:
    """The events that wait for one open page."""

    def __init__(self, viewer: Viewer) -> None:
        """Start without events."""
        self.viewer = viewer
        self._changed: dict[str, None] = {}
        self._events: list[StreamEvent] = []
        self._woken = asyncio.Event()
        self.is_over = False

    def add_change(self, change: Change) -> None:
        """Add a change of the home."""
        if isinstance(change, LayoutChanged):
            self.send({"type": "house"})
            return
        self._changed[change.entity_id] = None
        self._woken.set()

    def send(self, event: StreamEvent) -> None:
        """Add an event; end the stream if too many wait."""
        if len(self._events) >= _MOST_WAITING:
            self.end()
            return
        self._events.append(event)
        self._woken.set()

    def end(self) -> None:
        """End the stream; the page opens another one."""
        self.is_over = True
        self._woken.set()

    async def next(self, home: Home, language: Language) -> list[StreamEvent]:
        """Wait for events and return them; empty if it is time for a keep-alive."""
        try:
            async with asyncio.timeout(_BETWEEN_SIGNS):
                await self._woken.wait()
        except TimeoutError:
            return []
        if not self._events:
            await asyncio.sleep(_MOMENT)
        self._woken.clear()
        told, self._events = self._events, []
        changed, self._changed = self._changed, {}
        if changed:
            states = HomeDocuments(home.snapshot(), language).states(changed)
            if states:
                told.append({"type": "states", "states": states})
        return told


class Streams:
    """All open pages."""

    def __init__(self, home: Home) -> None:
        """Listen to this home while a page is open."""
        self._home = home
        self._streams: dict[Stream, None] = {}
        self._unsubscribe: Callable[[], None] | None = None

    async def events(
        self, viewer: Viewer, language: Language, hello: StreamEvent
    ) -> AsyncIterator[list[StreamEvent]]:
        """The events for a viewer, until they leave; none, as a sign of life."""
        stream = self._open(viewer)
        try:
            yield [hello]
            while not stream.is_over:
                yield await stream.next(self._home, language)
        finally:
            self._close(stream)

    def send(self, event: StreamEvent, to: Callable[[Viewer], bool]) -> None:
        """Send an event to the viewers that it is for."""
        for stream in self._streams:
            if to(stream.viewer):
                stream.send(event)

    def close(self) -> None:
        """End all streams."""
        for stream in tuple(self._streams):
            stream.end()

    def _open(self, viewer: Viewer) -> Stream:
        while len(self._streams) >= _MOST_STREAMS:
            oldest = next(iter(self._streams))
            oldest.end()
            self._close(oldest)
        stream = Stream(viewer)
        self._streams[stream] = None
        if self._unsubscribe is None:
            self._unsubscribe = self._home.subscribe(self._on_change)
        return stream

    def _close(self, stream: Stream) -> None:
        self._streams.pop(stream, None)
        if not self._streams and self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    def _on_change(self, change: Change) -> None:
        for stream in self._streams:
            stream.add_change(change)


def write_events(events: list[StreamEvent]) -> bytes:
    """The bytes of server-sent events; a comment where there are none."""
    return b"".join(map(_frame, events)) or b": still here\n\n"


def _frame(event: StreamEvent) -> bytes:
    return b"data: " + json.dumps(event, ensure_ascii=False).encode() + b"\n\n"
