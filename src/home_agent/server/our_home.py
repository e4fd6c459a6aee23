"""Answers with the home that this app is set to: the agent acts, and tells what it saw happen."""

from home_agent.engine.chat_api.agent_chat import AgentChat, RequestDefaults
from home_agent.engine.chat_api.chat_reply import ChatReply
from home_agent.engine.chat_api.chat_request import ChatRequest
from home_agent.engine.chat_api.model_names import ModelNames
from home_agent.engine.chat_api.running_turn import ActionListener
from home_agent.rooms import RoomError, find_room
from home_agent.session import Session

from .caller import Caller


class OurHome:
    """An `Answerer` for every request that nobody else takes."""

    def __init__(self, session: Session, names: ModelNames) -> None:
        """Answer in this session, by these names."""
        self._session = session
        self._chat = AgentChat(session, names, self._defaults)

    def takes(self, request: ChatRequest) -> bool:
        """Whether the request is one of those that it answers."""
        return bool(request)

    def check(self, request: ChatRequest) -> None:
        """Raise `ApiError` for what cannot be answered."""
        self._chat.check(request)

    async def answer(self, request: ChatRequest, caller: Caller, tell: ActionListener) -> ChatReply:
        """The reply of the agent. Raises `ApiError`."""
        turn = caller.turn("", conversation_id="", language=self._session.language)
        return await self._chat.answer(request, turn, tell)

    async def close(self) -> None:
        """Wait for no caller any more: the session is somebody else's."""
        await self._chat.close()

    def _defaults(self) -> RequestDefaults:
        return RequestDefaults(language=self._session.language, find_area=self._find_area)

    def _find_area(self, name: str) -> str | None:
        try:
            return find_room(self._session.snapshot.layout, name).area_id
        except RoomError:
            return None
