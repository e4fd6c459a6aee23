"""The seam: whoever turns a request of a caller into a reply.

`OurHome` is one, with the home that this app is set to. Another may take over requests that are
about something else: it stands before `OurHome` in `app.build_answerers`.
"""

from typing import Protocol

from home_agent.engine.chat_api.chat_reply import ChatReply
from home_agent.engine.chat_api.chat_request import ChatRequest
from home_agent.engine.chat_api.running_turn import ActionListener

from .caller import Caller


class Answerer(Protocol):
    """Answers requests. It keeps nothing of them, and whatever acts passes the gate."""

    def takes(self, request: ChatRequest) -> bool:
        """Whether the request is one of those that it answers."""
        ...

    def check(self, request: ChatRequest) -> None:
        """Raise `ApiError` for what cannot be answered, before anything is sent or done."""
        ...

    async def answer(self, request: ChatRequest, caller: Caller, tell: ActionListener) -> ChatReply:
        """The reply to a request that was checked. Raises `ApiError`.

        It runs to its end even where the caller hangs up: nothing is left half done.
        """
        ...

    async def close(self) -> None:
        """Let go of what it holds; no request comes any more."""
        ...
