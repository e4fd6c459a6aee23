"""Puts together what a model answers in deltas.

`CallSorter` is for providers: servers number and name the pieces of tool calls in many ways, or not
at all, and it finds out which call each piece belongs to. `Assembly` makes one message of the
deltas.
"""

import json
from collections.abc import AsyncIterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from .messages import (
    AssistantMessage,
    Delta,
    Finished,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    Usage,
)


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def raw(self) -> str:
        return "".join(self.arguments)

    def add(self, piece: ToolCallDelta) -> None:
        self.id = self.id or piece.id
        self.name = self.name or piece.name
        self.arguments.append(piece.arguments)
        self.extra.update(piece.extra)

    def finish(self, index: int) -> ToolCall:
        raw = self.raw
        return ToolCall(
            id=self.id or _made_up_id(index, self.name, raw),
            name=self.name,
            arguments=read_arguments(raw),
            raw=raw,
            extra=self.extra,
        )


class Assembly:
    """Collects the deltas of one response."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._calls: dict[int, _Call] = {}
        self.finished: Finished | None = None
        """The last delta, once it came."""

    def add(self, delta: Delta) -> None:
        """Add a delta."""
        match delta:
            case TextDelta():
                self._text.append(delta.text)
            case ReasoningDelta():
                self._reasoning.append(delta.text)
            case ToolCallDelta():
                self._calls.setdefault(delta.index, _Call()).add(delta)
            case Finished():
                self.finished = delta

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self._text)

    @property
    def reasoning(self) -> str:
        """The reasoning so far."""
        return "".join(self._reasoning)

    @property
    def message(self) -> AssistantMessage:
        """All of it as one message."""
        calls = (call.finish(index) for index, call in sorted(self._calls.items()))
        return AssistantMessage(text=self.text, calls=tuple(calls))


async def assemble(deltas: AsyncIterable[Delta]) -> tuple[AssistantMessage, Finished]:
    """Read all deltas, and return the message."""
    assembly = Assembly()
    async for delta in deltas:
        assembly.add(delta)
    return assembly.message, assembly.finished or Finished(usage=Usage(estimated=True))


def read_arguments(raw: str) -> Mapping[str, Any] | None:
    """The arguments of a call; `None` if they are no JSON object.

    No text is no arguments. Some servers wrap the object into a text once more, or begin with an
    empty one before they send the true one.
    """
    found: dict[str, Any] = {}
    rest = raw.strip()
    while rest:
        try:
            value, end = json.JSONDecoder().raw_decode(rest)
            if isinstance(value, str):
                value = json.loads(value)
        except ValueError, RecursionError:
            return None
        if value is None:
            value = {}
        if not isinstance(value, dict) or (found and value != found):
            return None
        found = value
        rest = rest[end:].lstrip()
    return found


class CallSorter:
    """Finds out which call a piece belongs to, and numbers the calls in the order they began."""

    def __init__(self) -> None:
        self._calls: list[_Call] = []
        self._at: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._calls)

    def sort(
        self,
        *,
        index: int | None,
        call_id: str,
        name: str,
        arguments: object,
        extra: Mapping[str, Any],
    ) -> ToolCallDelta:
        """The piece with its true number."""
        number = self._number(index, call_id, name)
        if index is not None:
            self._at[index] = number
        if number == len(self._calls):
            self._calls.append(_Call())
        call = self._calls[number]
        text = arguments if isinstance(arguments, str) else _as_json(arguments)
        if text and text == call.raw and _complete(text):
            text = ""  # the whole call once more, as some servers do at the end
        piece = ToolCallDelta(index=number, id=call_id, name=name, arguments=text, extra=extra)
        call.add(piece)
        return piece

    def _number(self, index: int | None, call_id: str, name: str) -> int:
        new = len(self._calls)
        for number, call in enumerate(self._calls):
            if call_id and call.id == call_id:
                return number
        number = new - 1 if index is None else self._at.get(index, new)
        if number in {new, -1}:
            return new
        call = self._calls[number]
        if call_id and call.id:
            return new
        if not name or not call.name:
            return number
        return number if name == call.name and not _complete(call.raw) else new


def _complete(raw: str) -> bool:
    return bool(raw.strip()) and read_arguments(raw) is not None


def _as_json(arguments: object) -> str:
    return "" if arguments is None else json.dumps(arguments, ensure_ascii=False, default=str)


def _made_up_id(index: int, name: str, raw: str) -> str:
    """The same for the same call, and of the nine signs that Mistral's models insist on."""
    return sha256(f"{index} {name} {raw}".encode(errors="replace")).hexdigest()[:9]
