"""Whoever listens: each is told of changes in the home, gathered for a moment, and of the rest.

A stream is made and read in the name of its viewer, so that a home that shows each their own part
shows it here as well.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from ..home import Change, Home, LayoutChanged
from ..language import Language
from .house import HouseWriter
from .viewer import Viewer

_MOMENT = 0.1
"""Seconds for which changes are gathered: ten times a second is as fast as anybody looks."""

_BETWEEN_SIGNS = 15.0
_MOST_WAITING = 2000
_MOST_STREAMS = 200

type Telling = dict[str, Any]


class Stream:
    """What one open page is still to be told."""

    def __init__(self, viewer: Viewer) -> None:
        """Nothing yet."""
        self.viewer = viewer
        self._changed: dict[str, None] = {}
        self._tellings: list[Telling] = []
        self._woken = asyncio.Event()
        self.is_over = False

    def note_change(self, change: Change) -> None:
        """Something in the home changed."""
        if isinstance(change, LayoutChanged):
            self.tell({"type": "house"})
            return
        self._changed[change.entity_id] = None
        self._woken.set()

    def tell(self, telling: Telling) -> None:
        """Say this; whoever does not read begins anew."""
        if len(self._tellings) >= _MOST_WAITING:
            self.end()
            return
        self._tellings.append(telling)
        self._woken.set()

    def end(self) -> None:
        """Say nothing more: the page opens another one."""
        self.is_over = True
        self._woken.set()

    async def next(self, home: Home, language: Language) -> list[Telling]:
        """What there is to tell now; nothing where it is time for a sign of life."""
        try:
            async with asyncio.timeout(_BETWEEN_SIGNS):
                await self._woken.wait()
        except TimeoutError:
            return []
        if not self._tellings:
            await asyncio.sleep(_MOMENT)
        self._woken.clear()
        told, self._tellings = self._tellings, []
        changed, self._changed = self._changed, {}
        if changed:
            states = HouseWriter(home.snapshot(), language).states(changed)
            if states:
                told.append({"type": "states", "states": states})
        return told


class Streams:
    """All open pages."""

    def __init__(self, home: Home) -> None:
        """Listen to this home while somebody looks."""
        self._home = home
        self._streams: dict[Stream, None] = {}
        self._unsubscribe: Callable[[], None] | None = None

    async def events(
        self, viewer: Viewer, language: Language, hello: Telling
    ) -> AsyncIterator[bytes]:
        """What there is to tell this viewer, as server-sent events, until they leave."""
        stream = self._open(viewer)
        try:
            yield _frame(hello)
            while not stream.is_over:
                told = await stream.next(self._home, language)
                yield b"".join(map(_frame, told)) or b": still here\n\n"
        finally:
            self._close(stream)

    def tell(self, telling: Telling, to: Callable[[Viewer], bool]) -> None:
        """Tell whoever it is for."""
        for stream in self._streams:
            if to(stream.viewer):
                stream.tell(telling)

    def close(self) -> None:
        """Let everybody go."""
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
            self._unsubscribe = self._home.subscribe(self._hear)
        return stream

    def _close(self, stream: Stream) -> None:
        self._streams.pop(stream, None)
        if not self._streams and self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    def _hear(self, change: Change) -> None:
        for stream in self._streams:
            stream.note_change(change)


def _frame(telling: Telling) -> bytes:
    return b"data: " + json.dumps(telling, ensure_ascii=False).encode() + b"\n\n"
