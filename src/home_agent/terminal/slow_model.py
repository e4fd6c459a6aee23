"""Tells whoever waits that a language model is silent, and how to stop waiting."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self

from home_agent.engine.events import (
    Event,
    ModelAnswered,
    ModelAsked,
    ModelFailed,
    ModelsGivenUp,
    ReplyDelta,
    TurnFinished,
)

_PATIENCE = 4.0
"""Seconds, after which somebody wonders whether anything happens at all."""

SILENT = "The language model has not answered yet. Still waiting; Ctrl-C stops."


class SlowModelNotice:
    """Follows the events of a turn, and tells once of each question that stays unanswered."""

    def __init__(self, tell: Callable[[str], None], patience: float = _PATIENCE) -> None:
        """Tell it like this, after so many seconds."""
        self._tell = tell
        self._patience = patience
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, event: Event) -> None:
        """Take note of what happened."""
        match event:
            case ModelAsked() | ModelFailed():
                # After one that failed, another is asked, or the same one again.
                self.stop()
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(self._patience, self._tell, SILENT)
            case ModelAnswered() | ModelsGivenUp() | ReplyDelta() | TurnFinished():
                self.stop()
            case _:
                pass

    def __enter__(self) -> Self:
        """Begin with nothing asked."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Tell nothing more."""
        self.stop()

    def stop(self) -> None:
        """Tell nothing more of the last question."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
