"""How long a model may take: until it begins, and until it has answered."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from .errors import TooSlowError
from .messages import Delta
from .settings import ModelSettings


async def on_time(deltas: AsyncGenerator[Delta], settings: ModelSettings) -> AsyncGenerator[Delta]:
    """The same deltas; raise `TooSlowError` where one is too late."""
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
