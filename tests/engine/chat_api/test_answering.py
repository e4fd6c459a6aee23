"""Replies in the making: whoever waits too long is told so, and what was begun goes on."""

import asyncio
import json

import pytest

from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.chat_api.chat_reply import ChatReply, CompletionEnvelope
from home_agent.engine.chat_api.chat_request import ChatMessage, ChatRequest
from home_agent.engine.chat_api.pending_replies import PendingReplies
from home_agent.engine.chat_api.running_turn import ActionListener, RunningTurn
from home_agent.engine.chat_api.waiting_turns import WaitingTurns
from home_agent.engine.events import EventListener
from home_agent.engine.tools.tool import MoreTools
from home_agent.engine.turn import Reply

ASKED = ChatRequest(model="home-agent", messages=(ChatMessage(role="user", text="hello"),))


class Slow:
    """An answer that takes until somebody lets it end."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()
        self.ended = False

    async def __call__(self, _tell: ActionListener) -> ChatReply:
        await self.may_end.wait()
        self.ended = True
        return ChatReply(text="Done.")


async def test_the_whole_comes_too_late() -> None:
    slow, answerings = Slow(), PendingReplies(patience=0)
    answering = answerings.begin(CompletionEnvelope(ASKED), slow)
    with pytest.raises(ApiError) as late:
        await answering.whole()
    assert (late.value.status, late.value.code) == (504, "timeout")
    slow.may_end.set()
    await answerings.close()
    assert slow.ended


async def test_a_stream_comes_too_late() -> None:
    slow, answerings = Slow(), PendingReplies(patience=0)
    answering = answerings.begin(CompletionEnvelope(ASKED), slow)
    events = [event.decode() async for event in answering.events()]
    assert events[-1] == "data: [DONE]\n\n"
    told = json.loads(events[-2].removeprefix("data: "))
    assert told["error"]["code"] == "timeout"
    slow.may_end.set()
    await answerings.close()
    assert slow.ended


async def test_a_caller_is_not_waited_for_for_ever() -> None:
    """What it left open is broken off, and nothing of it goes on."""
    begun, broken = asyncio.Event(), asyncio.Event()

    async def answer(_listener: EventListener, _tools: MoreTools) -> Reply:
        try:
            begun.set()
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            broken.set()
            raise
        raise AssertionError

    turn = RunningTurn(asker="a", conversation_id="c", tools=(), tell=lambda _text: None)
    turn.start(answer)
    await begun.wait()
    held = WaitingTurns(seconds=0)
    held.keep(turn)
    await broken.wait()
    request = ChatRequest(
        model="home-agent", messages=(ChatMessage(role="tool", text="8:04", tool_call_id="call_1"),)
    )
    with pytest.raises(ApiError):
        held.take(request, "a")
    await held.close()
