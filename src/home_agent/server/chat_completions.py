"""One request of OpenAI's chat completions → one reply, whole or as a stream of events.

The answer is made in a task of its own. A caller that reads slowly, or hangs up, holds nothing up
and breaks nothing off: what was begun comes to its end.
"""

import asyncio
import json
import logging
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from home_agent.engine.errors import HomeAgentError

from .answerer import Answerer
from .api_error import ApiError, our_trouble
from .caller import Caller, caller_of
from .chat_reply import ChatReply, Envelope
from .chat_request import ChatRequest, read_chat_request, read_json
from .limits import TokenLimits
from .model_names import FAST

_LOGGER = logging.getLogger(__name__)

_BETWEEN_SIGNS = 10.0
"""After so many seconds without a word, a stream shows that it is alive."""

_SIGN_OF_LIFE = b": still here\n\n"
_END = b"data: [DONE]\n\n"


@dataclass(slots=True)
class _Answering:
    """An answer in the making."""

    task: asyncio.Task[ChatReply]
    deltas: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)


class ChatCompletions:
    """The endpoint."""

    def __init__(
        self, answerers: Sequence[Answerer], tokens: TokenLimits, *, patience: float
    ) -> None:
        """Have the first of these that takes a request answer it, within so many seconds."""
        self._answerers = tuple(answerers)
        self._tokens = tokens
        self._patience = patience
        self._tasks: set[asyncio.Task[ChatReply]] = set()

    async def respond(self, request: Request) -> Response:
        """Answer a request. Raises `ApiError`."""
        caller = caller_of(request.scope)
        if not request.headers.get("content-type", "").startswith("application/json"):
            raise ApiError(
                status=415, message="The body must be JSON: send Content-Type: application/json."
            )
        asked = read_chat_request(read_json(await request.body()))
        answerer = next(answerer for answerer in self._answerers if answerer.takes(asked))
        answerer.check(asked)
        if asked.model != FAST:
            await self._tokens.check(caller)
        envelope = Envelope(
            id=f"chatcmpl-{uuid.uuid4().hex}", created=int(time.time()), model=asked.model
        )
        answering = self._begin(answerer, asked, caller)
        if asked.stream:
            events = self._events(answering, envelope, with_usage=asked.include_usage)
            return StreamingResponse(
                events, media_type="text/event-stream", headers={"Cache-Control": "no-cache"}
            )
        return JSONResponse(envelope.completion(await self._whole(answering)))

    async def close(self) -> None:
        """Wait until what was begun is at its end; whoever ends us bounds that."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for answerer in self._answerers:
            await answerer.close()

    def _begin(self, answerer: Answerer, asked: ChatRequest, caller: Caller) -> _Answering:
        deltas: asyncio.Queue[str | None] = asyncio.Queue()
        task = asyncio.create_task(self._answer(answerer, asked, caller, deltas))
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return _Answering(task, deltas)

    async def _answer(
        self,
        answerer: Answerer,
        asked: ChatRequest,
        caller: Caller,
        deltas: asyncio.Queue[str | None],
    ) -> ChatReply:
        try:
            reply = await answerer.answer(asked, caller, deltas.put_nowait)
            await self._tokens.note(caller, reply.usage.total)
        except ApiError:
            raise
        except HomeAgentError as error:
            raise ApiError(
                status=503, message=str(error), type="server_error", code="home_unavailable"
            ) from error
        except Exception as error:
            _LOGGER.exception("A request could not be answered.")
            raise our_trouble() from error
        else:
            return reply
        finally:
            deltas.put_nowait(None)

    def _ended(self, task: asyncio.Task[ChatReply]) -> None:
        self._tasks.discard(task)
        # Where the caller has hung up, nobody else looks.
        if not task.cancelled():
            task.exception()

    async def _whole(self, answering: _Answering) -> ChatReply:
        try:
            async with asyncio.timeout(self._patience):
                return await asyncio.shield(answering.task)
        except TimeoutError as error:
            raise _too_late() from error

    async def _events(
        self, answering: _Answering, envelope: Envelope, *, with_usage: bool
    ) -> AsyncIterator[bytes]:
        """The reply as a stream. What goes wrong now can only be told in it."""
        yield _event(envelope.opening())
        said = ""
        ends = time.monotonic() + self._patience
        try:
            while (text := await _next(answering.deltas, ends)) is not None:
                said += text
                yield _event(envelope.more(text)) if text else _SIGN_OF_LIFE
            reply = await answering.task
        except ApiError as error:
            yield _event(error.as_document())
        else:
            if rest := _rest(reply.text, said):
                yield _event(envelope.more(rest))
            for chunk in envelope.closing(reply, with_usage=with_usage):
                yield _event(chunk)
        yield _END


async def _next(deltas: asyncio.Queue[str | None], ends: float) -> str | None:
    """Some more of a reply, `None` at its end; nothing where it is time for a sign of life.

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
    """What of a reply was not sent yet."""
    return text.removeprefix(said) if text.startswith(said) else ""


def _event(document: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(document, separators=(',', ':'))}\n\n".encode()


def _too_late() -> ApiError:
    return ApiError(
        status=504,
        message=(
            "There is no answer yet. What was begun still comes to its end: look at the home, or"
            " at 'home-agent audit', before you ask again."
        ),
        type="server_error",
        code="timeout",
    )
