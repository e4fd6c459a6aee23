"""Where a chat's sentences come from: a person at a terminal, or a pipe."""

import asyncio
import os
import sys
import threading
from codecs import getincrementaldecoder
from collections.abc import Callable
from typing import Protocol

from .bounded_input import MOST_LETTERS

_CHUNK = 65_536


class InputInterrupted(Exception):  # noqa: N818 - it is what happened, not a mistake
    """The person pressed Ctrl-C on an empty line."""


class TooLongError(Exception):
    """A line is longer than anything that anybody says; it was passed over, up to its end."""


class Lines(Protocol):
    """Sentences, one after the other."""

    async def read(self, *, answering: bool, secret: bool = False) -> str | None:
        """The next line, or None when there are no more. Raises `InputInterrupted`, `TooLongError`.

        `answering` when one was asked for; `secret` when nobody should read it over a shoulder.
        """
        ...

    def interrupt(self, show: Callable[[], None]) -> None:
        """Show something while a line may be being typed."""
        ...


class PipedLines:
    """The lines of standard input, read only as fast as they are wanted.

    The reading is done aside, so that devices go on moving while nothing comes in, and in a
    daemon thread, so that Ctrl-C need not wait for a writer that never writes.
    """

    def __init__(self) -> None:
        """Start at the beginning."""
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._text = ""
        # Without standard input, its number may by now belong to another file.
        self._ended = sys.stdin is None

    async def read(self, *, answering: bool, secret: bool = False) -> str | None:
        """The next line, or None when there are no more. Raises `TooLongError`."""
        del answering, secret
        too_long = False
        while "\n" not in self._text and not self._ended:
            if len(self._text) > MOST_LETTERS:
                # Its end is looked for, and what comes before that is not kept.
                too_long, self._text = True, ""
            chunk = await self._next_chunk()
            self._ended = not chunk
            self._text += self._decode(chunk, final=not chunk)
        if not self._text and not too_long:
            return None
        line, _, self._text = self._text.partition("\n")
        if too_long or len(line) > MOST_LETTERS:
            raise TooLongError
        return line

    def interrupt(self, show: Callable[[], None]) -> None:
        """Show something; nobody types."""
        show()

    async def _next_chunk(self) -> bytes:
        loop = asyncio.get_running_loop()
        chunk: asyncio.Future[bytes] = loop.create_future()

        def arrived(data: bytes) -> None:
            if not chunk.done():
                chunk.set_result(data)

        def read() -> None:
            try:
                data = os.read(0, _CHUNK)
            except OSError:
                data = b""
            # After Ctrl-C there is no loop left to tell.
            if not loop.is_closed():
                loop.call_soon_threadsafe(arrived, data)

        threading.Thread(target=read, daemon=True).start()
        return await chunk
