"""What is going on during a turn, on one line of the terminal that comes and goes."""

import asyncio
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.text import Text

from home_agent.engine.events import Event, ReplyDelta

from .progress import Progress
from .screen import styled
from .slow_model import SlowModelNotice
from .streams import print_error, supports_unicode
from .text_wrapper import TextWrapper

_UNNOTICED = 0.15
"""Seconds: what is over sooner would only flicker."""


class StatusLine:
    """Shows progress on a terminal while a turn runs, and leaves nothing behind."""

    def __init__(self, console: Console, progress: Progress, *, shown: bool) -> None:
        """Show this progress there, if there is anybody to see it."""
        self._console = console
        self._progress = progress
        self._shown = shown
        self.words_shown = False
        """Whether the reply is on the screen already, word by word."""

        spinner = "dots" if supports_unicode() else "line"
        self._status = console.status(self._words(), spinner=spinner)
        self._slow = SlowModelNotice(self._wonder)
        self._start: asyncio.TimerHandle | None = None
        self._wrapping = TextWrapper(console.width)

    def follow(self, event: Event) -> None:
        """Take note of what happened, and show it."""
        self._progress.follow(event)
        self._slow.follow(event)
        if not self._shown:
            return
        if isinstance(event, ReplyDelta):
            self._say(event.text)
        elif not self.words_shown:
            self._status.update(self._words())

    def __enter__(self) -> Self:
        """Appear in a moment."""
        if self._shown:
            loop = asyncio.get_running_loop()
            self._start = loop.call_later(_UNNOTICED, self._status.start)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Disappear; a reply that was begun is a line of its own."""
        self._slow.stop()
        self._disappear()
        if self.words_shown:
            self._console.print()

    def _wonder(self, told: str) -> None:
        """Tell that a model is silent: where the words come and go, or for whoever reads a pipe."""
        if not self._shown:
            print_error(told)
        elif not self.words_shown:
            self._status.update(styled(told, "dim"))

    def _say(self, text: str) -> None:
        """Show some words of a reply that is being made; the line is theirs from then on."""
        self._disappear()
        self.words_shown = True
        self._console.print(styled(self._wrapping.add(text)), end="", soft_wrap=True)

    def _disappear(self) -> None:
        if self._start is not None:
            self._start.cancel()
            self._status.stop()
            self._start = None

    def _words(self) -> Text:
        return styled(self._progress.words, "dim")
