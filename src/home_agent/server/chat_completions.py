"""The endpoints of OpenAI's API: one request → one reply, whole or as a stream."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.chat_api.chat_reply import ChatReply, CompletionEnvelope, Envelope
from home_agent.engine.chat_api.chat_request import ChatRequest, read_chat_request, read_json
from home_agent.engine.chat_api.model_names import FAST
from home_agent.engine.chat_api.pending_replies import PendingReplies
from home_agent.engine.chat_api.responses_reply import ResponsesEnvelope
from home_agent.engine.chat_api.responses_request import read_responses_request
from home_agent.engine.chat_api.running_turn import ActionListener

from .answerer import Answerer
from .caller import Caller, caller_of
from .limits import TokenLimits


class ChatCompletions:
    """Has requests answered, each by the first that takes it."""

    def __init__(
        self, answerers: Sequence[Answerer], tokens: TokenLimits, *, patience: float
    ) -> None:
        """Have the first of these that takes a request answer it, within so many seconds."""
        self._answerers = tuple(answerers)
        self._tokens = tokens
        self._answerings = PendingReplies(patience=patience)

    async def complete(self, request: Request) -> Response:
        """Answer a request of chat completions. Raises `ApiError`."""
        asked = read_chat_request(await _read(request))
        return await self._respond(asked, CompletionEnvelope(asked), caller_of(request.scope))

    async def respond(self, request: Request) -> Response:
        """Answer a request of Responses. Raises `ApiError`."""
        asked = read_responses_request(await _read(request))
        return await self._respond(asked, ResponsesEnvelope(asked), caller_of(request.scope))

    async def _respond(self, asked: ChatRequest, envelope: Envelope, caller: Caller) -> Response:
        answerer = next(answerer for answerer in self._answerers if answerer.takes(asked))
        answerer.check(asked)
        if asked.model != FAST:
            await self._tokens.check(caller)
        answering = self._answerings.begin(envelope, partial(self._answer, answerer, asked, caller))
        if asked.stream:
            return StreamingResponse(
                answering.events(),
                media_type="text/event-stream",
                headers={"Cache-Control": "no-cache"},
            )
        return JSONResponse(await answering.whole())

    async def close(self) -> None:
        """Wait until what was begun is at its end; whoever ends us bounds that."""
        await self._answerings.close()
        for answerer in self._answerers:
            await answerer.close()

    async def _answer(
        self, answerer: Answerer, asked: ChatRequest, caller: Caller, tell: ActionListener
    ) -> ChatReply:
        reply = await answerer.answer(asked, caller, tell)
        await self._tokens.note(caller, reply.usage.total)
        return reply


async def _read(request: Request) -> Any:  # noqa: ANN401 - JSON
    """The body of a request. Raises `ApiError`."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise ApiError(
            status=415, message="The body must be JSON: send Content-Type: application/json."
        )
    return read_json(await request.body())
