"""Holds the first sentence of an answer for a moment before the person hears it.

Models like to say "Of course!" before they call a tool. Where that takes a yes, the question must
stand alone, and what was heard cannot be taken back. So the words wait until more is said than
that, or until it is clear that no call follows at once.
"""

import asyncio
from collections.abc import Callable

from .sentences import first_sentence

# In characters: no model says more before it calls a tool.
_MOST_HELD = 160

# In seconds: a call follows the words before it sooner than this.
_MOMENT = 1.5


class ReplyBuffer:
    """What the person hears in one turn."""

    def __init__(self, send: Callable[[str], None]) -> None:
        """Pass text on to `send`."""
        self._send = send
        self._held = ""
        self._open = True
        self._timer: asyncio.TimerHandle | None = None
        self.sent = ""
        """What was passed on."""

    def hold(self) -> None:
        """Hold the next sentence until more comes, or `release`."""
        self._open = False

    def write(self, text: str) -> None:
        """Take some more text."""
        self._held += text
        sentence = first_sentence(self._held)
        goes_on = bool(sentence and self._held[len(sentence) :].strip())
        if self._open or goes_on or len(self._held) > _MOST_HELD:
            self.release()
            return
        self.wait()
        self._timer = asyncio.get_running_loop().call_later(_MOMENT, self.release)

    def wait(self) -> None:
        """A call comes: hold the text until `release` or `discard`, however long that takes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def release(self) -> None:
        """Pass on what is held, and what comes after it."""
        self.wait()
        text, self._held, self._open = self._held, "", True
        if text:
            self.sent += text
            self._send(text)

    def discard(self) -> None:
        """Drop what is held."""
        self.wait()
        self._held = ""
        self._open = True
