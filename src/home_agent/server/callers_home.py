"""Answers about the caller's own home: its devices are in the prompt, its calls in the reply."""

import asyncio
from dataclasses import replace

from home_agent.engine.chat_api.agent_chat import Tell
from home_agent.engine.chat_api.api_error import invalid
from home_agent.engine.chat_api.chat_reply import ChatReply
from home_agent.engine.chat_api.chat_request import ChatRequest, Message, ToolCall
from home_agent.engine.chat_api.model_names import ModelNames
from home_agent.engine.chat_api.request_language import language_of
from home_agent.engine.events import Event, ModelAnswered
from home_agent.engine.llm.messages import Usage
from home_agent.prompt_home import (
    CallerTool,
    MadeCall,
    PromptHomeAnswerer,
    PromptReply,
    PromptRequest,
    lists_devices,
    read_arguments,
    read_devices,
)
from home_agent.prompt_home import Message as PromptMessage
from home_agent.session import Session

from .caller import Caller


class CallersHome:
    """An `Answerer` for requests whose system messages list devices."""

    def __init__(self, session: Session, names: ModelNames) -> None:
        """Answer with the settings and models of this session, but never in its home."""
        self._session = session
        self._names = names
        self._answerer = PromptHomeAnswerer(session.store)

    def takes(self, request: ChatRequest) -> bool:
        """Whether the request tells of a home of its own."""
        return lists_devices(_messages(request))

    def check(self, request: ChatRequest) -> None:
        """Raise `ApiError` for what cannot be answered."""
        if all(message.role != "user" for message in request.messages):
            message = "There must be a message of the user: that is what is answered."
            raise invalid("messages", message, "invalid_value")
        self._names.choose(request.model)
        language_of(request, self._session.language)

    async def answer(self, request: ChatRequest, caller: Caller, tell: Tell) -> ChatReply:  # noqa: ARG002 - told as a whole
        """The reply, with what the caller is to call. Raises `ApiError`."""
        usage = Usage()

        def follow(event: Event) -> None:
            nonlocal usage
            if isinstance(event, ModelAnswered):
                usage += event.usage

        messages = _messages(request)
        table = await asyncio.to_thread(read_devices, messages)
        assert table is not None, "takes"
        choice = self._names.choose(request.model)
        language = language_of(request, self._session.language)
        turn = replace(
            caller.turn("", conversation_id="", language=language),
            asks_models=choice.asks_models,
            model=choice.title,
        )
        reply = await self._answerer.answer(
            PromptRequest(
                table=replace(table, area=request.metadata.get("room", table.area)),
                messages=messages,
                turn=turn,
                settings=self._session.settings,
                tools=_tools(request),
            ),
            follow,
        )
        details = {
            "home": "caller",
            "devices": len(table.devices),
            "skipped_rows": table.skipped,
        }
        return ChatReply(
            text=reply.text,
            tool_calls=_calls(reply),
            finish_reason="tool_calls" if reply.calls else "stop",
            usage=usage,
            details=details,
        )

    async def close(self) -> None:
        """Let nothing wait for an answer any more."""
        await self._answerer.close()


def _messages(request: ChatRequest) -> tuple[PromptMessage, ...]:
    return tuple(map(_message, request.messages))


def _message(message: Message) -> PromptMessage:
    calls = tuple(
        MadeCall(call_id=call.id, name=call.name, arguments=read_arguments(call.arguments))
        for call in message.tool_calls
    )
    return PromptMessage(
        role=message.role, text=message.text, calls=calls, call_id=message.tool_call_id
    )


def _tools(request: ChatRequest) -> tuple[CallerTool, ...] | None:
    """What the caller can carry out; `None` if it brought no tools, and did not forbid any."""
    if request.tool_choice == "none":
        return ()
    if not request.tools:
        return None
    return tuple(
        CallerTool(name=tool.name, parameters=tool.parameters)
        for tool in request.tools
        if request.tool_wanted in ("", tool.name)
    )


def _calls(reply: PromptReply) -> tuple[ToolCall, ...]:
    return tuple(
        ToolCall(id=call.call_id, name=call.name, arguments=call.arguments) for call in reply.calls
    )
