"""What a small model answered: words for the person, and calls, or what is wrong with them.

A call counts only in the agreed form: marked as one, on lines of its own; or with nothing else in
the answer. What merely repeats a text that the model was shown is no call in any form.
"""

from dataclasses import dataclass

from .blocks import Block, count_sayable, split_blocks, strip_tags
from .calls import InlineCall, ParsedCalls, read_calls
from .offer import Offer
from .untrusted import UntrustedText

_LONGEST = 100_000
"""Letters: nobody listens to more."""

_FORM = "a call must stand in a ```homeassistant or <tool_call> block, on lines of its own"
_NO_TEXT = UntrustedText()
_CALL_KEYS = frozenset({"service", "target_device", "tool", "tool_calls", "entity_id", "action"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedAnswer:
    """An answer."""

    words: str
    """Without any JSON, tag or fence."""

    calls: tuple[InlineCall, ...] = ()
    problems: tuple[str, ...] = ()
    """Why it cannot be done as it is written, for the model to put right."""

    quoted: bool = False
    """Whether it repeats the text of a call that it was shown."""

    wrote_call: bool = False
    """Whether any of it looks like a call, however it is written."""


def parse(text: str, offer: Offer, untrusted: UntrustedText = _NO_TEXT) -> ParsedAnswer:
    """Read an answer. Raises nothing."""
    words, blocks = split_blocks(text[:_LONGEST])
    calls: list[InlineCall] = []
    problems: list[str] = []
    said: list[str] = []
    quoted = wrote_call = False
    for block in blocks:
        wrote_call |= block.is_call or _has_call_keys(block)
        if block.problem:
            problems.append(f"the block cannot be read: {block.problem}")
        for parsed in _calls_in(block, offer):
            wrote_call |= bool(parsed.calls)
            said += (split_blocks(text)[0] for text in parsed.said)
            if any(untrusted.contains(call, offer.devices) for call in parsed.calls):
                quoted = True
            elif parsed.calls and words and not block.is_well_formed:
                problems.append(_FORM)
            else:
                calls += parsed.calls
                problems += parsed.problems
    return ParsedAnswer(
        words="\n".join(part for part in (words, *said) if part),
        calls=tuple(calls),
        problems=tuple(dict.fromkeys(problems)),
        quoted=quoted,
        wrote_call=wrote_call,
    )


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

    @property
    def rest(self) -> str:
        """What was not said of it, as it was written, without tags."""
        rest = strip_tags(self._rest)
        return rest if self._said else rest.lstrip()

    def feed(self, piece: str) -> str:
        """Take some more text; return what may be said of it."""
        piece = piece[: _LONGEST - self._length]
        self._length += len(piece)
        self._pieces.append(piece)
        self._rest += piece
        end = count_sayable(self._rest)
        more, self._rest = self._rest[:end], self._rest[end:]
        more = more if self._said else more.lstrip()
        if more:
            self._said.append(more)
        return more

    def finish(self, offer: Offer, untrusted: UntrustedText = _NO_TEXT) -> tuple[str, ParsedAnswer]:
        """What is still to be said, and all that was answered."""
        parsed = parse(self.text, offer, untrusted)
        return parsed.words.removeprefix(self.said), parsed


def _calls_in(block: Block, offer: Offer) -> list[ParsedCalls]:
    """The calls of each value in a block; empty for bare JSON that is no call."""
    every = [read_calls(value, offer) for value in block.values]
    if block.is_marked or _has_call_keys(block):
        return every
    return [parsed for parsed in every if parsed.calls or parsed.said]


def _has_call_keys(block: Block) -> bool:
    """Whether JSON has keys that only a call has."""
    entries = [
        entry for value in block.values for entry in (value if isinstance(value, list) else [value])
    ]
    keys = {str(key).lower() for entry in entries if isinstance(entry, dict) for key in entry}
    return bool(keys & _CALL_KEYS) or ("name" in keys and bool(keys & {"arguments", "parameters"}))
