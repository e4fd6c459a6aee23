"""A model with tool calling, whose server may hand its calls over as words all the same.

Which happens wherever a server does not know how its model writes them: then JSON and tags stand
among the words. Nobody hears them, and what they ask for is asked for.
"""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from ...home import Snapshot
from ..messages import Delta, Finished, Request, TextDelta, ToolCallDelta
from ..provider import Provider
from .calls import InlineCall
from .offering import Offering
from .parse import WordStream


class GuardedProvider:
    """Wraps a provider: words stay words, and calls among them become calls."""

    def __init__(self, provider: Provider, home: Callable[[], Snapshot]) -> None:
        """Ask this provider about this home."""
        self._provider = provider
        self._offering = Offering(home)

    @property
    def name(self) -> str:
        """Whoever is asked."""
        return self._provider.name

    async def prepare(self) -> None:
        """Have the provider get ready."""
        await self._provider.prepare()

    async def close(self) -> None:
        """Close the provider."""
        await self._provider.close()

    async def stream(self, request: Request) -> AsyncGenerator[Delta]:
        """Ask, and pass on what is for the person and what is for the home."""
        if request.schema is not None:
            async with aclosing(self._provider.stream(request)) as deltas:
                async for delta in deltas:
                    yield delta
            return
        words = WordStream()
        called = 0
        async with aclosing(self._provider.stream(request)) as deltas:
            async for delta in deltas:
                match delta:
                    case TextDelta(text=text):
                        if sayable := words.feed(text):
                            yield TextDelta(text=sayable)
                    case ToolCallDelta(index=index):
                        called = max(called, index + 1)
                        yield delta
                    case Finished():
                        for one in await self._end(words, request, called):
                            yield one
                        yield delta
                    case _:
                        yield delta

    async def _end(self, words: WordStream, request: Request, called: int) -> list[Delta]:
        """What is still to be said, and what was asked for in words where nothing else was."""
        if words.said == words.text.strip():
            return []
        offer = await self._offering.offer(request.tools)
        rest, parsed = words.finish(offer)
        said: list[Delta] = [TextDelta(text=rest)] if rest else []
        calls = parsed.calls if request.tools and not called else ()
        return [*said, *(_delta(index, call) for index, call in enumerate(calls))]


def _delta(index: int, call: InlineCall) -> ToolCallDelta:
    arguments = json.dumps(call.arguments, ensure_ascii=False, default=str)
    return ToolCallDelta(index=index, name=call.name, arguments=arguments)
