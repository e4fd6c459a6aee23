"""Answers requests with an agent: it acts through the gate, and tells what it saw happen."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ..conversation.conversation import CALLERS, Exchange
from ..events import Event, EventListener, ModelAnswered, ReplyDelta
from ..llm.messages import Usage
from ..turn import Reply, Turn
from .api_error import invalid, unsupported
from .chat_reply import ChatReply
from .chat_request import ChatRequest
from .model_names import ModelNames
from .open_conversations import OpenConversations, exchanges_in
from .reply_document import describe_reply, plain_value
from .request_language import language_of

type Tell = Callable[[str], None]
"""Takes some more of the text of a reply, as it comes; all of it is the reply's text."""

_AT_ONCE, _AT_ONCE_OF_ONE = 40, 16
"""Less than an agent takes at once: whoever comes more often waits instead of being sent away."""

_LONGEST_PROMPT = 8000


class ChatAgent(Protocol):
    """An agent, as far as requests need one."""

    async def answer(self, turn: Turn, listener: EventListener) -> Reply:
        """Answer one sentence."""
        ...

    async def resume(self, turn: Turn, exchanges: tuple[Exchange, ...]) -> None:
        """Go on with a conversation that somebody else keeps: by its words alone."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestDefaults:
    """What holds where a request does not say, and how what it says is found."""

    language: str
    find_area: Callable[[str], str | None]
    """The id of a room by its name; `None` if there is no such."""


class AgentChat:
    """Answers for one agent."""

    def __init__(
        self, agent: ChatAgent, names: ModelNames, defaults: Callable[[], RequestDefaults]
    ) -> None:
        """Answer with this agent, by these names; `defaults` are as they are at the moment."""
        self._agent = agent
        self._names = names
        self._defaults = defaults
        self._conversations = OpenConversations()
        self._turns = _Turns()

    def check(self, request: ChatRequest) -> None:
        """Raise `ApiError` for what cannot be answered, before anything is sent or done."""
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
        self._fill(Turn(text="", conversation_id=""), request)

    async def answer(self, request: ChatRequest, asked_by: Turn, tell: Tell) -> ChatReply:
        """The reply to a request that was checked; the turn tells who asks, by which way."""
        usage = Usage()

        def follow(event: Event) -> None:
            nonlocal usage
            match event:
                case ReplyDelta(text=text):
                    tell(text)
                case ModelAnswered(usage=used):
                    usage += used

        asker = f"{asked_by.asker} {asked_by.user_id or ''}"
        async with self._turns.place(asked_by.asker):
            known = self._conversations.take(request, asker)
            conversation_id = known or f"{CALLERS}{uuid.uuid4().hex}"
            turn = self._fill(replace(asked_by, conversation_id=conversation_id), request)
            before = exchanges_in(request.messages[:-1])
            if known is None and before:
                await self._agent.resume(turn, before)
            reply = await self._agent.answer(turn, follow)
            self._conversations.keep(request, asker, reply.text, conversation_id)
        return ChatReply(text=reply.text, usage=usage, details=_details(reply))

    def _fill(self, turn: Turn, request: ChatRequest) -> Turn:
        """The turn with all that a request says."""
        choice, defaults = self._names.choose(request.model), self._defaults()
        return replace(
            turn,
            text=request.messages[-1].text,
            language=language_of(request, defaults.language),
            area_id=_area_id(request, defaults) or turn.area_id,
            extra_prompt=request.system_text[:_LONGEST_PROMPT],
            asks_models=choice.asks_models,
            model=choice.title,
        )


class _Turns:
    """Lets so many requests of one asker be answered at once; the others wait for their turn."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(_AT_ONCE)
        self._by_asker: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def place(self, asker: str) -> AsyncIterator[None]:
        """Wait for a place, and have it."""
        own = self._by_asker.setdefault(asker, asyncio.Semaphore(_AT_ONCE_OF_ONE))
        async with own, self._all:
            yield


def _area_id(request: ChatRequest, defaults: RequestDefaults) -> str | None:
    wanted = request.metadata.get("room", "")
    if not wanted:
        return None
    area_id = defaults.find_area(wanted)
    if area_id is None:
        # Without saying which there are: the caller may not be let see them all.
        message = "There is no room of that name here."
        raise invalid("metadata.room", message, "invalid_value")
    return area_id


def _details(reply: Reply) -> dict[str, Any]:
    """What the answer rests on, as JSON; the text is in the answer itself."""
    shown = replace(reply, calls=tuple(call.shown for call in reply.calls))
    document = json.loads(json.dumps(describe_reply(shown), default=plain_value))
    del document["reply"]
    return {**document, "verdict": reply.verdict.value, "expects_pin": reply.expects_pin}
