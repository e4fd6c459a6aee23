"""A model without tool calling, behind the same contract as one that has it."""

import json
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import replace
from typing import Literal

from ...home import Snapshot
from ..assembly import Assembly
from ..errors import GarbledError
from ..messages import (
    AssistantMessage,
    Delta,
    Finished,
    Message,
    Request,
    TextDelta,
    ToolCallDelta,
    Usage,
    UserMessage,
)
from ..provider import Provider
from ..settings import CallFormat
from .calls import InlineCall, read_calls
from .instructions import correction, write_instructions
from .offer import Offer, OfferCache
from .parse import WordStream
from .plain_messages import without_tool_calls
from .schema import SayStream, build_schema
from .untrusted import UntrustedText


class InlineProvider:
    """Wraps a provider: tools go in as words, and what is asked for in words comes out as calls.

    An answer that cannot be read goes back to the model with what is wrong with it.
    """

    def __init__(
        self,
        provider: Provider,
        home: Callable[[], Snapshot],
        *,
        protocol: Literal["inline", "schema"] = "inline",
        retries: int = 3,
        format_: CallFormat = "homeassistant",
    ) -> None:
        """Ask this provider about this home; in a schema if its server can hold a model to one."""
        self._provider = provider
        self._offers = OfferCache(home)
        self._in_schema = protocol == "schema"
        self._retries = retries
        self._format: CallFormat = format_

    @property
    def name(self) -> str:
        """The name of the provider."""
        return self._provider.name

    async def prepare(self) -> None:
        """Have the provider get ready."""
        await self._provider.prepare()

    async def close(self) -> None:
        """Close the provider."""
        await self._provider.close()

    def stream(self, request: Request) -> AsyncGenerator[Delta]:
        """Ask, and again if the answer cannot be read; the usage is added up."""
        # Whoever brings a schema wants JSON of their own.
        return self._provider.stream(request) if request.schema is not None else self._ask(request)

    async def _ask(self, request: Request) -> AsyncGenerator[Delta]:
        offer = await self._offers.offer(request.tools)
        plain = self._as_plain(request, offer)
        untrusted = UntrustedText(request.messages)
        answer: _Answer | None = None
        while answer is None or (answer.problems and answer.number <= self._retries):
            if answer is not None:
                plain = replace(plain, messages=self._with_correction(plain.messages, answer))
            answer = _Answer(offer, untrusted, in_schema=plain.schema is not None, before=answer)
            async with aclosing(self._provider.stream(plain)) as deltas:
                async for delta in deltas:
                    for passed in answer.feed(delta):
                        yield passed
            answer.finish(may_call=bool(request.tools))
        if answer.problems and not answer.calls and not answer.said:
            raise self._gave_up(answer)
        for delta in answer.last_deltas(request.messages):
            yield delta

    def _as_plain(self, request: Request, offer: Offer) -> Request:
        """The request without tools, which are told in words."""
        in_schema = self._in_schema and bool(request.tools)
        instructions = (
            write_instructions(offer, request.tools, in_schema=in_schema, format_=self._format)
            if request.tools
            else ""
        )
        schema = build_schema(offer, request.tools) if in_schema else None
        messages = without_tool_calls(request.messages, instructions, self._format)
        return Request(messages=messages, schema=schema)

    def _with_correction(
        self, messages: tuple[Message, ...], answer: _Answer
    ) -> tuple[Message, ...]:
        text = correction(answer.problems, in_schema=self._in_schema)
        return (*messages, AssistantMessage(text=answer.text or "…"), UserMessage(text=text))

    def _gave_up(self, answer: _Answer) -> GarbledError:
        error = GarbledError(
            f"{self.name} does not write what it is asked to ({answer.problems[0]}). "
            "A larger model may, or one that can call tools."
        )
        # It was asked often enough.
        error.again = False
        return error


class _Answer:
    """One answer; `before` is the one that could not be read."""

    def __init__(
        self, offer: Offer, untrusted: UntrustedText, *, in_schema: bool, before: _Answer | None
    ) -> None:
        self._offer = offer
        self._untrusted = untrusted
        self._stream = SayStream() if in_schema else WordStream()
        self._assembly = Assembly()
        self._before = before
        self._rest = ""
        self.number: int = 1 if before is None else before.number + 1
        self.said: bool = before is not None and before.said
        self.words = ""
        self.calls: tuple[InlineCall, ...] = ()
        self.problems: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All that the model wrote."""
        return self._stream.text

    @property
    def usage(self) -> Usage:
        """What it took, with those before."""
        own = self._finished.usage
        return own if self._before is None else self._before.usage + own

    @property
    def _finished(self) -> Finished:
        return self._assembly.finished or Finished(usage=Usage(estimated=True))

    def feed(self, delta: Delta) -> Iterator[Delta]:
        """What may be passed on at once; no text if it was asked again."""
        match delta:
            case TextDelta():
                words = self._stream.feed(delta.text)
                if words and self._before is None:
                    self.said = True
                    yield TextDelta(text=words)
            case ToolCallDelta() | Finished():
                self._assembly.add(delta)
            case _:
                yield delta

    def finish(self, *, may_call: bool) -> None:
        """Read the answer, which is complete.

        Some servers make tool calls of a tag that they know, though nobody told them of tools.
        """
        self._rest, parsed = self._stream.finish(self._offer, self._untrusted)
        self.words = parsed.words
        if not may_call:
            return
        self.calls, self.problems = parsed.calls, parsed.problems
        for call in self._assembly.message.calls:
            arguments = dict(call.arguments) if call.arguments else call.raw
            native = read_calls({"name": call.name, "arguments": arguments}, self._offer)
            if any(self._untrusted.contains(read, self._offer.devices) for read in native.calls):
                continue
            self.calls += native.calls
            self.problems += native.problems

    def last_deltas(self, messages: tuple[Message, ...]) -> Iterator[Delta]:
        """What is still to be passed on."""
        rest = self._rest
        if self._before is not None:
            rest = "" if self.calls or self.problems else self.words
            rest = f"\n{rest}" if rest and self.said else rest
        if rest:
            yield TextDelta(text=rest)
        # Ids that no earlier call has.
        taken = sum(
            len(message.calls) for message in messages if isinstance(message, AssistantMessage)
        )
        for index, call in enumerate(self.calls):
            yield ToolCallDelta(
                index=index,
                id=f"inline{taken + index + 1:03}",
                name=call.name,
                arguments=json.dumps(call.arguments, ensure_ascii=False, default=str),
            )
        reason = "tool_calls" if self.calls else self._finished.reason
        mute = not (self.calls or self.words or self.said) and bool(self.text.strip())
        wrote_call = mute or (bool(self.problems) and not self.calls)
        yield replace(self._finished, usage=self.usage, reason=reason, wrote_call=wrote_call)
