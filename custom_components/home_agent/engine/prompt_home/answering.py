"""Answers a request about the home that its messages describe."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..events import EventListener, ignore
from ..language import Language, load_language, match_language
from ..reading_threads import ReadingThreads
from ..settings import Settings
from ..storage.store import InMemoryStore, Store
from ..turn import Consumption, Turn
from .caller_tools import LIVE_CONTEXT, CallerTool, CallerToolCall, CallTranslator
from .conversation import (
    PromptAnswer,
    PromptConversation,
    RequestContext,
    for_prompt_home,
)
from .device_table import DeviceTable
from .home import PromptHome, build_layout, find_area
from .messages import Exchange, RequestMessage, read_exchanges
from .pending_questions import PendingQuestion, PendingQuestions, conversation_digest
from .tables import find_live_states, find_other_instructions, read_devices
from .tool_results import tell_results
from .usage_store import UsageStore

CALL_ID = "ha_service_call_"
"""What the id of every call begins with; its number goes on through a conversation."""

_CONVERSATION = "request"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRequest:
    """A request about the home that its messages describe."""

    table: DeviceTable
    messages: tuple[RequestMessage, ...]
    turn: Turn
    """Who asks, by which way and in which language; its text does not matter."""

    settings: Settings = field(default_factory=Settings)
    """How careful to be, and which models to ask; without one, the fast tier answers."""

    tools: tuple[CallerTool, ...] | None = None
    """What the caller can carry out; `None` if it brought nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedCall:
    """A tool call for the caller to make."""

    call_id: str
    name: str
    arguments: str
    """A JSON object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptReply:
    """The reply: text, and tool calls for the caller."""

    text: str
    calls: tuple[IssuedCall, ...] = ()
    consumption: Consumption | None = None
    """What a model took, if one was asked."""


class PromptHomeAnswerer:
    """Answers requests about homes that callers describe."""

    def __init__(self, usage: Store | None = None) -> None:
        """Count in this store what models take."""
        self._usage = usage or InMemoryStore()
        self._held = PendingQuestions()
        # One set for all requests: whoever sends many at once waits for themselves.
        self._threads = ReadingThreads()

    async def read_devices(
        self, messages: Sequence[RequestMessage], asker: str
    ) -> DeviceTable | None:
        """The devices that messages list, read when it is this asker's turn."""
        return await self._threads.run(asker, read_devices, messages)

    async def answer(self, request: PromptRequest, listener: EventListener = ignore) -> PromptReply:
        """Answer the last user message, or report the results of the calls.

        Raises `RequestError`, and what the engine raises.
        """
        *earlier, last = read_exchanges(request.messages)
        made = sum(len(exchange.calls) for exchange in (*earlier, last))
        table = request.table
        if not table.has_states:
            live = find_live_states(table, last)
            # Whoever was told to look, and told nothing that can be read, is not sent again.
            has_looked = any(call.bare_name == LIVE_CONTEXT for call in last.calls)
            look = None if has_looked else _find_look(request.tools)
            if live is None and look is not None:
                return PromptReply(text="", calls=_issue((look,), made))
            table = live or table
        language = await asyncio.to_thread(load_language, match_language(request.turn.language))
        context = await self._threads.run(
            request.turn.asker, self._build_context, request, table, language, listener
        )
        if reported := tell_results(last, context.layout, language):
            return PromptReply(text=await self._report(request, context, reported))
        answered = await self._answer(request, context, (*earlier, last))
        reply = answered.reply
        calls = _issue(answered.calls, made)
        return PromptReply(text=reply.text, calls=calls, consumption=reply.consumption)

    async def close(self) -> None:
        """Let nothing wait for an answer any more."""
        await self._held.close()
        await self._threads.close()

    async def _answer(
        self, request: PromptRequest, context: RequestContext, exchanges: tuple[Exchange, ...]
    ) -> PromptAnswer:
        *earlier, last = exchanges
        before = request.messages[: _start_of_last(request.messages)]
        held = await self._held.take(conversation_digest(before, context.turn))
        if held is not None:
            held.home.renew(context.table, context.layout, context.calls.translate)
            context = replace(context, home=held.home)
        agent = context.open_agent() if held is None else held.agent
        waits = False
        try:
            conversation = PromptConversation(context, agent)
            if held is None:
                await conversation.repeat(earlier)
            answered = await conversation.answer(last.said, earlier)
            waits = answered.waits_for_model
        finally:
            if not waits:
                await agent.close()
        if waits:
            question = conversation.find_question(answered.reply)
            held = PendingQuestion(agent=agent, home=context.home, question=question)
            await self._hold(held, request, context, answered.reply.text)
        return answered

    async def _report(self, request: PromptRequest, context: RequestContext, reported: str) -> str:
        """The reported results in words, and a question that is still open."""
        held = await self._held.take(conversation_digest(request.messages, context.turn))
        if held is None:
            question = await _ask_again(context, read_exchanges(request.messages))
            return " ".join(filter(None, (reported, question)))
        text = f"{reported} {held.question}"
        await self._hold(held, request, context, text)
        return text

    async def _hold(
        self, held: PendingQuestion, request: PromptRequest, context: RequestContext, answered: str
    ) -> None:
        """Keep a question for the next request of this conversation."""
        said = (*request.messages, RequestMessage(role="assistant", text=answered))
        await self._held.keep(conversation_digest(said, context.turn), held)

    def _build_context(
        self,
        request: PromptRequest,
        table: DeviceTable,
        language: Language,
        listener: EventListener,
    ) -> RequestContext:
        layout = build_layout(table)
        calls = CallTranslator(request.tools, layout, has_ids=table.has_ids)
        area = find_area(layout, table.area) if table.area else None
        return RequestContext(
            table=table,
            layout=layout,
            home=PromptHome(table, layout, calls.translate),
            calls=calls,
            turn=replace(
                request.turn,
                conversation_id=_CONVERSATION,
                area_id=area,
                extra_prompt=find_other_instructions(request.messages),
            ),
            language=language,
            settings=for_prompt_home(request.settings),
            store=UsageStore(self._usage),
            threads=self._threads,
            listener=listener,
        )


async def _ask_again(context: RequestContext, exchanges: tuple[Exchange, ...]) -> str:
    """The question that is left about a sentence whose calls were made."""
    agent = context.open_agent()
    try:
        conversation = PromptConversation(context, agent)
        await conversation.repeat(exchanges[:-1])
        return await conversation.ask_again(exchanges[-1].said, exchanges[:-1])
    finally:
        await agent.close()


def _start_of_last(messages: Sequence[RequestMessage]) -> int:
    """The index of the last user message."""
    return max(at for at, message in enumerate(messages) if message.role == "user")


def _find_look(tools: tuple[CallerTool, ...] | None) -> CallerToolCall | None:
    """The call that reads the states, if the caller has a tool for it."""
    for tool in tools or ():
        if tool.bare_name == LIVE_CONTEXT:
            return CallerToolCall(name=tool.name, arguments={})
    return None


def _issue(calls: Sequence[CallerToolCall], made: int) -> tuple[IssuedCall, ...]:
    return tuple(
        IssuedCall(
            call_id=f"{CALL_ID}{number}",
            name=call.name,
            arguments=json.dumps(call.arguments, ensure_ascii=False, separators=(",", ":")),
        )
        for number, call in enumerate(calls, made)
    )
