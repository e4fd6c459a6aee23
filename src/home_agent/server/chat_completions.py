"""The endpoint of OpenAI's chat completions: one request → one reply, whole or as a stream."""

from collections.abc import Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from home_agent.engine.chat_api.agent_chat import Tell
from home_agent.engine.chat_api.answering import Answerings
from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.chat_api.chat_reply import ChatReply
from home_agent.engine.chat_api.chat_request import ChatRequest, read_chat_request, read_json
from home_agent.engine.chat_api.model_names import FAST

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
        self._answerings = Answerings(patience=patience)

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
        answer = partial(self._answer, answerer, asked, caller)
        answering = self._answerings.begin(asked, answer)
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
        self, answerer: Answerer, asked: ChatRequest, caller: Caller, tell: Tell
    ) -> ChatReply:
        reply = await answerer.answer(asked, caller, tell)
        await self._tokens.note(caller, reply.usage.total)
        return reply
