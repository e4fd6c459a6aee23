"""Limits of every provider's stream: time, length, and that there is an answer."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from .errors import BadRequestError, GarbledError, TooSlowError
from .messages import Delta, Finished, ReasoningDelta, TextDelta, ToolCallDelta
from .settings import ModelSettings

_MOST_LETTERS = 1_000_000


async def limit_stream(
    deltas: AsyncGenerator[Delta], settings: ModelSettings
) -> AsyncGenerator[Delta]:
    """The same deltas; raises if one is too late, all was reasoning, or they are too many."""
    has_answer, length = False, 0
    async with aclosing(_on_time(deltas, settings)) as timely:
        async for delta in timely:
            length += _length(delta)
            if length > _MOST_LETTERS:
                raise _too_much(settings)
            has_answer = has_answer or isinstance(delta, TextDelta | ToolCallDelta)
            if not isinstance(delta, Finished):
                yield delta
            elif delta.reason == "length" and not has_answer:
                raise _only_reasoning(settings)
            else:
                model = delta.model or settings.model
                yield replace(delta, provider=settings.title, model=model)


async def _on_time(deltas: AsyncGenerator[Delta], settings: ModelSettings) -> AsyncGenerator[Delta]:
    began = asyncio.get_running_loop().time()
    last = began + settings.total_timeout
    due = min(last, began + settings.first_token_timeout)
    async with aclosing(deltas):
        while True:
            try:
                async with asyncio.timeout_at(due) as limit:
                    delta = await anext(deltas, None)
            except TimeoutError:
                if not limit.expired():
                    raise
                raise _too_slow(settings, begun=due == last) from None
            if delta is None:
                return
            due = last
            yield delta


def _length(delta: Delta) -> int:
    match delta:
        case TextDelta(text=text) | ReasoningDelta(text=text):
            return len(text)
        case ToolCallDelta(arguments=arguments):
            return len(arguments)
    return 0


def _too_much(settings: ModelSettings) -> GarbledError:
    return GarbledError(
        f"{settings.title} said more than {_MOST_LETTERS:,} characters, which nobody can use. "
        "Set max_tokens, or choose another model."
    )


def _too_slow(settings: ModelSettings, *, begun: bool) -> TooSlowError:
    if begun:
        return TooSlowError(
            f"{settings.title} did not finish its answer in {settings.total_timeout:g} seconds. "
            "Choose a faster model, fewer max_tokens or a longer total_timeout."
        )
    return TooSlowError(
        f"{settings.title} did not begin to answer in {settings.first_token_timeout:g} seconds. "
        "It may still be loading; else choose a faster model or a longer first_token_timeout."
    )


def _only_reasoning(settings: ModelSettings) -> BadRequestError:
    return BadRequestError(
        f"{settings.title} used up its {settings.max_tokens} tokens on thinking, and said nothing. "
        "Raise max_tokens, or have it think less.",
        reason="only_thought",
    )
