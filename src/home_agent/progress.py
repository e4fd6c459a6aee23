"""What is going on during a turn, in words that come and go on one line of the terminal."""

import asyncio
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.text import Text

from home_agent.engine.events import (
    CallSent,
    Event,
    ModelAsked,
    ModelFailed,
    ModelsGivenUp,
    OutcomeSeen,
    PlanMade,
    ReplyDelta,
    ToolStarted,
)
from home_agent.engine.home import Layout
from home_agent.engine.outcome import Status

from .screen import styled
from .streams import speaks_unicode
from .wrapping import Wrapping

_UNNOTICED = 0.15
"""Seconds: what is over sooner would only flicker."""


class Progress:
    """Follows the events of one turn."""

    def __init__(self, layout: Layout) -> None:
        """Start before anything was heard."""
        self._layout = layout
        self._awaited: list[str] = []
        self.words = "Understanding…"
        self.sent = False
        """Whether the home was asked to do something."""

        self.planned = False
        """Whether something is kept for later."""

        self.trouble = ""
        """Why no language model answered, if one was asked."""

    def follow(self, event: Event) -> None:
        """Take note of what happened."""
        match event:
            case PlanMade():
                self.words = "Understood…"
            case ModelAsked():
                self.words = "Asking the language model…"
            case ModelFailed(provider=provider):
                self.words = f"{provider} does not answer, trying on…"
            case ModelsGivenUp(error=error):
                self.trouble = error
            case ToolStarted(name=name):
                self.words = f"The model uses {name}…"
            case CallSent(call=call):
                self.sent = True
                self._awaited += call.targets
                self.words = f"Sent {call.full_name}, {self._waiting()}…"
            case OutcomeSeen(outcome=outcome) if outcome.status is Status.SCHEDULED:
                self.planned = True
            case OutcomeSeen(outcome=outcome) if outcome.entity_id in self._awaited:
                self._awaited.remove(outcome.entity_id)
                self.words = f"Still {self._waiting()}…" if self._awaited else "Answering…"
            case _:
                pass

    def _waiting(self) -> str:
        if not self._awaited:
            return "waiting for the home"
        first = self._layout.entities.get(self._awaited[0])
        name = first.name if first else self._awaited[0]
        others = len(self._awaited) - 1
        return f"waiting for {name}" + (f" and {others} more" if others else "")


class StatusLine:
    """Shows progress on a terminal while a turn runs, and leaves nothing behind."""

    def __init__(self, console: Console, progress: Progress, *, shown: bool) -> None:
        """Show this progress there, if there is anybody to see it."""
        self._console = console
        self._progress = progress
        self._shown = shown
        self.words_shown = False
        """Whether the reply is on the screen already, word by word."""

        spinner = "dots" if speaks_unicode() else "line"
        self._status = console.status(self._words(), spinner=spinner)
        self._start: asyncio.TimerHandle | None = None
        self._wrapping = Wrapping(console.width)

    def follow(self, event: Event) -> None:
        """Take note of what happened, and show it."""
        self._progress.follow(event)
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
        self._disappear()
        if self.words_shown:
            self._console.print()

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
