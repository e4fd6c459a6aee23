"""A turn of the agent that may pause while the caller runs tools of its own.

A model calls them as it calls ours. Once nothing but the caller is waited for, the calls are handed
over as the reply; the turn goes on when the next request brings what came of them. Nothing of ours
is under way meanwhile, so a caller that never comes back leaves nothing half done. No call waits
for longer than a while, handed over or not: whatever goes wrong, the turn ends and gives its place.
"""

import asyncio
import json
import uuid
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..events import (
    CallSent,
    Event,
    EventListener,
    ModelAnswered,
    OutcomeSeen,
    ReplyDelta,
    ToolFinished,
    ToolStarted,
)
from ..llm.messages import Usage
from ..tools.tool import InvalidRequestError, MoreTools, Tool, no_more_tools
from ..turn import Reply
from .api_error import ApiError
from .chat_request import FunctionTool, ToolCall
from .reply_document import describe_call, describe_outcome

type ActionListener = Callable[[str], None]
"""Takes some more of the text of a reply, as it comes; all of it is the reply's text."""

_LONGEST = 240.0
"""For so many seconds a call waits: twice as long as a caller has that it was handed to."""

type ReplyMaker = Callable[[EventListener, MoreTools], Coroutine[Any, Any, Reply]]


@dataclass(slots=True)
class _Round:
    """The tool calls of one answer of a model, but those that repeat another of them.

    What repeats a call waits for that one, and has nothing under way of its own.
    """

    wanted: int = 0
    started: int = 0
    finished: int = 0
    handed: dict[str, tuple[ToolCall, asyncio.Future[str]]] = field(default_factory=dict)
    """Those that the caller is to make, by their ids."""

    @property
    def waits_for_caller(self) -> bool:
        """Whether the caller is waited for, and nobody else."""
        under_way = self.wanted - self.finished
        return self.started == self.wanted and under_way == len(self.handed) > 0


class RunningTurn:
    """One turn, over one or more requests."""

    def __init__(
        self,
        *,
        asker: str,
        conversation_id: str,
        tools: tuple[FunctionTool, ...],
        tell: ActionListener,
        longest: float = _LONGEST,
    ) -> None:
        """Let a model call these tools of whoever asks, and no call wait longer than this."""
        self._longest = longest
        self.asker = asker
        self.conversation_id = conversation_id
        self._tools = tools
        self._tell = tell
        self._round = _Round()
        self._is_handed = asyncio.Event()
        self._task: asyncio.Task[Reply] | None = None
        self._said = ""
        self._said_before = ""
        self._usage = Usage()
        self._events: list[CallSent | OutcomeSeen] = []

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The tool calls for the caller."""
        return tuple(call for call, _result in self._round.handed.values())

    async def begin(self, answer: ReplyMaker) -> Reply | None:
        """Start, and return the reply; None if the caller has to run tools first."""
        if not self._tools:
            return await answer(self._hear, no_more_tools)
        return await self._wait(self.start(answer))

    def start(self, answer: ReplyMaker) -> asyncio.Task[Reply]:
        """Run the turn in a task of its own."""
        self._task = asyncio.create_task(answer(self._hear, self._offer), name="turn of a caller")
        return self._task

    async def go_on(self, results: Mapping[str, str], tell: ActionListener) -> Reply | None:
        """Continue with the results of `calls`; return like `begin`."""
        assert self._task is not None, "only whoever brought tools is handed calls"
        self._tell, self._said_before = tell, self._said
        self._usage = Usage()
        self._is_handed.clear()
        handed, self._round.handed = self._round.handed, {}
        for call_id, (_call, result) in handed.items():
            if not result.done():
                result.set_result(results[call_id])
        return await self._wait(self._task)

    async def break_off(self) -> None:
        """End the turn, since the caller did not come back."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def text_of(self, reply: Reply | None) -> str:
        """The text for the last request, without what earlier ones contained."""
        whole = self._said if reply is None else reply.text
        return whole.removeprefix(self._said_before)

    @property
    def usage(self) -> Usage:
        """The usage of models for the last request."""
        return self._usage

    def details_so_far(self) -> dict[str, Any]:
        """The details of what was done before the caller was asked."""
        calls = (event.call for event in self._events if isinstance(event, CallSent))
        seen = (event.outcome for event in self._events if isinstance(event, OutcomeSeen))
        return {
            "tier": "llm",
            "outcomes": [describe_outcome(outcome) for outcome in seen],
            "calls": [describe_call(call.shown) for call in calls],
        }

    async def _wait(self, task: asyncio.Task[Reply]) -> Reply | None:
        handed = asyncio.create_task(self._is_handed.wait())
        try:
            await asyncio.wait({task, handed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            handed.cancel()
        if not task.done():
            return None
        if task.cancelled():
            raise _broken_off()
        return task.result()

    async def _offer(self) -> tuple[Tool, ...]:
        from .forwarded_tools import ForwardedTool  # noqa: PLC0415 - only where a model is asked

        return tuple(ForwardedTool(tool, self._forward_call) for tool in self._tools)

    async def _forward_call(self, name: str, arguments: Mapping[str, Any]) -> str:
        call = ToolCall(
            id=f"call_{uuid.uuid4().hex}",
            name=name,
            arguments=json.dumps(arguments, ensure_ascii=False),
        )
        result: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._round.handed[call.id] = (call, result)
        self._look()
        try:
            async with asyncio.timeout(self._longest):
                return await result
        except TimeoutError as error:
            if self._task is not None:
                self._task.cancel()
            raise InvalidRequestError("The caller brought no result.") from error

    def _hear(self, event: Event) -> None:
        match event:
            case ReplyDelta(text=text):
                self._said += text
                self._tell(text)
            case ModelAnswered():
                self._usage += event.usage
                self._round = _Round(wanted=event.calls)
            case ToolStarted(repeats=True):
                self._round.wanted -= 1
                self._look()
            case ToolStarted():
                self._round.started += 1
                self._look()
            case ToolFinished(repeats=True):
                pass
            case ToolFinished():
                self._round.finished += 1
                self._look()
            case CallSent() | OutcomeSeen() if self._tools:
                self._events.append(event)

    def _look(self) -> None:
        if self._round.waits_for_caller:
            self._is_handed.set()


def _broken_off() -> ApiError:
    return ApiError(
        status=504,
        message=(
            "A call of your tools waited for too long, so that it was broken off. What was done"
            " until then is done: look at the home, or at the audit, before you ask again."
        ),
        type="server_error",
        code="timeout",
    )
