"""Answers with the home that this app is set to: the agent acts, and tells what it saw happen."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from home_agent.engine.events import Event, ModelAnswered, ReplyDelta
from home_agent.engine.llm.messages import Usage
from home_agent.engine.turn import Reply, Turn
from home_agent.rooms import RoomError, find_room
from home_agent.session import Session
from home_agent.terminal.reply_json import describe_reply, plain_value

from .answerer import Tell
from .api_error import invalid, unsupported
from .caller import Caller
from .chat_reply import ChatReply
from .chat_request import ChatRequest
from .conversations import OpenConversations, exchanges_in
from .model_names import ModelNames
from .request_language import language_of

_AT_ONCE, _AT_ONCE_OF_ONE = 40, 16
"""Less than the agent takes at once: whoever comes more often waits instead of being sent away."""

_LONGEST_PROMPT = 8000


class OurHome:
    """An `Answerer` for every request that nobody else takes."""

    def __init__(self, session: Session, names: ModelNames) -> None:
        """Answer in this session, by these names."""
        self._session = session
        self._names = names
        self._conversations = OpenConversations()
        self._turns = _Turns()

    def takes(self, request: ChatRequest) -> bool:
        """Whether the request is one of those that it answers."""
        return bool(request)

    def check(self, request: ChatRequest) -> None:
        """Raise `ApiError` for what cannot be answered."""
        last = len(request.messages) - 1
        if request.messages[-1].role != "user":
            message = "The last message must be the user's: that is what is answered."
            raise invalid(f"messages[{last}].role", message, "invalid_value")
        if request.tool_choice == "required":
            raise unsupported(
                "tool_choice",
                "Home Agent acts itself in its own home, and calls no tools of yours there."
                " Leave tool_choice out.",
            )
        self._turn(request, Caller(), "")

    async def answer(self, request: ChatRequest, caller: Caller, tell: Tell) -> ChatReply:
        """The reply of the agent. Raises `ApiError`."""
        usage = Usage()

        def follow(event: Event) -> None:
            nonlocal usage
            match event:
                case ReplyDelta(text=text):
                    tell(text)
                case ModelAnswered(usage=used):
                    usage += used

        async with self._turns.place(caller.key.name):
            conversation_id = self._conversations.take(request, caller)
            turn = self._turn(request, caller, conversation_id or f"api-{uuid.uuid4().hex}")
            before = exchanges_in(request.messages[:-1])
            if conversation_id is None and before:
                await self._session.resume(turn, before)
            reply = await self._session.answer(turn, follow)
            self._conversations.keep(request, caller, reply.text, turn.conversation_id)
        return ChatReply(text=reply.text, usage=usage, details=_details(reply))

    async def close(self) -> None:
        """It holds nothing: the session is somebody else's."""

    def _turn(self, request: ChatRequest, caller: Caller, conversation_id: str) -> Turn:
        choice = self._names.choose(request.model)
        turn = caller.turn(
            request.messages[-1].text,
            conversation_id=conversation_id,
            language=language_of(request, self._session.language),
        )
        return replace(
            turn,
            area_id=self._area_id(request),
            extra_prompt=request.system_text[:_LONGEST_PROMPT],
            asks_models=choice.asks_models,
            model=choice.title,
        )

    def _area_id(self, request: ChatRequest) -> str | None:
        wanted = request.metadata.get("room", "")
        if not wanted:
            return None
        try:
            return find_room(self._session.snapshot.layout, wanted).area_id
        except RoomError as error:
            # Not the error's own words: they list rooms that the key may not be for.
            message = "There is no room of that name here."
            raise invalid("metadata.room", message, "invalid_value") from error


class _Turns:
    """Lets so many requests of a key be answered at once; the others wait for their turn."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(_AT_ONCE)
        self._by_key: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def place(self, name: str) -> AsyncIterator[None]:
        """Wait for a place, and have it."""
        own = self._by_key.setdefault(name, asyncio.Semaphore(_AT_ONCE_OF_ONE))
        async with own, self._all:
            yield


def _details(reply: Reply) -> dict[str, Any]:
    """What the answer rests on, as JSON; the text is in the answer itself."""
    shown = replace(reply, calls=tuple(call.shown for call in reply.calls))
    document = json.loads(json.dumps(describe_reply(shown), default=plain_value))
    del document["reply"]
    return {**document, "verdict": reply.verdict.value, "expects_pin": reply.expects_pin}
