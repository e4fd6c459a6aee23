"""Chat requests about the caller's own home: devices in the prompt, calls in the reply."""

from collections.abc import Callable
from dataclasses import replace

from ..active_requests import ActiveRequests
from ..chat_api.api_error import invalid, too_many
from ..chat_api.chat_reply import ChatReply
from ..chat_api.chat_request import ChatMessage, ChatRequest, ToolCall
from ..chat_api.model_names import ModelNames
from ..chat_api.request_language import language_of
from ..events import Event, ModelAnswered
from ..llm.messages import Usage
from ..settings import Settings
from ..storage.store import Store
from ..turn import Turn
from .answering import PromptHomeAnswerer, PromptReply, PromptRequest
from .caller_tools import CallerTool
from .messages import MadeCall, RequestMessage, read_arguments
from .tables import lists_devices


class PromptHomeChat:
    """Answers requests whose system messages list devices, and never acts in a home of ours."""

    def __init__(
        self, store: Store, names: ModelNames, settings: Settings, language: Callable[[], str]
    ) -> None:
        """Answer with these settings and models, and count in this store what models take."""
        self._names = names
        self._settings = settings
        self._language = language
        self._answerer = PromptHomeAnswerer(store)
        # Each request has an agent of its own, so that none of them could count.
        self._active_requests = ActiveRequests(a_minute=settings.safety.turns_a_minute)

    def takes(self, request: ChatRequest) -> bool:
        """Whether the request lists devices of its own."""
        return lists_devices(_messages(request))

    def check(self, request: ChatRequest) -> None:
        """Raise `ApiError` for what cannot be answered."""
        if all(message.role != "user" for message in request.messages):
            message = "There must be a message of the user: that is what is answered."
            raise invalid("messages", message, "invalid_value")
        self._names.choose(request.model)
        language_of(request, self._language())

    async def answer(self, request: ChatRequest, asked_by: Turn) -> ChatReply:
        """Answer a request; `asked_by` tells who asks.

        Raises `ApiError` for more requests at once, or in a minute, than allowed.
        """
        with self._active_requests.admit(asked_by.asker) as has_room:
            if not has_room or self._active_requests.is_too_often(asked_by.asker):
                raise too_many()
            return await self._answer(request, asked_by)

    async def _answer(self, request: ChatRequest, asked_by: Turn) -> ChatReply:
        usage = Usage()

        def follow(event: Event) -> None:
            nonlocal usage
            if isinstance(event, ModelAnswered):
                usage += event.usage

        messages = _messages(request)
        table = await self._answerer.read_devices(messages, asked_by.asker)
        assert table is not None, "takes"
        choice = self._names.choose(request.model)
        turn = replace(
            asked_by,
            language=language_of(request, self._language()),
            asks_models=choice.asks_models,
            model=choice.title,
        )
        reply = await self._answerer.answer(
            PromptRequest(
                table=replace(table, area=request.metadata.get("room", table.area)),
                messages=messages,
                turn=turn,
                settings=self._settings,
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
        """Drop all pending questions."""
        await self._answerer.close()


def _messages(request: ChatRequest) -> tuple[RequestMessage, ...]:
    return tuple(map(_message, request.messages))


def _message(message: ChatMessage) -> RequestMessage:
    calls = tuple(
        MadeCall(call_id=call.id, name=call.name, arguments=read_arguments(call.arguments))
        for call in message.tool_calls
    )
    return RequestMessage(
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
