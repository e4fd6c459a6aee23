"""A model with tool calling, whose server may hand its calls over as words all the same.

Which happens wherever a server does not know how its model writes them: then JSON and tags stand
among the words. Nobody hears them. They are carried out only where that is set, and only as the
inline protocol would: in the form of a call, and never where they repeat what the model was shown.
"""

import json
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from ...home import Snapshot
from ..messages import Delta, Finished, Request, TextDelta, ToolCallDelta
from ..provider import Provider
from .calls import InlineCall
from .offer import OfferCache
from .parse import WordStream
from .untrusted import UntrustedText

_LOGGER = logging.getLogger(__name__)


class GuardedProvider:
    """Wraps a provider: calls among its words are not passed on as text."""

    def __init__(
        self, provider: Provider, home: Callable[[], Snapshot], *, reads_calls: bool = False
    ) -> None:
        """Ask this provider about this home; calls in words are carried out if it reads them."""
        self._provider = provider
        self._offers = OfferCache(home)
        self._reads_calls = reads_calls
        self._warned = False

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

    async def stream(self, request: Request) -> AsyncGenerator[Delta]:
        """Ask, and pass on what is for the person."""
        # Whoever brings a schema wants JSON, and without tools there is nothing to call.
        guarded = request.schema is None and bool(request.tools)
        words = WordStream()
        called = False
        async with aclosing(self._provider.stream(request)) as deltas:
            async for delta in deltas:
                match delta:
                    case TextDelta(text=text) if guarded:
                        if sayable := words.feed(text):
                            yield TextDelta(text=sayable)
                    case Finished() if guarded:
                        for held in await self._end(words, request, delta, called=called):
                            yield held
                    case _:
                        called |= isinstance(delta, ToolCallDelta)
                        yield delta

    async def _end(
        self, words: WordStream, request: Request, finished: Finished, *, called: bool
    ) -> list[Delta]:
        """The rest of the text, and the calls in words if there were no others."""
        if words.said == words.text.strip():
            return [finished]
        offer = await self._offers.offer(request.tools)
        rest, parsed = words.finish(offer, UntrustedText(request.messages))
        if not parsed.wrote_call:
            # Brackets that are no call are words like any other.
            return [TextDelta(text=words.rest), finished]
        said: list[Delta] = [TextDelta(text=rest)] if rest else []
        if called or not (self._reads_calls and parsed.calls):
            # Whoever only repeated one has said all there is to say, if anything.
            missed = not called and not (parsed.quoted and parsed.words)
            if parsed.calls and not called:
                self._warn()
            return [*said, replace(finished, wrote_call=missed)]
        calls = (_delta(index, call) for index, call in enumerate(parsed.calls))
        return [*said, *calls, finished]

    def _warn(self) -> None:
        if not self._warned:
            _LOGGER.warning(
                "%s writes calls as words, which are not carried out. If its server does not know "
                "how the model calls tools, set that there, or set leaked_calls for this model.",
                self.name,
            )
        self._warned = True


def _delta(index: int, call: InlineCall) -> ToolCallDelta:
    arguments = json.dumps(call.arguments, ensure_ascii=False, default=str)
    return ToolCallDelta(index=index, name=call.name, arguments=arguments)
