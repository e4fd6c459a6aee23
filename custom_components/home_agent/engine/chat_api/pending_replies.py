"""Replies in progress, each in a task of its own, whole or as a stream.

A caller that reads slowly, or hangs up, holds nothing up and breaks nothing off: what was begun
comes to its end.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from ..errors import HomeAgentError
from .api_error import ApiError, internal_error
from .chat_reply import ChatReply, Envelope
from .running_turn import ActionListener

_LOGGER = logging.getLogger(__name__)

_BETWEEN_SIGNS = 10.0
"""After so many seconds without a word, a stream shows that it is alive."""

_SIGN_OF_LIFE = b": still here\n\n"

type Deltas = asyncio.Queue[str | None]


class PendingReplies:
    """All replies in progress."""

    def __init__(self, *, patience: float) -> None:
        """Have callers wait for so many seconds at most."""
        self._patience = patience
        self._tasks: set[asyncio.Task[ChatReply]] = set()

    def begin(
        self, envelope: Envelope, answer: Callable[[ActionListener], Awaitable[ChatReply]]
    ) -> PendingReply:
        """Start a reply in the given format."""
        deltas: Deltas = asyncio.Queue()
        task = asyncio.create_task(_answer(answer, deltas))
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return PendingReply(task, deltas, envelope, patience=self._patience)

    async def close(self) -> None:
        """Wait for replies in progress; the caller limits how long."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[ChatReply]) -> None:
        self._tasks.discard(task)
        # Where the caller has hung up, nobody else looks.
        if not task.cancelled():
            task.exception()


class PendingReply:
    """One reply in progress."""

    def __init__(
        self,
        task: asyncio.Task[ChatReply],
        deltas: Deltas,
        envelope: Envelope,
        *,
        patience: float,
    ) -> None:
        """Tell of this one; it goes on, whoever waits for it."""
        self._task = task
        self._deltas = deltas
        self._envelope = envelope
        self._patience = patience

    async def whole(self) -> dict[str, Any]:
        """The reply as one document. Raises `ApiError`."""
        try:
            async with asyncio.timeout(self._patience):
                return self._envelope.whole(await asyncio.shield(self._task))
        except TimeoutError as error:
            raise _too_late() from error

    async def events(self) -> AsyncIterator[bytes]:
        """The reply as a stream, which also reports errors from now on."""
        envelope, said = self._envelope, ""
        for document in envelope.opening():
            yield envelope.frame(document)
        ends = time.monotonic() + self._patience
        try:
            while (text := await _next(self._deltas, ends)) is not None:
                said += text
                yield envelope.frame(envelope.more(text)) if text else _SIGN_OF_LIFE
            reply = await asyncio.shield(self._task)
        except ApiError as error:
            yield envelope.frame(envelope.failing(error))
        else:
            if rest := _rest(reply.text, said):
                yield envelope.frame(envelope.more(rest))
            for document in envelope.closing(reply):
                yield envelope.frame(document)
        if envelope.end:
            yield envelope.end


async def _answer(
    answer: Callable[[ActionListener], Awaitable[ChatReply]], deltas: Deltas
) -> ChatReply:
    try:
        return await answer(deltas.put_nowait)
    except ApiError:
        raise
    except HomeAgentError as error:
        raise ApiError(
            status=503, message=str(error), type="server_error", code="home_unavailable"
        ) from error
    except Exception as error:
        _LOGGER.exception("A request could not be answered.")
        raise internal_error() from error
    finally:
        deltas.put_nowait(None)


async def _next(deltas: Deltas, ends: float) -> str | None:
    """The next part of a reply; None at its end, empty for a keep-alive.

    Raises `ApiError` when time is up.
    """
    left = ends - time.monotonic()
    if left <= 0:
        raise _too_late()
    try:
        async with asyncio.timeout(min(left, _BETWEEN_SIGNS)):
            return await deltas.get()
    except TimeoutError:
        return ""


def _rest(text: str, said: str) -> str:
    """The part of a reply that was not sent yet."""
    return text.removeprefix(said) if text.startswith(said) else ""


def _too_late() -> ApiError:
    return ApiError(
        status=504,
        message=(
            "There is no answer yet. What was begun still comes to its end: look at the home, or"
            " at the audit, before you ask again."
        ),
        type="server_error",
        code="timeout",
    )
