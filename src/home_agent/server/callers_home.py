"""Answers about the caller's own home, with the settings and models of a session."""

from home_agent.engine.chat_api.chat_reply import ChatReply
from home_agent.engine.chat_api.chat_request import ChatRequest
from home_agent.engine.chat_api.model_names import ModelNames
from home_agent.engine.chat_api.running_turn import ActionListener
from home_agent.engine.prompt_home import PromptHomeChat
from home_agent.session import Session

from .caller import Caller


class HomesOfCallers:
    """An `Answerer` for requests whose system messages list devices."""

    def __init__(self, session: Session, names: ModelNames) -> None:
        """Answer as this session is set, but never in its home."""
        self._session = session
        self._homes = PromptHomeChat(
            session.store, names, session.settings, lambda: session.language
        )

    def takes(self, request: ChatRequest) -> bool:
        """Whether the request tells of a home of its own."""
        return self._homes.takes(request)

    def check(self, request: ChatRequest) -> None:
        """Raise `ApiError` for what cannot be answered."""
        self._homes.check(request)

    async def answer(self, request: ChatRequest, caller: Caller, tell: ActionListener) -> ChatReply:  # noqa: ARG002 - told as a whole
        """The reply, with what the caller is to call. Raises `ApiError`."""
        turn = caller.turn("", conversation_id="", language=self._session.language)
        return await self._homes.answer(request, turn)

    async def close(self) -> None:
        """Let nothing wait for an answer any more."""
        await self._homes.close()
