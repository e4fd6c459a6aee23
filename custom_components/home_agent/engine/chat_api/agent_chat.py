"""Answers chat requests with an agent."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from ..conversation.conversation import CALLERS, Exchange
from ..events import EventListener
from ..tools.tool import MoreTools
from ..turn import Reply, Turn
from .api_error import invalid
from .chat_reply import ChatReply
from .chat_request import ChatRequest
from .forwarded_tools import build_forwarded_tools, check_tools
from .model_names import ModelNames
from .open_conversations import OpenConversations, exchanges_in
from .reply_document import describe_reply, plain_value
from .request_language import language_of
from .running_turn import ActionListener, RunningTurn
from .waiting_turns import WaitingTurns

_AT_ONCE, _AT_ONCE_OF_ONE = 40, 16
"""Less than an agent takes at once: whoever comes more often waits instead of being sent away."""

_LONGEST_PROMPT = 8000


class ChatAgent(Protocol):
    """The part of an agent that requests need."""

    async def answer(self, turn: Turn, listener: EventListener, more_tools: MoreTools) -> Reply:
        """Answer one sentence; a model may use the given tools as well."""
        ...

    async def resume(self, turn: Turn, exchanges: tuple[Exchange, ...]) -> None:
        """Continue a conversation that the caller keeps, by its words alone."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestDefaults:
    """The defaults of requests, and how their room is found."""

    language: str
    find_area: Callable[[str], str | None]
    """The id of a room by its name; `None` if there is no such."""


class AgentChat:
    """Answers chat requests for one agent."""

    def __init__(
        self, agent: ChatAgent, names: ModelNames, defaults: Callable[[], RequestDefaults]
    ) -> None:
        """Answer with this agent, by these names; `defaults` are as they are at the moment."""
        self._agent = agent
        self._names = names
        self._defaults = defaults
        self._conversations = OpenConversations()
        self._held = WaitingTurns()
        self._turns = _Turns()

    def check(self, request: ChatRequest) -> None:
        """Raise `ApiError` for what cannot be answered, before anything is sent or done."""
        last = len(request.messages) - 1
        match request.messages[-1].role:
            case "user":
                pass
            case "tool":
                self._held.check(request)
            case _:
                message = "The last message must be the user's: that is what is answered."
                raise invalid(f"messages[{last}].role", message, "invalid_value")
        check_tools(request)
        self._fill(Turn(text="", conversation_id=""), request)

    async def answer(self, request: ChatRequest, asked_by: Turn, tell: ActionListener) -> ChatReply:
        """Answer a checked request; the turn tells who asks, and how.

        Where a model wants a tool of the caller's, the reply has the calls, and the turn waits for
        the request that brings what came of them.
        """
        asker = f"{asked_by.asker} {asked_by.user_id or ''}"
        if request.messages[-1].role == "tool":
            running, results = self._held.take(request, asker)
            async with self._turns.place(asked_by.asker):
                return self._ended(request, running, await running.go_on(results, tell))
        async with self._turns.place(asked_by.asker):
            known = self._conversations.take(request, asker)
            conversation_id = known or f"{CALLERS}{uuid.uuid4().hex}"
            turn = self._fill(replace(asked_by, conversation_id=conversation_id), request)
            before = exchanges_in(request.messages[:-1])
            if known is None and before:
                await self._agent.resume(turn, before)
            running = RunningTurn(
                asker=asker,
                conversation_id=conversation_id,
                tools=build_forwarded_tools(request) if turn.asks_models else (),
                tell=tell,
            )
            reply = await running.begin(partial(self._agent.answer, turn))
            return self._ended(request, running, reply)

    async def close(self) -> None:
        """Stop waiting for callers."""
        await self._held.close()

    def _ended(self, request: ChatRequest, running: RunningTurn, reply: Reply | None) -> ChatReply:
        """The reply of the agent, or the tool calls for the caller."""
        text = running.text_of(reply)
        if reply is None:
            self._held.keep(running)
            return ChatReply(
                text=text,
                tool_calls=running.calls,
                finish_reason="tool_calls",
                usage=running.usage,
                details=_plain(running.details_so_far()),
            )
        self._conversations.keep(request, running.asker, text, running.conversation_id)
        return ChatReply(text=text, usage=running.usage, details=_details(reply))

    def _fill(self, turn: Turn, request: ChatRequest) -> Turn:
        """The turn with the language, room and model of a request."""
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
    """Limits how many requests of one caller run at once; the others wait."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(_AT_ONCE)
        self._by_asker: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def place(self, asker: str) -> AsyncIterator[None]:
        """Wait until a request may run."""
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
    """The details of a reply as JSON, without its text."""
    shown = replace(reply, calls=tuple(call.shown for call in reply.calls))
    document = _plain(describe_reply(shown))
    del document["reply"]
    return {**document, "verdict": reply.verdict.value, "expects_pin": reply.expects_pin}


def _plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document as JSON has it."""
    plain: dict[str, Any] = json.loads(json.dumps(document, default=plain_value))
    return plain
