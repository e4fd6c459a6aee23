"""The way of a model's words to the person: the first sentence of an answer waits for a moment.

Models like to say "Of course!" before they have something done. Where that takes a yes, the
question must stand alone, and words that were heard cannot be taken back. So they wait until more
is said than that, or until it is clear that no call follows at once.
"""

import asyncio
from collections.abc import Callable

from .sentences import first_sentence

# In characters: nobody says more before they have something done, and whoever listens waits.
_MOST_HELD = 160

# In seconds: a call follows the words before it sooner than this.
_MOMENT = 1.5


class ReplyBuffer:
    """What the person hears in one turn."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """Pass on to `say` what may be heard."""
        self._say = say
        self._waiting = ""
        self._open = True
        self._timer: asyncio.TimerHandle | None = None
        self.heard = ""
        """What has been heard."""

    def hold(self) -> None:
        """An answer begins: its first sentence waits until more comes, or `release`."""
        self._open = False

    def say(self, text: str) -> None:
        """Some more words."""
        self._waiting += text
        sentence = first_sentence(self._waiting)
        goes_on = bool(sentence and self._waiting[len(sentence) :].strip())
        if self._open or goes_on or len(self._waiting) > _MOST_HELD:
            self.release()
            return
        self.wait()
        self._timer = asyncio.get_running_loop().call_later(_MOMENT, self.release)

    def wait(self) -> None:
        """A call comes: what waits does so until it is known what comes of that."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def release(self) -> None:
        """What waits may be heard, and what comes after it."""
        self.wait()
        words, self._waiting, self._open = self._waiting, "", True
        if words:
            self.heard += words
            self._say(words)

    def discard(self) -> None:
        """What waits must not be heard."""
        self.wait()
        self._waiting = ""
        self._open = True
