"""What happens in a turn, as it goes into Home Assistant's chat log: words, tools and results.

The engine tells of things as they happen, and the log takes a stream; a queue is in between.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Self

from homeassistant.components.conversation import AssistantContent, ChatLog, UserContent
from homeassistant.core import callback
from homeassistant.helpers import llm

from .const import DOMAIN
from .engine.events import (
    Event,
    ModelAnswered,
    ModelAsked,
    ModelsGivenUp,
    ReplyDelta,
    ToolFinished,
    ToolStarted,
    TurnStarted,
)
from .engine.turn import Reply

type Delta = dict[str, Any]
"""One of those that `ChatLog.async_add_delta_content_stream` takes."""

# Since 2026.10 a result says itself whether it is an error.
_RESULT = getattr(llm, "ToolResult", None)


class ChatLogStream:
    """One turn on its way into the chat log; all of it is there when the block is left."""

    def __init__(self, chat_log: ChatLog, agent_id: str, *, live: bool) -> None:
        """Write as this agent; not `live`: the words only once all of them are known."""
        self._chat_log = chat_log
        self._agent_id = agent_id
        self._live = live
        self._said = ""
        self._held = ""
        self._model_ended = False
        """Whether the words that come now may be all there are: then they wait for the reply, which
        may be an error."""

        self._unstreamed = ""
        self._speaking = False
        """Whether the message that is being written is the assistant's."""

        self._queue: asyncio.Queue[Delta | None] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        """Begin to write."""
        self._writing = self._chat_log.hass.async_create_task(
            self._async_write(), f"{DOMAIN} chat log", eager_start=True
        )
        return self

    async def __aexit__(self, *_exception: object) -> None:
        """Write what is left, also of a turn that broke off."""
        self._queue.put_nowait(None)
        await self._writing
        if self._unstreamed:
            self._chat_log.async_add_assistant_content_without_tools(
                AssistantContent(agent_id=self._agent_id, content=self._unstreamed)
            )

    @property
    def has_spoken(self) -> bool:
        """Whether people have read or heard some of the reply already."""
        return bool(self._said)

    @callback
    def hear(self, event: Event) -> None:
        """Something happened in the turn."""
        match event:
            case TurnStarted():
                self._hide_secrets(event)
            case ModelAsked():
                self._say_held()
                self._model_ended = False
            case ModelAnswered() | ModelsGivenUp():
                self._model_ended = True
            case ReplyDelta(text=text) if self._live:
                self._held += text
                if self._said or not self._model_ended:
                    self._say_held()
            case ToolStarted():
                self._say_held()
                self._begin()
                self._queue.put_nowait({"tool_calls": [_call(event)]})
            case ToolFinished():
                self._speaking = False
                self._queue.put_nowait(_result(event))

    @callback
    def end(self, reply: Reply, *, as_error: bool) -> None:
        """The reply is complete: say what was not said yet.

        An error is shown by itself once more, in Assist in a bubble of its own, and so it only
        goes into the log, as Home Assistant's own agent does it.
        """
        if as_error:
            self._unstreamed = reply.text
        elif reply.text.startswith(self._said):
            self._say(reply.text[len(self._said) :])

    def _say_held(self) -> None:
        held, self._held = self._held, ""
        self._say(held)

    def _say(self, text: str) -> None:
        if text:
            self._begin()
            self._said += text
            self._queue.put_nowait({"content": text})

    def _begin(self) -> None:
        if not self._speaking:
            self._speaking = True
            self._queue.put_nowait({"role": "assistant"})

    def _hide_secrets(self, event: TurnStarted) -> None:
        """Put into the log what was heard as it may be shown: other agents read it, too."""
        last = self._chat_log.content[-1]
        if isinstance(last, UserContent):
            self._chat_log.content[-1] = UserContent(
                content=event.turn.text, attachments=last.attachments
            )

    async def _async_write(self) -> None:
        stream: Any = self._chat_log.async_add_delta_content_stream(
            self._agent_id,
            self._deltas(),  # type: ignore[arg-type]  # they differ from release to release
        )
        async for _content in stream:
            pass

    async def _deltas(self) -> AsyncGenerator[Delta]:
        while (delta := await self._queue.get()) is not None:
            yield delta


def _call(event: ToolStarted) -> llm.ToolInput:
    # External: we have used it ourselves, and the log is not to use it again.
    return llm.ToolInput(
        tool_name=event.name, tool_args=dict(event.arguments), id=event.call_id, external=True
    )


def _result(event: ToolFinished) -> Delta:
    data: Mapping[str, Any] = {
        "success": event.success,
        "result": event.result,
        "error": event.error,
    }
    about = {"role": "tool_result", "tool_call_id": event.call_id, "tool_name": event.name}
    if _RESULT is None:
        return {**about, "tool_result": data}
    return {**about, "result": _RESULT(data=data, error=not event.success)}
