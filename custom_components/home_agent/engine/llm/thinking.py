"""Parts reasoning from text, if a model writes both into one.

Models write `<think>…</think>` before or between their words. A tag may be cut anywhere, the end of
a thought may never come, and with some servers the beginning is part of the prompt, so that only
the end is seen. The last is known only once it is there: a splitter that `begins_thinking` holds
everything back until then.
"""

import re
from collections.abc import Iterator

from .messages import ReasoningDelta, TextDelta

_OPENING = ("<think>", "<thinking>", "[think]")
_CLOSING = ("</think>", "</thinking>", "[/think]")
_TAG = re.compile("|".join(map(re.escape, _OPENING + _CLOSING)), re.IGNORECASE)
_BEGUN = tuple(
    sorted({tag[:end] for tag in _OPENING + _CLOSING for end in range(1, len(tag))}, key=len)
)[::-1]

# Models whose templates open a thought in the prompt; with an old server, only its end is seen.
_SILENT = re.compile(r"\br1\b|qwq|think|reason|minimax|marco-o1", re.IGNORECASE)


def may_begin_thinking(model: str) -> bool:
    """Whether a model is of those that may open a thought without our seeing it."""
    return bool(_SILENT.search(model))


class ThinkingSplitter:
    """Parts one response into text and reasoning."""

    def __init__(self, *, begins_thinking: bool = False) -> None:
        self._buffer = ""
        self._held: list[str] | None = [] if begins_thinking else None
        self._thinking = False
        self._blank = True
        self.began_thinking = False
        """Whether the end of a thought came whose beginning did not."""

    def feed(self, text: str) -> Iterator[TextDelta | ReasoningDelta]:
        """Take some more text, and yield what is certain."""
        self._buffer += text
        while tag := _TAG.search(self._buffer):
            before, self._buffer = self._buffer[: tag.start()], self._buffer[tag.end() :]
            yield from self._say(before)
            yield from self._turn(opening=tag.group().lower() in _OPENING)
        begun = next(
            (beginning for beginning in _BEGUN if self._buffer.lower().endswith(beginning)), ""
        )
        certain = len(self._buffer) - len(begun)
        before, self._buffer = self._buffer[:certain], self._buffer[certain:]
        yield from self._say(before)

    def finish(self) -> Iterator[TextDelta | ReasoningDelta]:
        """Yield the rest."""
        yield from self._say(self._buffer)
        self._buffer = ""
        yield from self._let_go(thought=False)

    def _turn(self, *, opening: bool) -> Iterator[TextDelta | ReasoningDelta]:
        if opening:
            yield from self._let_go(thought=False)
        elif not self._thinking:
            self.began_thinking = self.began_thinking or not self._blank or bool(self._held)
            yield from self._let_go(thought=True)
        self._thinking = opening
        # the lines between a thought and what is said after it are neither
        self._blank = True

    def _say(self, text: str) -> Iterator[TextDelta | ReasoningDelta]:
        if self._thinking:
            if text:
                yield ReasoningDelta(text=text)
            return
        if self._blank:
            text = text.lstrip()
        if not text:
            return
        self._blank = False
        if self._held is None:
            yield TextDelta(text=text)
        else:
            self._held.append(text)

    def _let_go(self, *, thought: bool) -> Iterator[TextDelta | ReasoningDelta]:
        """It is decided what was held back."""
        text, self._held = "".join(self._held or ()), None
        if text:
            yield ReasoningDelta(text=text) if thought else TextDelta(text=text)
