"""What a small model answered: words for the person, and calls, or what is wrong with them."""

from dataclasses import dataclass

from .blocks import Block, sayable, split
from .calls import InlineCall, asked_by
from .describe import Offer

_LONGEST = 100_000
"""Letters: nobody listens to more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """An answer."""

    words: str
    """Without any JSON, tag or fence."""

    calls: tuple[InlineCall, ...] = ()
    problems: tuple[str, ...] = ()
    """Why it cannot be done as it is written, for the model to put right."""


def parse(text: str, offer: Offer) -> Parsed:
    """Read an answer. Whatever it is, this does not raise."""
    words, blocks = split(text[:_LONGEST])
    calls: list[InlineCall] = []
    problems: list[str] = []
    said: list[str] = []
    for block in blocks:
        if block.problem:
            problems.append(f"the block cannot be read: {block.problem}")
        for value in block.values:
            asked = asked_by(value, offer)
            if not block.marked and not (asked.calls or asked.said) and not _is_meant(block):
                continue
            calls += asked.calls
            problems += asked.problems
            said += (split(one)[0] for one in asked.said)
    spoken = "\n".join(one for one in (words, *said) if one)
    return Parsed(words=spoken, calls=tuple(calls), problems=tuple(dict.fromkeys(problems)))


class WordStream:
    """An answer while it comes in: words as soon as they are sure, the rest at its end."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._rest = ""
        """What may still turn out to be no words."""

        self._said: list[str] = []

    @property
    def text(self) -> str:
        """Everything the model wrote."""
        return "".join(self._pieces)

    @property
    def said(self) -> str:
        """What was said of it."""
        return "".join(self._said)

    def feed(self, piece: str) -> str:
        """Take in some more; return what may be said of it."""
        piece = piece[: _LONGEST - self._length]
        self._length += len(piece)
        self._pieces.append(piece)
        self._rest += piece
        end = sayable(self._rest)
        more, self._rest = self._rest[:end], self._rest[end:]
        more = more if self._said else more.lstrip()
        if more:
            self._said.append(more)
        return more

    def finish(self, offer: Offer) -> tuple[str, Parsed]:
        """What is still to be said, and all that was answered."""
        parsed = parse(self.text, offer)
        return parsed.words.removeprefix(self.said), parsed


def _is_meant(block: Block) -> bool:
    """Whether bare JSON names something that only a call does."""
    entries = [
        one for value in block.values for one in (value if isinstance(value, list) else [value])
    ]
    keys = {str(key).lower() for one in entries if isinstance(one, dict) for key in one}
    return bool(keys & {"service", "target_device", "tool", "tool_calls", "entity_id", "action"})
