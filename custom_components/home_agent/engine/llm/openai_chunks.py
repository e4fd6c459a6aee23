"""Reads the answer of a server that speaks OpenAI's protocol, in the dialects that there are.

It works on plain JSON, and takes little for granted: OpenAI, Ollama, LM Studio, LocalAI, vLLM,
llama.cpp and OpenRouter all differ in what they leave out, and what they add.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .assembly import CallSorter
from .messages import (
    Delta,
    Finished,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCallDelta,
    Usage,
)
from .thinking import ThinkingSplitter
from .tokens import estimate_usage

_REASONS = {"function_call": "tool_calls", "max_tokens": "length", "safety": "content_filter"}
_KNOWN_REASONS = frozenset({"stop", "tool_calls", "length", "content_filter"})
_REASONING = ("reasoning_content", "reasoning", "thinking")


class ChunkReader:
    """Makes deltas of the chunks of one response."""

    def __init__(self, request: Request, *, begins_thinking: bool = False) -> None:
        self._request = request
        self._splitter = ThinkingSplitter(begins_thinking=begins_thinking)
        self._calls = CallSorter()
        self._usage: Usage | None = None
        self._reason = ""
        self._model = ""
        self._written: list[str] = []
        self._spoken = False

    @property
    def began_thinking(self) -> bool:
        """Whether the model thought before its words without saying so."""
        return self._splitter.began_thinking

    @property
    def is_empty(self) -> bool:
        """Whether no answer came."""
        return not (self._written or len(self._calls) or self._reason)

    def read(self, chunk: Mapping[str, Any]) -> Iterator[Delta]:
        """The deltas of a chunk, which may be a whole answer."""
        if isinstance(model := chunk.get("model"), str):
            self._model = model
        self._usage = read_usage(chunk) or self._usage
        for choice in _tables(chunk.get("choices")):
            if choice.get("index") in {None, 0}:
                yield from self._choice(choice)

    def finish(self) -> Iterator[Delta]:
        """The last deltas."""
        yield from self._splitter.finish()
        reason = self._reason or "stop"
        if len(self._calls) and reason == "stop":
            reason = "tool_calls"
        usage = self._usage or estimate_usage(self._request, self._written)
        yield Finished(usage=usage, reason=reason, model=self._model)

    def _choice(self, choice: Mapping[str, Any]) -> Iterator[Delta]:
        if isinstance(reason := choice.get("finish_reason"), str) and reason:
            reason = _REASONS.get(reason.lower(), reason.lower())
            self._reason = reason if reason in _KNOWN_REASONS else "stop"
        delta, message = choice.get("delta"), choice.get("message")
        if isinstance(delta, Mapping) and delta:
            yield from self._said(delta)
            self._spoken = not self.is_empty
        elif isinstance(message, Mapping) and not self._spoken:
            yield from self._said(message)

    def _said(self, delta: Mapping[str, Any]) -> Iterator[Delta]:
        for thought in _first_text(delta, _REASONING):
            self._written.append(thought)
            yield ReasoningDelta(text=thought)
        content = delta.get("content")
        for text in (content, delta.get("refusal")):
            if isinstance(text, str) and text:
                self._written.append(text)
                yield from self._splitter.feed(text)
        for part in _tables(content):
            yield from self._part(part)
        for piece in _tables(delta.get("tool_calls")):
            yield self._call(piece)
        if isinstance(function := delta.get("function_call"), Mapping):
            yield self._call({"function": function})

    def _part(self, part: Mapping[str, Any]) -> Iterator[TextDelta | ReasoningDelta]:
        """A piece of a content that is a list, as Mistral's is."""
        for inner in _tables(part.get("thinking")):
            for thought in _first_text(inner, ("text",)):
                self._written.append(thought)
                yield ReasoningDelta(text=thought)
        for text in _first_text(part, ("text",)):
            self._written.append(text)
            yield from self._splitter.feed(text)

    def _call(self, piece: Mapping[str, Any]) -> ToolCallDelta:
        function = piece.get("function")
        if not isinstance(function, Mapping):
            function = piece
        index, call_id = piece.get("index"), piece.get("id")
        extra = piece.get("extra_content")
        sorted_piece = self._calls.sort(
            index=index if isinstance(index, int) else None,
            call_id="" if call_id is None else str(call_id),
            name=str(function.get("name") or ""),
            arguments=function.get("arguments"),
            extra={"extra_content": extra} if extra else {},
        )
        self._written += [sorted_piece.name, sorted_piece.arguments]
        return sorted_piece


def read_usage(chunk: Mapping[str, Any]) -> Usage | None:
    """The tokens that a server counted; `None` if the chunk does not say."""
    groq = chunk.get("x_groq")
    for place in (chunk, groq if isinstance(groq, Mapping) else {}):
        usage = place.get("usage")
        if isinstance(usage, Mapping) and _count(usage, "prompt_tokens"):
            details = usage.get("prompt_tokens_details")
            cached = (
                _count(details, "cached_tokens") if isinstance(details, Mapping) else 0
            ) or _count(usage, "prompt_cache_hit_tokens")
            return Usage(
                prompt=_count(usage, "prompt_tokens"),
                cached=cached or _count(_table(chunk.get("timings")), "cache_n"),
                completion=_count(usage, "completion_tokens"),
            )
    timings = _table(chunk.get("timings"))
    cached = _count(timings, "cache_n")
    if prompt := cached + _count(timings, "prompt_n"):
        return Usage(prompt=prompt, cached=cached, completion=_count(timings, "predicted_n"))
    return None


def _count(table: Mapping[str, Any], name: str) -> int:
    value = table.get(name)
    return max(0, int(value)) if isinstance(value, int | float) else 0


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _tables(value: object) -> Iterable[Mapping[str, Any]]:
    """The objects of a list, or an object alone; of anything else none."""
    if isinstance(value, Mapping):
        return (value,)
    return (
        (entry for entry in value if isinstance(entry, Mapping)) if isinstance(value, list) else ()
    )


def _first_text(table: Mapping[str, Any], names: Iterable[str]) -> Iterator[str]:
    """The first of these fields that has text; servers give the same under two names."""
    for name in names:
        if isinstance(text := table.get(name), str) and text:
            yield text
            return
