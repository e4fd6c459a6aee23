"""What a small model answered: words for the person, and calls, or what is wrong with them."""

from dataclasses import dataclass

from .blocks import Block, sayable, split
from .calls import InlineCall, asked_by
from .describe import Offer

_LONGEST = 20_000
"""Nobody listens to more, and a block is never as long."""


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
        self._text = ""
        self._taken = 0
        self._said = ""

    @property
    def text(self) -> str:
        """Everything the model wrote."""
        return self._text

    @property
    def said(self) -> str:
        """What was said of it."""
        return self._said

    def feed(self, piece: str) -> str:
        """Take in some more; return what may be said of it."""
        self._text = (self._text + piece)[:_LONGEST]
        rest = self._text[self._taken :]
        more = rest[: sayable(rest)]
        self._taken += len(more)
        more = more if self._said else more.lstrip()
        self._said += more
        return more

    def finish(self, offer: Offer) -> tuple[str, Parsed]:
        """What is still to be said, and all that was answered."""
        parsed = parse(self._text, offer)
        return parsed.words.removeprefix(self._said), parsed


def _is_meant(block: Block) -> bool:
    """Whether bare JSON names something that only a call does."""
    entries = [
        one for value in block.values for one in (value if isinstance(value, list) else [value])
    ]
    keys = {str(key).lower() for one in entries if isinstance(one, dict) for key in one}
    return bool(keys & {"service", "target_device", "tool", "tool_calls", "entity_id", "action"})
